import { beforeAll, describe, expect, it } from 'vitest';
import { setMemberDisabled } from '../../../src/modules/identity/members/disabling-actions.js';
import { fillSample, sampleRequests } from '../../contract/sample-requests.js';
import { createScene, type Fixture } from '../../contract/scene.js';
import { testApp } from '../../support/app.js';
import { provider } from '../../support/database.js';
import { seedMember, seedStranger, tokenOf } from '../../support/seed.js';
import { canary, createTargetOrganization, type TargetOrganization } from './canary.js';
import { type Answer, bodyOf, type Client, createClient, findLeaks, unusedIdLike, withoutIds } from './client.js';
import { fieldCalls, mutationCalls } from './inputs.js';
import { ownStarts, type Start, startAt, startsIn, traverseGraph } from './traverse-graph.js';

// All texts of an organization contain a canary word. Callers who do not belong to it send every possible request.
const test = await testApp();
const outside = ['outsider', 'stranger', 'bound elsewhere', 'removed', 'disabled'] as const;
const actors = [...outside, 'guest'] as const;
type Actor = (typeof actors)[number];

let inside: TargetOrganization;
/** The outsider's own organization, which also has objects of every kind. */
let own: Fixture;
const tokens = new Map<Actor, string>();
const ownIds = new Map<Actor, string>();

beforeAll(async () => {
  inside = await createTargetOrganization(test);
  own = await createScene(test);
  const { organization, admin } = inside.scene;
  const member = (role: 'create' | null) => seedMember(test, organization, role);
  const [stranger, removed, disabled, guest] = [
    await seedStranger(test),
    await member('create'),
    await member('create'),
    await member(null),
  ];
  const elsewhere = own.member;
  await test.rest('POST', `/orgs/${organization}/invites`, {
    ...admin,
    body: { emails: [elsewhere.email], role: 'create' },
  });
  await test.rest('DELETE', `/orgs/${organization}/members/${removed.id}`, admin);
  await setMemberDisabled(
    { store: test.store, viewer: test.operator },
    { user: disabled.id, organization, disabled: true },
  );
  const bound = await tokenOf(test, elsewhere.id, { organization: own.organization });
  for (const [actor, { id, token }] of [
    ['outsider', own.admin],
    ['stranger', stranger],
    ['bound elsewhere', { id: elsewhere.id, token: bound }],
    ['removed', removed],
    ['disabled', disabled],
    ['guest', guest],
  ] as const) {
    tokens.set(actor, token);
    ownIds.set(actor, id);
  }
});

/** Returns the ids that requests use. Queries are slower on Postgres, so there it returns one id of each kind. */
const requestedIds = () =>
  provider === 'sqlite' ? inside.ids : [...new Map(inside.ids.map((id) => [id.split('_')[0], id])).values()];

/** Kinds of objects whose ids a guest knows, by their names in paths and inputs. */
const guestKinds = ['organization', 'site', 'samlProvider', 'oidcProvider', 'provider', 'user'];

/** Ids and texts with the canary that current and former members may see. */
const visibleContent: { readonly [A in Actor]?: { ids?(): string[]; texts: RegExp } } = {
  disabled: { texts: new RegExp(`The user is disabled in the organization ${canary} organization`, 'g') },
  guest: {
    // The ids of the organization, its default content, its ways to sign in, and its users.
    ids: () => [...guestKinds.map((name) => inside.named[name]!), ...inside.ids.filter((id) => id.startsWith('usr_'))],
    texts: new RegExp(
      [
        `"title":"${canary} organization"`,
        `"label":"${canary} login"`,
        `"hostname":"${canary}"`,
        `"subdomain":"${canary}"`,
        `"emailDomains":\\["${canary}.test"\\]`,
        `"displayName":"${canary}"`,
        `"email":"${canary}[-\\w]*@${canary}.test"`,
      ].join('|'),
      'g',
    ),
  },
};

/** Returns the secrets in a response that the actor must not see. */
function leaks(actor: Actor, answer: Answer, sent: string): string[] {
  const { ids = () => [], texts = /(?!)/g } = visibleContent[actor] ?? {};
  const allowed = new Set([...ids(), ownIds.get(actor)]);
  const secrets = [canary, ...inside.ids.filter((id) => !allowed.has(id))];
  return findLeaks(answer.replaceAll(texts, ''), { secrets, sent });
}

const clientOf = (actor: Actor): Client => createClient(test, tokens.get(actor)!);

type IdFor = (name: string) => string;
const targetId: IdFor = (name) => inside.named[name] ?? inside.named.organization!;
const unusedId: IdFor = (name) => unusedIdLike(targetId(name));
/**
 * Returns unused ids for an actor. A guest belongs to the organization and knows some of its objects, so only the ids
 * of other objects are replaced.
 */
