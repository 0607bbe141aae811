import { authorize, requireOperator } from '../../../access/policy.js';
import { isOperator } from '../../../access/viewer.js';
import { AppError } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { enqueue } from '../../../platform/jobs/enqueue.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { requireOtherAdmins } from '../../identity/members/last-admin.js';
import { operatorEmail, retireIfBootstrap } from '../../identity/tokens/bootstrap.js';
import { userIdOf } from '../../identity/users/find-user.js';
import { newFormerName } from '../../identity/users/former-member.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { eraseKind } from './erase-kind.js';
import { anonymizeUser, deleteAddressRows, deletePersonRows } from './person-rows.js';
import { tracesOf } from './traces.js';

/** Result of an erasure. */
export interface Erased {
  id: string;
  /** The name that replaces the name of the person. */
  displayName: string;
}

/** An actor, and the sealer of the job's input. */
export type ErasingActor = Actor & { sealer: Sealer };

/**
 * Erases a person. The row of the user stays as the author of the content, under the name of a former member. All other
 * rows of the person are deleted in the same transaction. A job replaces the person in events and in mails to others.
 * The operator erases anyone; a person erases itself, with a recent sign-in, or an unbound token without scopes.
 * @param user id; the operator may give the e-mail address
 * @throws FORBIDDEN; NOT_FOUND; CONFLICT for a service account, for the user of the operator, and with the reason
 * LAST_ADMIN for the last admin of an organization
 */
export function eraseUser(actor: ErasingActor, user: string): Promise<Erased> {
  return runAction(actor, async (unit) => {
    const id = await authorizedId(unit, user);
    const organizations = await lockMemberships(unit, id);
    const person = await readPerson(unit, id);
    if (person.erasedAt !== null) return { id, displayName: person.displayName };
    requireErasable(person);
    await requireOtherAdmins(unit, id);
    return erase(unit, { actor, person, organizations });
  });
}

/** Returns the id of the person to erase, if the viewer may erase it. */
async function authorizedId({ viewer, tx }: UnitOfWork, user: string): Promise<string> {
  if (isOperator(viewer)) return userIdOf(tx.read, user);
  if (viewer.kind !== 'user' || viewer.userId !== user) requireOperator(viewer, 'eraseUser', 'Other people are erased');
  authorize(viewer, 'viewer.erase', { organizationId: null });
  return user;
}

/** Locks the organizations of a person, then the person, so that nobody adds a membership meanwhile. */
async function lockMemberships({ tx, viewer }: UnitOfWork, userId: string): Promise<string[]> {
  const query = tx.read.sql.selectFrom('Member').select('organizationId').where('userId', '=', userId);
  const read = async () => (await tx.read.all(query)).map(({ organizationId }) => organizationId).sort();
  const before = await read();
  for (const id of before) await tx.lock('Organization', id);
  await tx.lock('User', userId);
  // The viewer's permissions are checked with this lock, and not after its token is deleted.
  if (viewer.kind === 'user' && viewer.userId === userId) await tx.lock('AccessToken', viewer.tokenId);
  const memberships = await read();
  // A membership may have been added before the person was locked.
  for (const id of memberships) if (!before.includes(id)) await tx.lock('Organization', id);
  return memberships;
}

type Person = Row<'User'>;

async function readPerson({ tx: { read } }: UnitOfWork, id: string): Promise<Person> {
  return (await read.first(read.sql.selectFrom('User').selectAll().where('id', '=', id)))!;
}

function requireErasable({ id, organizationId, email }: Person): void {
  if (organizationId !== null)
    throw new AppError('CONFLICT', `Cannot erase ${id}: it is a service account. Remove the member instead.`);
  if (email === operatorEmail)
    throw new AppError('CONFLICT', `Cannot erase ${id}: the command line acts as this user.`);
}

/** Milliseconds for which other transactions may still write about an erased person. */
const overlapMs = 10_000;

/** A person to erase, and the ids of its organizations. */
interface Erasure {
  actor: ErasingActor;
  person: Person;
  organizations: readonly string[];
}

async function erase(unit: UnitOfWork, { actor, person, organizations }: Erasure): Promise<Erased> {
  const { tx, at } = unit;
  const { id } = person;
  const formerName = newFormerName();
  const until = new Date(at.getTime() + overlapMs).toISOString();
  const [subjects, active] = await Promise.all([readSubjects(unit, id), readActive(unit, id)]);
  const traces = tracesOf(person, {
    ...{ userId: id, formerName, until },
    organizations: [...new Set([...organizations, ...active])],
  });
  await retireTokens(unit, id);
  deletePersonRows(tx, id);
  await deleteAddressRows(tx, traces, subjects);
  anonymizeUser(tx, traces, at);
  for (const organizationId of organizations) unit.record({ organizationId, action: 'eraseUser', targetId: id });
  const payload = { sealed: actor.sealer.seal('erasure', JSON.stringify(traces)) };
  await enqueue(tx, { kind: eraseKind, payload, organizationId: null });
  return { id, displayName: formerName };
}

/** Returns the ids of a person at identity providers. */
async function readSubjects({ tx: { read } }: UnitOfWork, userId: string): Promise<string[]> {
  const saml = read.sql.selectFrom('SamlIdentity').select('nameId as subject').where('userId', '=', userId);
  const oidc = read.sql.selectFrom('OidcIdentity').select('subject').where('userId', '=', userId);
  return (await read.all(saml.unionAll(oidc))).map(({ subject }) => subject);
}

/** Returns the ids of the organizations in which a person did something, also of those that the person has left. */
async function readActive({ tx: { read } }: UnitOfWork, userId: string): Promise<string[]> {
  const active = read.sql
    .selectFrom('Organization')
    .select('id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('Event')
          .select('Event.sequence')
          .whereRef('Event.organizationId', '=', 'Organization.id')
          .where('Event.actorId', '=', userId),
      ),
    );
  return (await read.all(active)).map(({ id }) => id);
}

async function retireTokens({ tx }: UnitOfWork, userId: string): Promise<void> {
  const tokens = tx.read.sql.selectFrom('AccessToken').select(['hash', 'issuer']).where('userId', '=', userId);
  for (const token of await tx.read.all(tokens)) await retireIfBootstrap(tx, token);
}
