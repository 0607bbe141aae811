import fc from 'fast-check';
import type { World } from './world.js';

/**
 * Kinds of objects, by name of the member or parameter that identifies such an object. All other members are plain
 * text.
 */
const kinds: Record<string, string> = {
  ...named('organization', ['organizationId', 'organization']),
  ...named('space', ['spaceId', 'space', 'spaces', 'template']),
  ...named('collection', ['collectionId', 'collection', 'parent']),
  ...named('changeRequest', ['changeRequestId', 'changeRequest']),
  ...named('revision', ['revisionId', 'revision']),
  ...named('page', ['pageId', 'page', 'into', 'before', 'after', 'pages', 'target']),
  ...named('file', ['fileId', 'file', 'files']),
  ...named('site', ['siteId', 'site']),
  ...named('user', ['userId', 'user', 'users', 'members', 'memberships', 'add', 'remove', 'owner', 'creator']),
  ...named('user', ['contributor', 'requestedReviewer']),
  ...named('team', ['teamId', 'team', 'teams', 'defaultTeam']),
  ...named('invite', ['inviteId', 'invite']),
  ...named('samlProvider', ['samlProviderId', 'samlProvider', 'provider']),
  ...named('oidcProvider', ['oidcProvider']),
};

function named(kind: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, kind]));
}

/** Ids that no object has, and texts that are not ids. */
const unknownIds = [
  'spc_00000000000000000000000000',
  'usr_00000000000000000000000000',
  '0',
  '-1',
  '99999999999',
  'spc_',
  '_',
];

/** Odd texts that often break software, although no rule of ours mentions them. */
export const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '😀',
  '👩‍👩‍👧‍👦'.repeat(20),
  '\u202e\u2066\ufeff',
  'é'.normalize('NFD'),
  '﷽'.repeat(300),
  'x'.repeat(5000),
  'NaN',
  'null',
  'undefined',
  'Infinity',
  '-0',
  '1e309',
  '%00',
  '%',
  '_',
  "' or 1=1 --",
  '"; drop table "Space"; --',
  '{"$gt":""}',
  '{{7*7}}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  '\r\nx-injected: 1',
  'javascript:alert(1)',
  'http://[',
  'https://user:pass@x.test',
  '2026-13-45T99:99:99Z',
  '#',
  '/',
  '//',
  '?',
];

const markdown = fc.constantFrom(
  '# Title\n\nText with [a link](guide.md#part) and ![a picture](plan.png).\n',
  '---\ntitle: {a: [\n---\n\ntext',
  '{% hint style="info" %}\nx\n{% endhint %}\n\n{% if x %}',
  '<code class="expression">space.vars.a + </code>',
  '| a | b |\n|---|\n| c |',
  '<table><tr><td>x</table>',
  '[a]: <x\n\n[a][a] [x](docgraph:space/spc_0/page/pag_0)',
  '> '.repeat(200),
  '```\nunclosed',
  '$$\nx',
);

/** Texts that suit a member or parameter, by its name. */
const fitting: Record<string, fc.Arbitrary<string>> = {
  markdown,
  base64: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  contentType: fc.constantFrom('text/plain', 'image/png', 'image/svg+xml'),
  emoji: fc.constantFrom('1f600', '😀'),
  email: fc.constantFrom('new@acme.test', 'A@B.test', 'admin1@acme.test'),
  emails: fc.constantFrom('new@acme.test', 'other@acme.test'),
  emailDomains: fc.constantFrom('acme.test', 'ümlaut.test'),
  emailDomain: fc.constantFrom('acme.test', 'else.test', 'test'),
  slug: fc.constantFrom('a-page', 'guide', 'A b', 'ü'),
  query: fc.constantFrom('guide', 'first second', 'in', '検索', '"guide"', '*', 'a'.repeat(500)),
  name: fc.constantFrom('a.txt', 'plan.png', 'b/c.txt', '..', 'con'),
  condition: fc.constantFrom('visitor.claims.x', '1 +', 'true'),
  pagePath: fc.constantFrom('guide', 'guide/install', 'guide%2Finstall', '', '/', '//', 'nowhere'),
  order: fc.constantFrom('asc', 'desc'),
};

/** Generates texts for a member or parameter: texts that suit its name, ids, or plain text. */
export function textsFor(
  name: string,
  world: World,
  schema: { format?: string; maxLength?: number } = {},
): fc.Arbitrary<string> {
  if (fitting[name]) return fitting[name];
  const kind = kinds[name];
  if (kind) return idsFor(kind, world);
  if (schema.format === 'uri') return fc.constantFrom('https://acme.test/a.png', 'https://x.test');
  if (schema.format === 'email') return fitting.email!;
  return fc.string({ minLength: 1, maxLength: Math.min(schema.maxLength ?? 30, 30), unit: 'grapheme' });
}

/**
 * Generates ids of a kind of objects. Most belong to the organization; others are foreign, deleted, of another kind, or
 * belong to no object.
 */
export function idsFor(kind: string, world: World): fc.Arbitrary<string> {
  const from = (ids: string[] = []): fc.Arbitrary<string> => fc.constantFrom(...(ids.length > 0 ? ids : unknownIds));
  return fc.oneof(
    { weight: 12, arbitrary: from(world.own[kind]) },
    { weight: 2, arbitrary: from(world.foreign[kind]) },
    { weight: 2, arbitrary: from(world.gone[kind]) },
    { weight: 1, arbitrary: from(Object.values(world.own).flat()) },
    { weight: 1, arbitrary: from(unknownIds) },
  );
}