const unusedIdFor = (actor: Actor): IdFor =>
  actor === 'guest' ? (name) => (guestKinds.includes(name) ? targetId(name) : unusedId(name)) : unusedId;

/** A response with a secret, or one that differs from the response for unused ids. */
interface Leak {
  asked: string;
  leaks: string[];
  answer?: Answer;
  missing?: Answer;
}

/** Compares the response for ids of the organization with the response for unused ids. */
function compare(actor: Actor, requestedIds: string, [answer, missing, sent]: [Answer, Answer, string]): Leak[] {
  const foundLeaks = leaks(actor, answer, sent);
  const unnamed = Object.entries(inside.named).flatMap(([name, id]) =>
    actor === 'guest' && guestKinds.includes(name) ? [] : [id],
  );
  const same = withoutIds(answer, unnamed) === withoutIds(missing, unnamed);
  return foundLeaks.length === 0 && same
    ? []
    : [{ asked: requestedIds, leaks: foundLeaks, ...(!same && { answer, missing }) }];
}

it('the requests of these tests return the canary and the ids to an admin', async () => {
  const who = createClient(test, inside.scene.admin.token);
  const reads = sampleRequests.filter(({ method }) => method === 'GET');
  const answers = await Promise.all(reads.map((one) => who.rest('GET', fillSample(one, targetId, withCanary).path)));
  const { answers: walked } = await traverseGraph({ asking: who, starts: startsIn(inside.scene) });
  const all = [...answers, ...walked.values()].join('\n');
  expect(
    answers.filter((answer) => answer.startsWith('200') && findLeaks(answer, { secrets: [canary] }).length > 0).length,
  ).toBeGreaterThan(reads.length / 2);
  if (provider !== 'sqlite') return;
  const hidden = inside.ids.filter((id) => !all.includes(id)).map((id) => id.replace(/_.*/, ''));
  // Ids of grants are in no response. Old revisions and tokens of other users are not requested.
  expect([...new Set(hidden)].filter((kind) => !['grant', 'rev', 'tok'].includes(kind))).toEqual([]);
});

// Excluded operations: everyone with an invite link may join with it, and a domain is not an id.
const excludedOperations = [
  'joinOrganizationWithInvite',
  'acceptInvite',
  'joinOrganization',
  'getOrganizationsForEmailDomain',
];

/**
 * Tested actors. The code that distinguishes between them does not depend on the database, so Postgres needs only two.
 */
const testedActors = provider === 'sqlite' ? actors : (['outsider', 'guest'] as const);

describe.each(testedActors)('%s', (actor) => {
  it('learns nothing from any operation of /v1 with ids of the organization', async () => {
    const who = clientOf(actor);
    const foundLeaks: Leak[] = [];
    for (const request of sampleRequests.filter((one) => !excludedOperations.includes(one.id))) {
      const requestedIds = fillSample(request, targetId, withCanary);
      const unasked = fillSample(request, unusedIdFor(actor), withCanary);
      const send = ({ path, body }: typeof requestedIds) => who.rest(request.method, path, body);
      const answer = await send(requestedIds);
      const missing = requestedIds.path === unasked.path ? answer : await send(unasked);
      foundLeaks.push(
        ...compare(actor, `${request.id} ${requestedIds.path}`, [answer, missing, JSON.stringify(requestedIds)]),
      );
    }
    expect(foundLeaks).toEqual([]);
  });

  it('learns nothing from any mutation with ids of the organization', async () => {
    const who = clientOf(actor);
    const missing = mutationCalls(unusedIdFor(actor));
    const foundLeaks: Leak[] = [];
    for (const [index, { name, query, variables }] of mutationCalls(targetId).entries()) {
      if (excludedOperations.some((join) => name.startsWith(join))) continue;
      const answers = [
        await who.graphql(query, variables),
        await who.graphql(query, missing[index]!.variables),
      ] as const;
      foundLeaks.push(...compare(actor, name, [...answers, JSON.stringify(variables)]));
    }
    expect(foundLeaks).toEqual([]);
  });

  it('learns nothing from any root field with an id of the organization', async () => {
    const who = clientOf(actor);
    const foundLeaks: Leak[] = [];
    for (const id of requestedIds()) {
      if (visibleContent[actor]?.ids?.().includes(id)) continue;
      const textOf = (named: string) => {
        const calls = fieldCalls('Query', () => named);
        return `{ ${calls.map(({ text }, index) => `a${index}: ${text}`).join(' ')} }`;
      };
      const missing = unusedIdLike(id);
      const [answer, unanswered] = [await who.graphql(textOf(id)), await who.graphql(textOf(missing))];
      const known = leaks(actor, answer, id);
      if (known.length > 0 || answer.replaceAll(id, missing) !== unanswered)
        foundLeaks.push({ asked: textOf(id), leaks: known, answer, missing: unanswered });
    }
    expect(foundLeaks).toEqual([]);
  });

  it('learns nothing from a GraphQL traversal that starts at its own objects', async () => {
    const starts: Start[] = [...ownStarts, startAt(ownIds.get(actor)!, 'User')];
    if (actor === 'outsider' || actor === 'bound elsewhere') starts.push(...startsIn(own));
    if (actor === 'guest') starts.push(startAt(inside.named.organization!, 'Organization'));
    const known = {
      id: ['team', 'site', 'invite', 'samlProvider', 'oidcProvider', 'file'].map((name) => inside.named[name]!),
      user: [targetId('user')],
    };
    const { answers, edges } = await traverseGraph({ asking: clientOf(actor), starts, known });
    const foundLeaks = [...answers].flatMap(([query, answer]) =>
      leaks(actor, answer, query).map((leak) => ({ query, leak })),
    );
    expect(foundLeaks).toEqual([]);
    if (actor === 'outsider') expect(edges.size).toBeGreaterThan(provider === 'sqlite' ? 50 : 20);
  });
});

