import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaults } from '../../src/modules/sites/sites/default-customization.js';
import { claimed, hasContract, readContract } from '../contract/described-operations.js';
import { type RestResponse, testApp } from '../support/app.js';
import { seedOrganization } from '../support/seed.js';
import { describedApi } from '../support/shared-schema.js';
import { type Manual, seedManual } from './manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from './review/change-requests/proposal.js';
import { type SeededSite, seedSite } from './sites/sites/site-kit.js';

// Each request field of `/v1` that takes an emoji accepts characters and code points. Responses contain code points.

type Json = Record<string, any>;

const test = await testApp();
const acme = await seedOrganization(test);
const { admin } = acme;
let manual: Manual;
let proposal: ChangeRequestClient;
let site: SeededSite;
/** Paths of a comment and of a reply to it, by path of the space or change request. */
const commentPaths: Record<string, { comment: string; reply: string }> = {};

beforeAll(async () => {
  manual = await seedManual(test, acme);
  proposal = await openChangeRequest(test, manual.id, admin.token);
  site = await seedSite(test, acme);
  for (const place of [`/spaces/${manual.id}`, proposal.path]) {
    const write = (path: string) => test.rest('POST', path, { ...admin, body: { body: { markdown: 'Well.' } } });
    const comment = `${place}/comments/${(await write(`${place}/comments`)).body.id}`;
    const reply = `${comment}/replies/${(await write(`${comment}/replies`)).body.id}`;
    commentPaths[place] = { comment, reply };
  }
});

/** Request field that takes an emoji: `send` sends one, and `read` returns the value that `/v1` then has. */
interface EmojiField {
  send(emoji: string): Promise<RestResponse>;
  read(answer: RestResponse): Promise<unknown> | unknown;
  /** True if the field refuses an empty string. */
  refusesNone?: true;
}

const at = (method: string, path: string, body: object) => test.rest(method, path, { ...admin, body });

const inAnswer = ({ body }: RestResponse) => body.emoji;

const pageOf = async (id: string) => (await test.rest('GET', `${proposal.path}/content/page/${id}`, admin)).body.emoji;

const inserted: EmojiField = {
  send: (emoji) => proposal.change({ operation: 'insert_page', title: 'New', document: { markdown: '' }, emoji }),
  read: ({ body }) => pageOf(body.changes[0].page.id),
};

const updated: EmojiField = {
  send: (emoji) => proposal.change({ operation: 'update_page', page: manual.page('guide'), emoji }),
  read: () => pageOf(manual.page('guide')),
};

const favicon: EmojiField = {
  send: (emoji) => site.ask('PUT', '/customization', { ...defaults, favicon: { emoji } }),
  read: ({ body }) => body.favicon.emoji,
};

/** Returns the field that adds or removes reactions of a comment or reply. */
function reaction(place: () => string, kind: 'comment' | 'reply', member: 'addedReactions' | 'removedReactions') {
  const path = () => commentPaths[place()]![kind];
  const react = (body: object) => at('PUT', path(), body);
  const known = ['📘', '❤️', '👨‍⚕️', '🧑🏻‍❤️‍💋‍🧑🏼'];
  return {
    refusesNone: true as const,
    async send(emoji: string) {
      await react(member === 'addedReactions' ? { removedReactions: known } : { addedReactions: known });
      return react({ [member]: [emoji] });
    },
    async read({ body }: RestResponse) {
      const codes: string[] = body.reactions.map((one: Json) => one.emoji);
      if (member === 'addedReactions') return codes[0];
      await react({ removedReactions: known });
      const removed = (await react({ addedReactions: known })).body.reactions.map((one: Json) => one.emoji);
      return removed.filter((code: string) => !codes.includes(code))[0];
    },
  };
}

const onSpace = () => `/spaces/${manual.id}`;
const onProposal = () => proposal.path;

