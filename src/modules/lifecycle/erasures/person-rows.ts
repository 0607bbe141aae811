import type { TableName } from '../../../platform/db/query/rows.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { linkRequestKey } from '../../identity/sign-in/sign-in-link.js';
import { storedAddress } from '../../identity/users/email-address.js';
import { formerMemberColumns } from '../../identity/users/former-member.js';
import type { Traces } from './traces.js';

/** A table whose rows belong to one person, and the column with the id of the person. */
interface PersonTable {
  table: TableName;
  column: string;
}

/** All tables with rows that an erasure deletes, in the order of deletion. */
export const personTables: readonly PersonTable[] = [
  { table: 'Grant', column: 'userId' },
  { table: 'TeamMember', column: 'userId' },
  { table: 'InviteLink', column: 'createdById' },
  { table: 'SamlIdentity', column: 'userId' },
  { table: 'OidcIdentity', column: 'userId' },
  { table: 'SignInLink', column: 'userId' },
  { table: 'Notification', column: 'userId' },
  { table: 'Mail', column: 'userId' },
  { table: 'AccessToken', column: 'userId' },
  { table: 'Member', column: 'userId' },
];

/**
 * Deletes the rows of a person: memberships, grants, credentials, identities, mails, and open requests for a review.
 */
export function deletePersonRows(tx: Transaction, userId: string): void {
  for (const { table, column } of personTables) bufferDelete(tx, { table, where: { [column]: userId } as object });
  const requests = tx.read.sql.deleteFrom('ReviewRequest').where('userId', '=', userId);
  tx.buffer(requests.where('answeredAt', 'is', null));
}

/** Deletes the rows that contain an address of a person: mails, requests for sign-in links, and pending sign-ins. */
export async function deleteAddressRows(
  tx: Transaction,
  { addresses }: Traces,
  subjects: readonly string[],
): Promise<void> {
  bufferDelete(tx, { table: 'Mail', where: {}, inList: { column: 'address', values: addresses } });
  bufferDelete(tx, { table: 'Job', where: {}, inList: { column: 'key', values: addresses.map(linkRequestKey) } });
  await deletePendingLogins(tx, new Set([...addresses, ...subjects]));
}

/**
 * Deletes the unfinished SAML sign-ins of a person. They expire within minutes, so there are few, and all of them are
 * read.
 */
async function deletePendingLogins(tx: Transaction, identifiers: ReadonlySet<string>): Promise<void> {
  const { read } = tx;
  const pending = await read.all(
    read.sql.selectFrom('SamlLogin').select(['id', 'subject']).where('subject', 'is not', null),
  );
  const isOwn = ({ subject }: { subject: unknown }): boolean => {
    const { nameId, email } = subject as { nameId: string; email: string | null };
    return identifiers.has(nameId) || (email !== null && identifiers.has(storedAddress(email)));
  };
  const values = pending.filter(isOwn).map(({ id }) => id);
  bufferDelete(tx, { table: 'SamlLogin', where: {}, inList: { column: 'id', values } });
}

/**
 * Replaces the personal data in a user's row. The row keeps its id, so that the user remains the author of the content.
 */
export function anonymizeUser(tx: Transaction, { userId, formerName }: Traces, at: Date): void {
  bufferUpdate(tx, { table: 'User', where: { id: userId }, set: formerMemberColumns(formerName, at) });
}
