import { findUserByEmail } from '../../modules/identity/users/find-user.js';
import { containsFolded } from '../../modules/shared/text-match.js';
import { badInput } from '../../platform/base/errors.js';
import { idKind } from '../../platform/base/ids.js';
import { foldText } from '../../platform/db/query/fold.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { type Candidate, chooseCandidate, describeCandidate, maxCandidates } from './choose-candidate.js';

/**
 * Returns the id of the organization with an id or title. Without a text, returns the id of the only organization; a
 * deleted one does not count if there is another.
 * @throws NOT_FOUND; BAD_USER_INPUT if several organizations match
 */
export async function findOrganization(read: Queries, text: string | undefined): Promise<string> {
  if (text === undefined) return findOnlyOrganization(read);
  if (idKind(text) === 'Organization') return text;
  const matching = read.sql
    .selectFrom('Organization')
    .select(['id', 'title', 'deletedAt'])
    .where(({ or, eb }) => or([eb('id', '=', text), eb('titleKey', '=', foldText(text))]));
  return chooseCandidate(await read.all(matching.orderBy('id')), { noun: 'organization', keys: 'id or title', text });
}

/** Returns the id of the organization with an id or title; undefined without a text. @throws as `findOrganization` */
export async function findOptionalOrganization(read: Queries, text: string | undefined): Promise<string | undefined> {
  return text === undefined ? undefined : findOrganization(read, text);
}

async function findOnlyOrganization(read: Queries): Promise<string> {
  const all = read.sql
    .selectFrom('Organization')
    .select(['id', 'title'])
    .orderBy('id')
    .limit(maxCandidates + 1);
  const present = await read.all(all.where('deletedAt', 'is', null));
  const found = present.length > 0 ? present : await read.all(all);
  if (found.length === 1) return found[0]!.id;
  if (found.length === 0) throw badInput('org', '`--org` must be an organization, and there is none yet');
  const names = found.slice(0, maxCandidates).map(describeCandidate).join(', ');
  const more = found.length > maxCandidates ? ' and others' : '';
  throw badInput('org', `\`--org\` must be one of the organizations (got none): ${names}${more}`);
}

/** A text that names an object of an organization. */
export interface Reference {
  /** Id, title, or another unique name of the object. */
  text: string;
  /** Id of the only organization to search; absent for all. */
  organization?: string | undefined;
}

/** Returns the id of the space with an id or title. @throws NOT_FOUND; BAD_USER_INPUT if several spaces match */
export async function findSpace(read: Queries, { text, organization }: Reference): Promise<string> {
  if (idKind(text) === 'Space') return text;
  let matching = read.sql
    .selectFrom('Space')
    .select(['id', 'title', 'organizationId', 'deletedAt'])
    .where('purgedAt', 'is', null)
    .where(({ or, eb }) => or([eb('id', '=', text), eb('titleKey', '=', foldText(text))]));
  if (organization !== undefined) matching = matching.where('organizationId', '=', organization);
  return chooseCandidate(await read.all(matching.orderBy('id')), { noun: 'space', keys: 'id or title', text });
}

/** Returns the id of a space; undefined without a text. @throws as `findSpace` */
export async function findOptionalSpace(
  read: Queries,
  text: string | undefined,
  organization?: string,
): Promise<string | undefined> {
  return text === undefined ? undefined : findSpace(read, { text, organization });
}

/**
 * Returns the id of the site with an id, title, basename or hostname.
 * @throws NOT_FOUND; BAD_USER_INPUT if several sites match
 */
export async function findSite(read: Queries, { text, organization }: Reference): Promise<string> {
  if (idKind(text) === 'Site') return text;
  let matching = read.sql
    .selectFrom('Site')
    .select(['id', 'title', 'organizationId'])
    .where(({ or, eb }) =>
      or([
        eb('id', '=', text),
        eb('titleKey', '=', foldText(text)),
        eb('basename', '=', text),
        eb('hostname', '=', text.toLowerCase()),
      ]),
    );
  if (organization !== undefined) matching = matching.where('organizationId', '=', organization);
  const rule = { noun: 'site', keys: 'id, title, basename or hostname', text };
  return chooseCandidate(await read.all(matching.orderBy('id')), rule);
}

/** Returns the id of the team with an id or title. @throws NOT_FOUND; BAD_USER_INPUT if several teams match */
export async function findTeam(read: Queries, { text, organization }: Reference): Promise<string> {
  if (idKind(text) === 'Team') return text;
  let matching = read.sql
    .selectFrom('Team')
    .select(['id', 'title', 'organizationId'])
    .where(({ or, eb }) => or([eb('id', '=', text), eb('titleKey', '=', foldText(text))]));
  if (organization !== undefined) matching = matching.where('organizationId', '=', organization);
  return chooseCandidate(await read.all(matching.orderBy('id')), { noun: 'team', keys: 'id or title', text });
}

/**
 * Returns the id of the user with an id, e-mail address or name. A text with `@` is an e-mail address.
 * @throws NOT_FOUND; BAD_USER_INPUT if several users have the name
 */
export async function findUser(read: Queries, text: string): Promise<string> {
  if (idKind(text) === 'User') return text;
  const search = { noun: 'user', keys: 'id, e-mail address or name', text };
  if (text.includes('@')) {
    // A name that looks like the address of another person must not select that user.
    const user = await findUserByEmail(read, text);
    return chooseCandidate(user ? [{ id: user.id, title: user.email }] : [], search);
  }
  const named = read.sql
    .selectFrom('User')
    .select(['id', 'displayName', 'email', 'erasedAt'])
    .where(containsFolded(read, 'searchKey', `${text}\n`));
  const users = (await read.all(named.orderBy('id'))).filter(
    ({ displayName }) => foldText(displayName) === foldText(text),
  );
  return chooseCandidate(users.map(toCandidate), search);
}

function toCandidate(user: {
  id: string;
  displayName: string;
  email: string | null;
  erasedAt: string | null;
}): Candidate {
  const { id, displayName, email, erasedAt } = user;
  return { id, title: displayName, note: email ?? undefined, deletedAt: erasedAt };
}

/** Returns the id of a user; undefined without a text. @throws as `findUser` */
export async function findOptionalUser(read: Queries, text: string | undefined): Promise<string | undefined> {
  return text === undefined ? undefined : findUser(read, text);
}