/** Fields by operation id and path in the request body. */
const members: Record<string, EmojiField> = {
  'createSpace emoji': {
    send: (emoji) => at('POST', `/orgs/${acme.id}/spaces`, { title: 'New', emoji }),
    read: inAnswer,
  },
  'updateSpaceById emoji': { send: (emoji) => at('PATCH', `/spaces/${manual.id}`, { emoji }), read: inAnswer },
  'updateChangeRequestContent changes[].emoji': {
    async send(emoji) {
      const answers = [await inserted.send(emoji), await updated.send(emoji)];
      expect(answers.map(({ status }) => status)).toEqual([answers[0]!.status, answers[0]!.status]);
      return answers[0]!;
    },
    async read(answer) {
      const pages = [await inserted.read(answer), await updated.read(answer)];
      expect(pages[0]).toBe(pages[1]);
      return pages[0] ?? '';
    },
  },
  'updateSiteCustomizationById favicon.emoji': favicon,
  'updateCommentInSpace addedReactions[]': reaction(onSpace, 'comment', 'addedReactions'),
  'updateCommentInSpace removedReactions[]': reaction(onSpace, 'comment', 'removedReactions'),
  'updateCommentReplyInSpace addedReactions[]': reaction(onSpace, 'reply', 'addedReactions'),
  'updateCommentReplyInSpace removedReactions[]': reaction(onSpace, 'reply', 'removedReactions'),
  'updateCommentInChangeRequest addedReactions[]': reaction(onProposal, 'comment', 'addedReactions'),
  'updateCommentInChangeRequest removedReactions[]': reaction(onProposal, 'comment', 'removedReactions'),
  'updateCommentReplyInChangeRequest addedReactions[]': reaction(onProposal, 'reply', 'addedReactions'),
  'updateCommentReplyInChangeRequest removedReactions[]': reaction(onProposal, 'reply', 'removedReactions'),
};

/** Returns the paths in a schema to fields with the format `emoji`. Visits each named schema once. */
function emojiIn(root: Json, document: Json): string[] {
  const visited = new Set<string>();
  const inSchema = (schema: Json, way: string): string[] => {
    if (schema.$ref !== undefined) return inNamed(schema.$ref, way);
    if (schema.format === 'emoji') return [way];
    const below = Object.entries((schema.properties ?? {}) as Json).flatMap(([name, member]) =>
      inSchema(member, way === '' ? name : `${way}.${name}`),
    );
    const items = schema.items ? inSchema(schema.items, `${way}[]`) : [];
    const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => (schema[keyword] ?? []) as Json[]);
    return [...below, ...items, ...branches.flatMap((branch) => inSchema(branch, way))];
  };
  const inNamed = (ref: string, way: string): string[] => {
    const target = ref
      .split('/')
      .slice(1)
      .reduce((found, name) => found[name], document);
    if (target.format === 'emoji') return [way];
    if (visited.has(ref)) return [];
    visited.add(ref);
    return inSchema(target, way);
  };
  return [...new Set(inSchema(root, ''))];
}

function operationsOf(document: Json): Json[] {
  return Object.values(document.paths as Json).flatMap((methods) => Object.values(methods as Json));
}

function emojiInRequests(): string[] {
  const document = describedApi() as unknown as Json;
  return operationsOf(document).flatMap(({ operationId, requestBody }) => {
    const schema = requestBody?.content?.['application/json']?.schema;
    return schema ? emojiIn(schema, document).map((way) => `${operationId} ${way}`) : [];
  });
}

describe('request fields that take an emoji', () => {
  it('are all in the table', () => {
    expect(Object.keys(members).sort()).toEqual(emojiInRequests().sort());
  });

  it.each(Object.entries(members))('%s', async (_, { send, read, refusesNone: refusesEmpty }) => {
    const validEmoji = [
      ['📘', '1f4d8'],
      ['1F4D8', '1f4d8'],
      ['❤', '2764-fe0f'],
      ['2764', '2764-fe0f'],
      ['1f468-2695', '1f468-200d-2695-fe0f'],
      ['🧑🏻‍❤️‍💋‍🧑🏼', '1f9d1-1f3fb-2764-1f48b-1f9d1-1f3fc'],
      ...(refusesEmpty ? [] : [['', '']]),
    ] as const;
    for (const [emoji, code] of validEmoji) {
      const answer = await send(emoji);
      expect([emoji, answer.body.error]).toEqual([emoji, undefined]);
      expect([emoji, await read(answer)]).toEqual([emoji, code]);
    }
    for (const bad of ['x', '👍👍', ':book:', '1f44d1f44d', ' 👍', ...(refusesEmpty ? [''] : [])]) {
      expect([bad, (await send(bad)).status]).toEqual([bad, 400]);
    }
  });
});

