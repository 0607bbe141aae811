import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { findUsersByEmail } from './find-user.js';

/** Ids and e-mail addresses of the members to find. */
export interface MemberNames {
  ids: readonly string[];
  /** E-mail addresses, in any case and normalization form. */
  emails?: readonly string[];
}

/**
 * Finds members of an organization through the transaction, and prevents their removal until the transaction ends. It
 * runs one statement, or two if addresses are given.
 * @returns the user ids of the members, by the ids and addresses that the caller gave; users who are not members are
 * left out
 */
export async function findMembers(
  { read }: Transaction,
  organizationId: string,
  { ids, emails = [] }: MemberNames,
): Promise<ReadonlyMap<string, string>> {
  const lock = read.provider === 'postgresql' ? sql`for key share of m` : sql``;
  const foundByAddress = [...(emails.length > 0 ? await findUsersByEmail(read, emails) : [])];
  const userIds = [...ids, ...foundByAddress.map(([, user]) => user.id)];
  const rows = await read.all(
    sql<{ userId: string }>`select m."userId" from "Member" m
      where m."organizationId" = ${organizationId} and ${read.inList('m.userId', userIds)} ${lock}`,
  );
  const members = new Set(rows.map(({ userId }) => userId));
  const pairs = [
    ...ids.map((id) => [id, id] as const),
    ...foundByAddress.map(([email, { id }]) => [email, id] as const),
  ];
  return new Map(pairs.filter(([, id]) => members.has(id)));
}
