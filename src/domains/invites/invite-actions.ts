import { badInput } from '../../errors.js';
import { insertRows } from '../../store/insert-rows.js';
import { insertMembers } from '../members/insert-members.js';
import { type Act, type Actor, act } from '../shared/act.js';
import { lockTarget } from '../shared/targets.js';
import { emailAddress, isEmailAddress, storedAddress } from '../users/email-address.js';
import { userRow } from '../users/insert-user.js';

/** Whom to invite into an organization, by e-mail address. */
export interface EmailInvitation {
  organization: string;
  /** A person's own role; absent: that of all. */
  emails: { email: string; role?: string | null }[];
  /** Role of all; absent: the organization's default role; null: guests. */
  role?: string | null;
  /** Makes members who sign in through single sign-on. */
  sso?: boolean | null;
}

/** What became of an invitation. */
export interface Invited {
  organizationId: string;
  /** Ids of the people invited who are members now, in the order of their addresses. */
  users: string[];
  /** How many became members. */
  invited: number;
  /** Addresses left out because single sign-on is not set up; null where none was. */
  failedSSOEmails: string[] | null;
}

/** Most addresses of one invitation. */
export const maxEmails = 250;

/**
 * Makes people members of an organization at once, by e-mail address; who has no user yet gets one, whose address is not
 * verified. Members stay as they are; repeated addresses count once.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a bad address, none or more than 250; then nothing is written.
 */
export function inviteUsers(actor: Actor, { organization, emails, role, sso }: EmailInvitation): Promise<Invited> {
  const people = byAddress(emails);
  return act(actor, async (under) => {
    const { defaultRole } = await lockTarget(under, 'Organization', organization, 'organization.invite');
    const members = await membersBy(under, organization, [...people.keys()]);
    const newcomers = [...people.keys()].filter((email) => !members.has(email));
    const failed = sso === true && newcomers.length > 0 && !(await hasProvider(under, organization));
    const added = failed ? new Map<string, string>() : await addUsers(under, newcomers);
    const data = [...added].map(([email, userId]) => {
      const own = people.get(email);
      const given = own === undefined ? role : own;
      return { userId, role: given === undefined ? defaultRole : given, sso: sso === true };
    });
    await insertMembers(under, organization, data);
    if (data.length > 0) recordInvitation(under, organization, data);
    const users = [...people.keys()].flatMap((email) => members.get(email) ?? added.get(email) ?? []);
    return { organizationId: organization, users, invited: data.length, failedSSOEmails: failed ? newcomers : null };
  });
}

/** The role of each address, lower-cased; the first of several counts. */
function byAddress(emails: EmailInvitation['emails']): Map<string, string | null | undefined> {
  const people = new Map<string, string | null | undefined>();
  for (const [index, { email, role }] of emails.entries()) {
    if (!isEmailAddress(email)) throw badAddress(`emails[${index}]`, email);
    const address = storedAddress(email);
    if (!people.has(address)) people.set(address, role);
  }
  return people;
}

function badAddress(field: string, email: string) {
  const { maxLength } = emailAddress;
  const shown = JSON.stringify(email.length > 80 ? `${email.slice(0, 80)}…` : email);
  return badInput(field, `\`${field}\` must be an e-mail address of at most ${maxLength} characters, got ${shown}`);
}

/** Ids of those who are members already, by address. */
async function membersBy({ tx }: Act, organizationId: string, emails: string[]): Promise<Map<string, string>> {
  const query = tx.read.sql
    .selectFrom('User')
    .innerJoin('Member', 'Member.userId', 'User.id')
    .select(['User.id', 'User.email'])
    .where('Member.organizationId', '=', organizationId)
    .where(tx.read.inList('User.email', emails));
  return new Map((await tx.read.all(query)).map(({ id, email }) => [email, id]));
}

/** Whether the organization has an identity provider that people can sign in with. */
async function hasProvider({ tx }: Act, organizationId: string): Promise<boolean> {
  const query = tx.read.sql
    .selectFrom('SamlProvider')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('certificate', 'is not', null)
    .where('entityID', 'is not', null)
    .where('ssoURL', 'is not', null);
  return (await tx.read.first(query.limit(1))) !== undefined;
}

/** Ids of users by address; those who are not there yet are made. In one order, so that two invitations never cross. */
async function addUsers(under: Act, emails: string[]): Promise<Map<string, string>> {
  const known = await usersBy(under, emails);
  const missing = emails.filter((email) => !known.has(email)).sort();
  if (missing.length === 0) return known;
  const rows = missing.map((email) => userRow({ email, displayName: email.slice(0, email.indexOf('@')) }, under.at));
  await insertRows(under.tx, { table: 'User', rows, unlessThere: true });
  return usersBy(under, emails);
}

async function usersBy({ tx }: Act, emails: string[]): Promise<Map<string, string>> {
  const query = tx.read.sql.selectFrom('User').select(['id', 'email']).where(tx.read.inList('email', emails));
  return new Map((await tx.read.all(query)).map(({ id, email }) => [email, id]));
}

function recordInvitation(
  under: Act,
  organizationId: string,
  members: { userId: string; role: string | null; sso: boolean }[],
): void {
  const users = members.map(({ userId, role, sso }) => ({ user: userId, role, sso }));
  under.record({ organizationId, action: 'inviteUsersToOrganization', targetId: organizationId, changes: { users } });
}
