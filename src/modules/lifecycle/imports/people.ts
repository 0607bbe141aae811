import type { Queries } from '../../../platform/db/query/queries.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import { invalidAddressMessage, isEmailAddress, storedAddress } from '../../identity/users/email-address.js';
import { findUsersByEmail } from '../../identity/users/find-user.js';
import type { ArchiveRow } from './check-row.js';
import { deriveId } from './new-ids.js';

/** A person or service account of an archive. */
export interface ArchivePerson {
  id: string;
  email: string | null;
  createdAt: string;
  /** Set for a service account of the organization. */
  organizationId: string | null;
}

/** Mapping of the people of an archive to users of this server. */
export interface PeoplePlan {
  /** Ids of users of this server by id in the archive. Contains only ids that differ. */
  ids: Map<string, string>;
  /** Ids, on this server, of the users that the import creates. */
  createdIds: Set<string>;
  /** Number of people who are users of this server already. */
  existingCount: number;
  /**
   * Ids of users of this server who cannot be members, because they are erased or are service accounts of another
   * organization.
   */
  outsiders: Set<string>;
}

/** Converts a checked row of the table `User` to a person. */
export function toPerson({ id, email, createdAt, organizationId }: ArchiveRow): ArchivePerson {
  return { id, email, createdAt, organizationId } as ArchivePerson;
}

/**
 * Returns the problem of a person's e-mail address; null if there is none. Service accounts and erased people must have
 * no address, and two people must not have the same address. Adds the address to `addresses`, which contains those of
 * earlier rows.
 */
export function findPersonProblem(addresses: Set<string>, table: TableName, row: ArchiveRow): string | null {
  if (table !== 'User' || typeof row.email !== 'string') return null;
  if (row.organizationId !== null) return '`email` must be null for a service account';
  if (row.erasedAt !== null) return '`email` must be null for an erased person';
  if (!isEmailAddress(row.email)) return invalidAddressMessage('email', row.email);
  const address = storedAddress(row.email);
  if (addresses.has(address)) return '`email` is the address of an earlier row';
  addresses.add(address);
  return null;
}

/**
 * Maps the people of an archive to users of this server. A person is mapped to the user with the same address,
 * otherwise to the user with the same id and time of creation. For all others, the import creates a user with the id of
 * the archive, or with a new id if that id is in use.
 * @param seed secret that new ids are derived from; the same for all attempts at an import
 */
export async function planPeople(read: Queries, people: readonly ArchivePerson[], seed: string): Promise<PeoplePlan> {
  const persons = people.filter(({ organizationId }) => organizationId === null);
  const addresses = persons.flatMap(({ email }) => email ?? []);
  const byAddress = await findUsersByEmail(read, addresses);
  const byId = await readKnownUsers(
    read,
    persons.flatMap(({ id }) => [id, deriveId(seed, id)]).concat([...byAddress.values()].map(({ id }) => id)),
  );
  const plan: PeoplePlan = { ids: new Map(), createdIds: new Set(), existingCount: 0, outsiders: new Set() };
  const usedIds = new Set<string>();
  for (const person of persons) {
    const candidates = [person.email === null ? undefined : byAddress.get(person.email)?.id];
    for (const id of [person.id, deriveId(seed, person.id)])
      if (byId.get(id)?.createdAt === person.createdAt) candidates.push(id);
    const match = candidates.find((id) => id !== undefined && !usedIds.has(id));
    const id = match ?? (byId.has(person.id) || usedIds.has(person.id) ? deriveId(seed, person.id) : person.id);
    usedIds.add(id);
    if (match === undefined) plan.createdIds.add(id);
    else plan.existingCount += 1;
    if (id !== person.id) plan.ids.set(person.id, id);
    if (byId.get(id)?.isOutsider) plan.outsiders.add(id);
  }
  return plan;
}

/** A user of this server. */
interface KnownUser {
  createdAt: string;
  isOutsider: boolean;
}

async function readKnownUsers(read: Queries, ids: string[]): Promise<Map<string, KnownUser>> {
  const query = read.sql.selectFrom('User').select(['id', 'createdAt', 'erasedAt', 'organizationId']);
  const rows = await read.all(query.where(read.inList('id', ids)));
  return new Map(
    rows.map(({ id, createdAt, erasedAt, organizationId }) => [
      id,
      { createdAt, isOutsider: erasedAt !== null || organizationId !== null },
    ]),
  );
}