describe('GraphQL', () => {
  it('returns characters in `emoji` and code points in `emojiCode`', async () => {
    await at('PATCH', `/spaces/${manual.id}`, { emoji: '2764' });
    await updated.send('1f4d8');
    await at('PUT', commentPaths[proposal.path]!.comment, { addedReactions: ['1f44d'] });
    const query = `query ($space: ID!, $page: ID!, $proposal: ID!) {
      space(id: $space) { emoji emojiCode }
      changeRequest(id: $proposal) {
        revision { page(id: $page) { emoji emojiCode } }
        comments(first: 1) { nodes { reactions { emoji emojiCode } } }
      }
    }`;
    const variables = { space: manual.id, page: manual.page('guide'), proposal: proposal.id };
    const { data, errors } = await test.graphql(query, { ...admin, variables });
    expect(errors).toBeUndefined();
    expect(data.space).toEqual({ emoji: '❤️', emojiCode: '2764-fe0f' });
    const { revision, comments } = data.changeRequest;
    expect(revision.page).toEqual({ emoji: '📘', emojiCode: '1f4d8' });
    expect(comments.nodes[0].reactions).toContainEqual({ emoji: '👍', emojiCode: '1f44d' });
  });

  it('returns both forms of a changed emoji, and `/v1` returns the code points', async () => {
    await proposal.change({ operation: 'update_page', page: manual.page('guide/use'), emoji: '❤' });
    const query = `query ($proposal: ID!) { changeRequest(id: $proposal) { diff(first: 50) { nodes {
      ... on PageEdited { page { id } attributes { emoji { after } emojiCode { before after } } }
    } } } }`;
    const { data } = await test.graphql(query, { ...admin, variables: { proposal: proposal.id } });
    const edited = data.changeRequest.diff.nodes.find(({ page }: Json) => page?.id === manual.page('guide/use'));
    expect(edited.attributes).toEqual({ emoji: { after: '❤️' }, emojiCode: { before: null, after: '2764-fe0f' } });
    const { body } = await test.rest('GET', `${proposal.path}/changes?limit=50`, admin);
    const change = body.changes.find(({ page }: Json) => page?.id === manual.page('guide/use'));
    expect(change.attributes.emoji).toEqual({ after: '2764-fe0f' });
  });

  it('accepts both forms, also in the text of a query', async () => {
    for (const written of ['📘', '1f4d8']) {
      const query = `mutation { updateSpace(input: { space: "${manual.id}", emoji: "${written}" }) { space { emoji } } }`;
      expect((await test.graphql(query, admin)).data.updateSpace.space).toEqual({ emoji: '📘' });
    }
  });

  it('has `emojiCode` in every type that has an `emoji`', () => {
    const sdl = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
    const types = [...sdl.matchAll(/^(?:type|interface) (\w+)[^{]*\{(.*?)^\}/gms)];
    const missing = types.filter(([, , fields]) => /^ {2}emoji: /m.test(fields!) && !/^ {2}emojiCode: /m.test(fields!));
    expect(missing.map(([, name]) => name)).toEqual([]);
  });
});

describe.skipIf(!hasContract)('the contract (skipped if DOCGRAPH_SHARED has none)', () => {
  const contract = hasContract ? readContract() : {};
  const operations = ((contract.operations ?? []) as Json[]).filter(({ id }) => claimed.includes(id));

  it('has no emoji field in a request that the table lacks', () => {
    const named = operations.flatMap(({ id, body }) =>
      body ? emojiIn(body, contract).map((way) => `${id} ${way}`) : [],
    );
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !(name in members))).toEqual([]);
  });

  it('has no emoji in a response whose schema here has none', () => {
    const document = describedApi() as unknown as Json;
    const hasEmoji = (responses: Json, within: Json) => emojiIn(successOf(responses), within).length > 0;
    const ours = new Map(operationsOf(document).map(({ operationId, responses }) => [operationId, responses]));
    const named = operations.filter(({ responses }) => hasEmoji(responses, contract)).map(({ id }) => id);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((id) => !hasEmoji(ours.get(id), document))).toEqual([]);
  });
});

/**
 * Returns the schema of the success response, in the form of OpenAPI or of the contract. It is empty without a body.
 */
function successOf(responses: Json): Json {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2'))!;
  return (response?.content ? response.content['application/json']?.schema : response) ?? {};
}
