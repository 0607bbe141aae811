import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Json } from '../../../../src/engine/base/types.js';
import { openApiPages } from '../../../../src/engine/tree/computed/openapi-pages.js';
import { openApiText } from '../../../../src/engine/tree/computed/openapi-text.js';
import type { OpenApiSource } from '../../../../src/engine/tree/computed/source.js';
import { withinBounds } from '../../../support/cost.js';
import { readSharedText } from '../../../support/shared-data.js';

const ref = { kind: 'openapi', spec: 'petstore' };
const source = (models = true): OpenApiSource => ({
  type: 'builtin:openapi',
  props: { models },
  dependencies: { spec: { ref } },
});
const entry = { id: 'page_entry', path: 'api' };
const pagesOf = (content: Json, models?: boolean) => openApiPages({ version: '1', content }, source(models), entry);
const textOf = (content: Json, page: { computed?: { [key: string]: Json } }) =>
  openApiText(content, page.computed!.props as { [key: string]: Json }, ref)!;

const small: Json = {
  info: { title: 'Shop', version: '2', description: 'Buy *things*.' },
  servers: [{ url: 'https://shop.test/v2' }],
  tags: [
    { name: 'orders', description: 'What was bought.\nMore.' },
    { name: 'empty' },
    { name: 'cart-items', 'x-displayName': 'Cart items' },
  ],
  paths: {
    '/orders': { get: { tags: ['orders'] }, post: { tags: ['orders', 'cart-items'] }, parameters: [] },
    '/health': { get: {} },
    '/late': { delete: { tags: ['Orders'] } },
  },
  webhooks: { paid: { post: { tags: ['orders'] } } },
  components: { schemas: { Order: {}, Item: {} } },
};

it('a specification becomes an info page, a page for each tag in the order of the tags, and a page of models', () => {
  expect(pagesOf(small).map(({ title, path, description }) => [title, path, description])).toEqual([
    ['Shop', 'api/shop', undefined],
    ['Orders', 'api/orders', 'What was bought.'],
    ['Cart items', 'api/cart-items', undefined],
    ['Default', 'api/default', undefined],
    ['Orders', 'api/orders-1', undefined],
    ['Models', 'api/models', undefined],
  ]);
  expect(pagesOf(small, false).at(-1)?.title).toBe('Orders');
});

it('computed pages have the same ids and seeds each time, and different ones for another entry or version', () => {
  const pages = pagesOf(small);
  expect(pagesOf(structuredClone(small))).toEqual(pages);
  expect(pages.every(({ id }) => /^page_[0-9a-hjkmnp-tv-z]{26}$/.test(id))).toBe(true);
  const elsewhere = openApiPages({ version: '2', content: small }, source(), { ...entry, id: 'page_other' });
  for (const [index, page] of pages.entries()) {
    expect(elsewhere[index]!.id).not.toBe(page.id);
    expect(elsewhere[index]!.computedSeed).not.toBe(page.computedSeed);
  }
});

it('the page of a tag has the description and the operations of the tag, in both formats', () => {
  const { markdown, document } = textOf(small, pagesOf(small)[1]!);
  expect(markdown).toBe(
    [
      'What was bought.\nMore.\n',
      '{% openapi-operation spec="petstore" path="/orders" method="get" %}\n{% endopenapi-operation %}\n',
      '{% openapi-operation spec="petstore" path="/orders" method="post" %}\n{% endopenapi-operation %}\n',
      '{% openapi-webhook spec="petstore" name="paid" method="post" %}\n{% endopenapi-webhook %}\n',
    ].join('\n'),
  );
  const blocks = (document as { nodes: { type: string; data: object }[] }).nodes;
  expect(blocks.map(({ type, data }) => ({ type, ...data }))).toEqual([
    { type: 'paragraph' },
    { type: 'openapi-operation', path: '/orders', method: 'get', ref },
    { type: 'openapi-operation', path: '/orders', method: 'post', ref },
    { type: 'openapi-webhook', name: 'paid', method: 'post', ref },
  ]);
});

it('the info page has the description, and the page of models has the names of the models', () => {
  const pages = pagesOf(small);
  expect(textOf(small, pages[0]!).markdown).toBe('Buy *things*.\n\n* Version 2\n* Server https://shop.test/v2\n');
  expect(textOf(small, pages.at(-1)!).document).toMatchObject({
    nodes: [{ type: 'openapi-schemas', data: { grouped: true, schemas: ['Order', 'Item'], ref } }],
  });
});

it('a page that the specification does not have is null', () => {
  const others: Parameters<typeof openApiText>[1][] = [{ doc: 'operations', page: 'nowhere' }, { doc: 'other' }, {}];
  for (const props of others) expect(openApiText(small, props, ref)).toBeNull();
  expect(openApiText({}, { doc: 'models' }, ref)).toBeNull();
});

it('any JSON becomes pages with text', () => {
  const name = fc.constantFrom(
    'info',
    'title',
    'paths',
    'webhooks',
    'tags',
    'name',
    'description',
    'servers',
    'url',
    'components',
    'schemas',
    '/a',
    'get',
    '__proto__',
    'constructor',
  );
  const { any } = fc.letrec<{ any: Json }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 5, depthSize: 'large' },
      fc.constantFrom<Json>(null, '', 'text', 7, true),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(name, tie('any'), { maxKeys: 8, noNullPrototype: true }) as fc.Arbitrary<Json>,
    ),
  }));
  fc.assert(
    fc.property(any, (content) => {
      const pages = pagesOf(content);
      expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
      expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
      for (const page of pages) expect(textOf(content, page)).toMatchObject({ document: { object: 'document' } });
    }),
    { numRuns: 500 },
  );
});

/** Real OpenAPI documents with the expected counts. The documents are not part of the project. */
const manifest = readSharedText('openapi/MANIFEST.json');
interface RealDocument {
  file: string;
  parses: boolean;
  operations: number;
  webhooks: number;
  schemas: number;
}
const realDocuments = ((manifest === null ? [] : JSON.parse(manifest)) as RealDocument[]).filter(
  ({ parses }) => parses,
);

describe.skipIf(realDocuments.length === 0)('real specifications (skipped if the shared data is absent)', () => {
  it.each(realDocuments)(
    '$file: shows every operation on a page, within 2 s of CPU',
    async ({ file, operations, schemas }) => {
      const read = parse(readSharedText(`openapi/${file}`)!, { maxAliasCount: 100 }) as Json;
      const blocks = await withinBounds({ cpu: 2 }, () => {
        // Derived data is cached with its content object, so the test needs a new object.
        const content = structuredClone(read);
        return pagesOf(content).flatMap(
          (page) =>
            (
              textOf(content, page).document as {
                nodes: { type: string; data: { path?: string; method?: string; schemas?: string[] } }[];
              }
            ).nodes,
        );
      });
      const operationKeys = new Set(
        blocks.filter(({ type }) => type === 'openapi-operation').map(({ data }) => `${data.method} ${data.path}`),
      );
      expect(operationKeys.size).toBe(operations);
      expect(blocks.filter(({ type }) => type === 'openapi-schemas').flatMap(({ data }) => data.schemas)).toHaveLength(
        schemas,
      );
    },
  );
});
