import { badInput } from '../../../platform/base/errors.js';
import { insertRows } from '../../../platform/db/write/insert-rows.js';
import { insertMembers } from '../../identity/members/insert-members.js';
import { invalidAddressMessage, isEmailAddress, storedAddress } from '../../identity/users/email-address.js';
import { findUsersByEmail } from '../../identity/users/find-user.js';
import { userRow } from '../../identity/users/insert-user.js';
import { lockTarget } from '../../shared/targets.js';
import { runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { type MailingActor, mailInvitations } from './mail-invitations.js';

/** A person to invite. */
interface InvitedPerson {
  email: string;
  /** Role of this person; if absent, the role of the invitation applies. */
  role?: string | null;
  /** Path of the address in the input, for error messages. */
  field: string;
}

/** People to invite into an organization, by e-mail address. */
export interface EmailInvitation {
  organization: string;
  people: InvitedPerson[];
  /**
   * Role of all invited people who have no role of their own. Undefined for the default role of the organization, null
   * for guests.
   */
  role?: string | null;
  /** Whether the new members must sign in through single sign-on. */
  sso?: boolean | null;
}

/** Result of an invitation. */
export interface InvitationResult {
  organizationId: string;
  /** Ids of the invited people who are members now, in the order of their addresses. */
  users: string[];
  /** Number of new members. */
  invited: number;
  /** Addresses that were left out because single sign-on is not set up; null if there are none. */
  failedSSOEmails: string[] | null;
}

/** Maximum number of addresses in one invitation. */
export const maxEmails = 250;

/**
 * Makes people members of an organization by e-mail address. Creates a user for each person who has none; the address
 * of that user is not verified. Existing members stay unchanged, and repeated addresses count once. Each new member
 * gets a mail, unless the organization sent the address one within a day or is over its limit of mails.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for an invalid address, for no addresses, and for more than 250;
 * CONFLICT with the reason MEMBER_LIMIT. Nothing is written then.
 */
export function inviteUsers(
  actor: MailingActor,
  { organization, people, role, sso }: EmailInvitation,
): Promise<InvitationResult> {
  checkPeople(people);
  return runAction(actor, async (unit) => {
    const row = await lockTarget(unit, 'Organization', organization, 'organization.invite');
    const { roles, users: existingUsers } = await readInvited(unit, people);
    const members = await membersAmong(unit, organization, existingUsers);
    const newcomers = [...roles.keys()].filter((email) => !members.has(email));
    const failed = sso === true && newcomers.length > 0 && !(await hasProvider(unit, organization));
    const added = failed ? new Map<string, string>() : await addUsers(unit, newcomers, existingUsers);
    const data = [...added].map(([email, userId]) => {
      const ownRole = roles.get(email);
      const givenRole = ownRole === undefined ? role : ownRole;
      return { userId, role: givenRole === undefined ? row.defaultRole : givenRole, sso: sso === true };
    });
    await insertMembers(unit, row, data);
    if (data.length > 0) recordInvitation(unit, organization, data);
    await mailInvitations(unit, actor, { organization: row, people: added });
    const users = [...roles.keys()].flatMap((email) => members.get(email) ?? added.get(email) ?? []);
    return { organizationId: organization, users, invited: data.length, failedSSOEmails: failed ? newcomers : null };
  });
}

function checkPeople(people: InvitedPerson[]): void {
  const { length } = people;
  if (length === 0) throw badInput('emails', '`emails` must have at least 1 items (got 0)');
  if (length > maxEmails) throw badInput('emails', `\`emails\` must have at most ${maxEmails} items (got ${length})`);
  for (const { email, field } of people)
    if (!isEmailAddress(email)) throw badInput(field, invalidAddressMessage(field, email));
}

/**
 * Returns the role of each person by stored address, and the ids of existing users by address. If a person has two
 * entries, the first one counts.
 */
async function readInvited({ tx }: UnitOfWork, people: InvitedPerson[]) {
  const existingUsers = await findUsersByEmail(
    tx.read,
    people.map(({ email }) => email),
  );
  const roles = new Map<string, string | null | undefined>();
  for (const { email, role } of people) {
    const address = existingUsers.get(email)?.email ?? storedAddress(email);
    if (!roles.has(address)) roles.set(address, role);
  }
  return { roles, users: new Map([...existingUsers.values()].map(({ email, id }) => [email, id])) };
}

/** Returns the ids of users who are already members, by address. */
async function membersAmong({ tx }: UnitOfWork, organizationId: string, users: ReadonlyMap<string, string>) {
  const query = tx.read.sql.selectFrom('Member').select('userId').where('organizationId', '=', organizationId);
  const rows = await tx.read.all(query.where(tx.read.inList('userId', [...users.values()])));
  const members = new Set(rows.map(({ userId }) => userId));
  return new Map([...users].filter(([, id]) => members.has(id)));
}

/** Reports whether the organization has a complete identity provider. */
async function hasProvider({ tx }: UnitOfWork, organizationId: string): Promise<boolean> {
  const { sql } = tx.read;
  const saml = sql
    .selectFrom('SamlProvider')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('certificate', 'is not', null)
    .where('entityID', 'is not', null)
    .where('ssoURL', 'is not', null);
  const oidc = sql.selectFrom('OidcProvider').select('id').where('organizationId', '=', organizationId);
  return (await tx.read.first(saml.unionAll(oidc).limit(1))) !== undefined;
}

/**
 * Returns the ids of the new members by address, and inserts users who do not exist. Inserts them in a fixed order, so
 * that two invitations do not deadlock.
 */
async function addUsers(unit: UnitOfWork, newcomers: string[], users: ReadonlyMap<string, string>) {
  const existingUsers = new Map([...users].filter(([email]) => newcomers.includes(email)));
  const missing = newcomers.filter((email) => !existingUsers.has(email)).sort();
  if (missing.length === 0) return existingUsers;
  const rows = missing.map((email) => userRow({ email, displayName: email.slice(0, email.indexOf('@')) }, unit.at));
  await insertRows(unit.tx, { table: 'User', rows, ignoreExisting: true });
  const newUsers = await findUsersByEmail(unit.tx.read, missing);
  return new Map([...existingUsers, ...[...newUsers.values()].map(({ email, id }) => [email, id] as const)]);
}

function recordInvitation(
  unit: UnitOfWork,
  organizationId: string,
  members: { userId: string; role: string | null; sso: boolean }[],
): void {
  const users = members.map(({ userId, role, sso }) => ({ user: userId, role, sso }));
  unit.record({ organizationId, action: 'inviteUsersToOrganization', targetId: organizationId, changes: { users } });
}
