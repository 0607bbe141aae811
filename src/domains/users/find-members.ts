import { sql } from 'kysely';
import type { Transaction } from '../../store/transaction.js';
import { storedAddress } from './email-address.js';

/** How members are named. */
export interface MemberNames {
  ids: readonly string[];
  /** E-mail addresses, whatever their case. */
  emails?: readonly string[];
}

/**
 * Finds members of an organization, through the transaction, and keeps them from being removed until it ends.
 * @returns the user id of each found one, by its id and by its lower-case e-mail address; names of others are left out
 */
export async function findMembers(
  { read }: Transaction,
  organizationId: string,
  { ids, emails = [] }: MemberNames,
): Promise<ReadonlyMap<string, string>> {
  const lock = read.provider === 'postgresql' ? sql`for key share of m` : sql``;
  const addresses = emails.map(storedAddress);
  const rows = await read.all(
    sql<{ userId: string; email: string }>`select m."userId", u."email" from "Member" m
      join "User" u on u."id" = m."userId" where m."organizationId" = ${organizationId} and m."userId" in (
        select n."id" from "User" n where ${read.inList('n.id', ids)}
        union select n."id" from "User" n where ${read.inList('n.email', addresses)}) ${lock}`,
  );
  return new Map(rows.flatMap(({ userId, email }) => [[userId, userId] as const, [email, userId] as const]));
}
