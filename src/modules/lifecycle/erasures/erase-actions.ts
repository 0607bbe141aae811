import { authorize, requireOperator } from '../../../access/policy.js';
import { isOperator } from '../../../access/viewer.js';
import { AppError } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { enqueue } from '../../../platform/jobs/enqueue.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { requireOtherAdmins } from '../../identity/members/last-admin.js';
import { operatorEmail, retireIfBootstrap } from '../../identity/tokens/bootstrap.js';
import { resolveUserId } from '../../identity/users/find-user.js';
import { newFormerName } from '../../identity/users/former-member.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { eraseKind } from './erase-kind.js';
import { anonymizeUser, deleteAddressRows, deletePersonRows } from './person-rows.js';
import { tracesOf } from './traces.js';

/** Result of an erasure. */
export interface ErasedPerson {
  id: string;
  /** The name that replaces the name of the person. */
  displayName: string;
}

/** An actor, and the sealer for the input of the erasure job. */
export type ErasingActor = Actor & { sealer: Sealer };

/**
 * Erases a person. The row of the user stays as the author of the content, under the name of a former member. All other
 * rows of the person are deleted in the same transaction. A job replaces the person in events and in mails to others.
 * The operator can erase anyone. People can erase themselves after a recent sign-in, or with a token that has no scopes
 * and works in all organizations.
 * @param user id of the person; the operator may give the e-mail address instead
 * @throws FORBIDDEN; NOT_FOUND; CONFLICT for a service account, for the user of the operator, and with the reason
 * LAST_ADMIN for the last admin of an organization
 */
export function eraseUser(actor: ErasingActor, user: string): Promise<ErasedPerson> {
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

/** Returns the id of the person to erase. @throws FORBIDDEN if the viewer may not erase the person */
async function authorizedId({ viewer, tx }: UnitOfWork, user: string): Promise<string> {
  if (isOperator(viewer)) return resolveUserId(tx.read, user);
  if (viewer.kind !== 'user' || viewer.userId !== user) requireOperator(viewer, 'eraseUser', 'Other people are erased');
  authorize(viewer, 'viewer.erase', { organizationId: null });
  return user;
}

/**
 * Locks the organizations of a person, then the person, so that no membership is added meanwhile. Returns the ids of
 * the organizations.
 */
async function lockMemberships({ tx, viewer }: UnitOfWork, userId: string): Promise<string[]> {
  const query = tx.read.sql.selectFrom('Member').select('organizationId').where('userId', '=', userId);
  const read = async () => (await tx.read.all(query)).map(({ organizationId }) => organizationId).sort();
  const before = await read();
  for (const id of before) await tx.lock('Organization', id);
  await tx.lock('User', userId);
  // People who erase themselves delete their own token. This lock checks the permissions again while the token still
  // exists.
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

/** Concurrent transactions may still write about the person for this time after an erasure, in milliseconds. */
const overlapMs = 10_000;

/** Input of `erase`: the person, and the ids of the organizations that the person is a member of. */
interface Erasure {
  actor: ErasingActor;
  person: Person;
  organizations: readonly string[];
}

async function erase(unit: UnitOfWork, { actor, person, organizations }: Erasure): Promise<ErasedPerson> {
  const { tx, at } = unit;
  const { id } = person;
  const formerName = newFormerName();
  const until = new Date(at.getTime() + overlapMs).toISOString();
  const [subjects, active] = await Promise.all([readSubjects(unit, id), readActiveOrganizations(unit, id)]);
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

/** Returns the ids that identity providers have for a person. */
async function readSubjects({ tx: { read } }: UnitOfWork, userId: string): Promise<string[]> {
  const saml = read.sql.selectFrom('SamlIdentity').select('nameId as subject').where('userId', '=', userId);
  const oidc = read.sql.selectFrom('OidcIdentity').select('subject').where('userId', '=', userId);
  return (await read.all(saml.unionAll(oidc))).map(({ subject }) => subject);
}

/** Returns the ids of the organizations that have events with the person as actor, even if the person has left them. */
async function readActiveOrganizations({ tx: { read } }: UnitOfWork, userId: string): Promise<string[]> {
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