/** Arguments that are not ids: texts that contain the canary of the organization. */
const withCanary = { emailDomain: `${canary}.test`, query: canary };

describe('an outsider in its own organization', () => {
  const types: [string, (scene: Fixture) => string][] = [
    ['Organization', ({ organization }) => organization],
    ['Space', ({ manual }) => manual.id],
  ];

  it.each(types)(
    'finds nothing if an argument of a field of %s is an id of the other organization',
    async (type, idOf) => {
      const who = clientOf('outsider');
      const foundLeaks: Leak[] = [];
      for (const id of requestedIds()) {
        const ask = (named: string) => {
          const calls = fieldCalls(type, () => named).map(({ text }, index) => `a${index}: ${text}`);
          const inner = type === 'Space' ? `${calls.join(' ')} revision { ${revisionCalls(named)} }` : calls.join(' ');
          return who.graphql(`{ node(id: "${idOf(own)}") { ... on ${type} { ${inner} } } }`);
        };
        const [answer, missing] = [await ask(id), await ask(unusedIdLike(id))];
        if (leaks('outsider', answer, id).length > 0 || answer.replaceAll(id, unusedIdLike(id)) !== missing)
          foundLeaks.push({ asked: id, leaks: [], answer, missing });
      }
      expect(foundLeaks).toEqual([]);
    },
  );

  it('receives the same search results for the canary as for a word that does not exist', async () => {
    const who = clientOf('outsider');
    const word = canary.replace('k', 'x');
    const ask = (search: string) =>
      Promise.all([
        who.rest('GET', `/orgs/${own.organization}/members?search=${search}`),
        who.rest('GET', `/orgs/${own.organization}/teams?title=${search}`),
        who.rest('GET', `/orgs/${own.organization}/sites?title=${search}`),
        who.rest('GET', `/email-domains/${search}.test/orgs`),
        who.rest('GET', `/orgs/${own.organization}/search?query=${search}`),
        who.rest('GET', `/spaces/${own.manual.id}/search?query=${search}`),
      ]);
    const [found, nothing] = [await ask(canary), await ask(word)];
    expect(found.map((answer) => answer.replaceAll(canary, word))).toEqual(nothing);
    for (const answer of found) expect(leaks('outsider', answer, canary)).toEqual([]);
  });

  it.each([
    'spaces',
    'members',
    'teams',
    'sites',
    'collections',
    'changeRequests',
    'invites',
    'samlProviders',
    'oidcProviders',
  ])("cannot use a cursor of another organization's list %s: returns 400, as for an invalid cursor", async (list) => {
    const textOf = (organization: string, page: string) =>
      `{ organization(id: "${organization}") { ${list}(${page}) { totalCount edges { cursor } nodes { __typename } } } }`;
    const theirs = await createClient(test, inside.scene.admin.token).graphql(
      textOf(inside.named.organization!, 'first: 1'),
    );
    const [{ cursor }] = bodyOf(theirs).data.organization[list].edges;
    const who = clientOf('outsider');
    const [answer, garbage] = await Promise.all(
      [cursor, 'x'.repeat(cursor.length)].map((after) =>
        who.graphql(textOf(own.organization, `first: 1, after: "${after}"`)),
      ),
    );
    expect(leaks('outsider', answer!, cursor)).toEqual([]);
    expect(answer!.replaceAll(cursor, 'x'.repeat(cursor.length))).toBe(garbage);
    expect(bodyOf(answer!).errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});

const revisionCalls = (id: string): string =>
  fieldCalls('Revision', () => id)
    .map(({ text }, index) => `r${index}: ${text}`)
    .join(' ');
