import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeApi, type OpenApiDocument } from '../../../src/api/rest/openapi/describe.js';
import { compileOperations } from '../../../src/api/rest/operations.js';
import { call, toyApp, toySchema } from './toy.js';

/** Null in the OpenAPI document: an enum with null as its only value. */
const nothing = { type: ['string', 'null'], enum: [null] };

const flat = [
  { __typename: 'Sheet', id: 'a', title: 'A', parentId: null },
  { __typename: 'Link', id: 'b', parentId: 'a', url: 'u' },
  { __typename: 'Sheet', id: 'c', title: null, parentId: 'a' },
];
const space = {
  id: 's',
  title: 'T',
  note: null,
  kind: 'dark-red',
  pages: flat,
  owner: { id: 'o' },
  extra: { width: 1 },
};

const schema = toySchema(
  /* GraphQL */ `
    "A short text."
    scalar Title
    enum Kind { DARK_RED LIGHT_BLUE }
    enum Mode { TRUE FALSE SURE }
    interface PagedList { totalCount: Int!, pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean!, endCursor: String }
    union Page = Sheet | Link
    type Sheet { id: ID!, title: String, parentId: ID }
    type Link { id: ID!, parentId: ID, url: String! }
    type Owner { id: ID! }
    type Extra { width: Int!, unit: String }
    type Space {
      id: ID!
      "How it is called."
      title: Title!
      note: String, kind: Kind!, pages: [Page!]!, owner: Owner!, extra: Extra!, old: Int @deprecated
    }
    type SpaceConnection implements PagedList { totalCount: Int!, pageInfo: PageInfo!, nodes: [Space!]! }
    type Query {
      "One space. Found by its id."
      space("The space's id." id: ID!, mode: Mode): Space
      "All spaces."
      spaces(first: Int, kind: [Kind!]): SpaceConnection!
      page: Page
    }
    input Move { page: ID!, at: Int }
    input Change @oneOf { movePage: Move, rename: String }
    input Entry { key: ID!, kind: Kind! }
    input Save {
      id: ID
      "The new title."
      title: Title
      kind: Kind!, changes: [Change!], levels: [Entry!], tags: [String!]
    }
    type Saved { space: Space!, created: Boolean! }
    type Mutation { "Saves a space." save(input: Save!): Saved! }
  `,
  {
    values: {
      Kind: { DARK_RED: 'dark-red', LIGHT_BLUE: 'light-blue' },
      Mode: { TRUE: 'true', FALSE: 'false', SURE: 'sure' },
    },
    rest: {
      Title: { schema: { type: 'string', maxLength: 50 } },
      Mode: { schema: { anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['sure'] }] } },
      Space: { constants: { object: 'space' } },
      Sheet: { constants: { type: 'sheet' }, parentOf: true },
      Link: { constants: { type: 'link' } },
      Change: { discriminator: { property: 'operation', mapping: { move_page: 'movePage', rename: 'rename' } } },
      Entry: { entries: { key: 'key' } },
      'Save.title': { nullClears: true },
      'Save.levels': { nullClears: true },
      'Move.at': { nullClears: true },
      'Query.spaces.first': { schema: { minimum: 0, maximum: 1000 } },
    },
    resolvers: {
      'Query.space': () => space,
      'Query.spaces': () => ({ totalCount: 1, pageInfo: { hasNextPage: true, endCursor: 'c' }, nodes: [space] }),
      'Query.page': () => flat[1],
      'Mutation.save': () => ({ space, created: true }),
    },
  },
);

const text = /* GraphQL */ `
  fragment Space on Space { id title note @nullable kind owner @value { id } extra @flatten { width unit } }
  fragment Sheet on Sheet { id title }
  fragment Link on Link { id url }
  fragment Page on Page { ...Sheet ...Link }
  query getSpace($id: ID!, $mode: Mode = TRUE) @route(method: GET, path: "/v1/spaces/{id}", errors: [409]) {
    space(id: $id, mode: $mode) { ...Space }
  }
  query list($limit: Int, $kind: [Kind!] = [DARK_RED])
  @route(method: GET, path: "/v1/spaces") {
    spaces(first: $limit, kind: $kind) { ...List nodes { ...Space } }
  }
  query tree($id: ID!) @route(method: GET, path: "/v1/spaces/{id}/tree") {
    space(id: $id) { pages @result(as: "pages") @nest(parent: "parentId", into: "pages") {
      ...Sheet ...Link ... on Sheet { parentId } ... on Link { parentId }
    } }
  }
  # Any page at all.
  query page @route(method: GET, path: "/v1/page") { page { ...Page } }
  mutation save($input: Save!) @route(method: PUT, path: "/v1/spaces/{id}") {
    save(input: $input) {
      space @result { ...Space } created @status(whenTrue: 201)
    }
  }
`;

let document: OpenApiDocument;
beforeAll(() => {
  document = describeApi(compileOperations(schema, [{ name: 'spaces', text }]), { title: 'Toy', version: '1' });
});
const at = (path: string, method: string) => JSON.parse(JSON.stringify(document.paths[path]![method]));
const answerOf = (path: string, method = 'get', status = 200) =>
  at(path, method).responses[status].content['application/json'].schema;
const component = (name: string) => JSON.parse(JSON.stringify(document.components.schemas![name]));

describe('an operation in OpenAPI', () => {
  it('has its id, its tag, and the description from the schema', () => {
    expect(at('/v1/spaces/{id}', 'get')).toMatchObject({
      operationId: 'getSpace',
      tags: ['spaces'],
      summary: 'One space.',
      description: 'One space. Found by its id.',
    });
    expect(at('/v1/spaces/{id}', 'put')).toMatchObject({ summary: 'Saves a space.' });
  });
  it('prefers the comment above it', () => {
    expect(at('/v1/page', 'get')).toMatchObject({ summary: 'Any page at all.' });
  });
  it('has parameters with types, constraints, defaults and descriptions', () => {
    expect(at('/v1/spaces/{id}', 'get').parameters).toEqual([
      { name: 'id', in: 'path', required: true, description: "The space's id.", schema: { type: 'string' } },
      {
        name: 'mode',
        in: 'query',
        required: false,
        schema: { $ref: '#/components/schemas/Mode', default: 'true' },
      },
    ]);
    expect(component('Mode')).toEqual({ anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['sure'] }] });
    expect(at('/v1/spaces', 'get').parameters).toEqual([
      {
        name: 'limit',
        in: 'query',
        required: false,
        description: 'Most items of the answer, 0 to 1000; default 50.',
        schema: { type: 'integer', minimum: 0, maximum: 1000 },
      },
      {
        name: 'kind',
        in: 'query',
        required: false,
        schema: { type: 'array', items: { $ref: '#/components/schemas/Kind' }, default: ['dark-red'] },
      },
    ]);
  });
  it('documents the Idempotency-Key parameter and the Idempotent-Replayed header of a mutation', () => {
    const key = { $ref: '#/components/parameters/IdempotencyKey' };
    expect(at('/v1/spaces/{id}', 'put').parameters).toContainEqual(key);
    expect(at('/v1/spaces/{id}', 'get').parameters).not.toContainEqual(key);
    const headers = { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } };
    expect(at('/v1/spaces/{id}', 'put').responses[201].headers).toEqual(headers);
    expect(document.components).toMatchObject({
      parameters: { IdempotencyKey: { name: 'Idempotency-Key', in: 'header', required: false } },
      headers: { IdempotentReplayed: { schema: { enum: ['true'] } } },
    });
  });
  it('has a body in the form that clients send', () => {
    const { required, content } = at('/v1/spaces/{id}', 'put').requestBody;
    const { schema: body } = content['application/json'];
    expect(required).toBe(true);
    expect(body).toMatchObject({ required: ['kind'], additionalProperties: false });
    expect(body.properties.title).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Title' }, nothing],
      description: 'The new title.',
    });
    expect(body.properties.tags).toEqual({ type: 'array', items: { type: 'string' } });
    expect(component('Change').anyOf[0]).toEqual({
      type: 'object',
      properties: {
        operation: { type: 'string', enum: ['move_page'] },
        page: { type: 'string' },
        at: { type: ['integer', 'null'] },
      },
      required: ['operation', 'page'],
      additionalProperties: false,
    });
    expect(component('Change').anyOf[1].required).toEqual(['operation', 'rename']);
    expect(body.properties.levels).toEqual({
      type: ['object', 'null'],
      additionalProperties: {
        type: 'object',
        properties: { kind: { $ref: '#/components/schemas/Kind' } },
        required: ['kind'],
        additionalProperties: false,
      },
    });
  });
  it('has its success statuses and its errors', () => {
    expect(Object.keys(at('/v1/spaces/{id}', 'put').responses)).toEqual([
      '200',
      '201',
      '400',
      '401',
      '403',
      '404',
      '409',
      '422',
      '429',
    ]);
    expect(at('/v1/spaces/{id}', 'get').responses[409]).toEqual({ $ref: '#/components/responses/Error409' });
    expect(document.components.responses!.Error409).toMatchObject({
      description: 'The state of the object does not allow this',
    });
    expect(document.security).toEqual([{ bearer: [] }]);
  });
});

describe('a component in OpenAPI', () => {
  it('describes the fragment: constants, documented enum values, nulls, unwrapped members and flattened objects', () => {
    expect(answerOf('/v1/spaces/{id}')).toEqual({ $ref: '#/components/schemas/Space' });
    const [extra, own] = component('Space').allOf;
    expect(extra).toMatchObject({ properties: { width: { type: 'integer' } }, required: ['width'] });
    expect(own).toEqual({
      type: 'object',
      properties: {
        object: { type: 'string', enum: ['space'] },
        id: { type: 'string' },
        title: { $ref: '#/components/schemas/Title', description: 'How it is called.' },
        note: { type: ['string', 'null'] },
        kind: { $ref: '#/components/schemas/Kind' },
        owner: { type: 'string' },
      },
      required: ['object', 'id', 'title', 'note', 'kind', 'owner'],
    });
    expect(component('Kind')).toEqual({ type: 'string', enum: ['dark-red', 'light-blue'] });
    expect(component('Title')).toEqual({ type: 'string', maxLength: 50, description: 'A short text.' });
  });
  it('describes a list with its items', () => {
    expect(answerOf('/v1/spaces').allOf).toEqual([
      { $ref: '#/components/schemas/List' },
      {
        type: 'object',
        properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Space' } } },
        required: ['items'],
      },
    ]);
    expect(component('List').required).toEqual(['count']);
  });
  it('describes an abstract fragment as a union of its types', () => {
    expect(answerOf('/v1/page')).toEqual({ $ref: '#/components/schemas/Page' });
    expect(component('Page').anyOf).toEqual([
      { $ref: '#/components/schemas/Sheet' },
      { $ref: '#/components/schemas/Link' },
    ]);
  });
  it('refers to itself in a tree', () => {
    const { items } = answerOf('/v1/spaces/{id}/tree').properties.pages;
    const name = items.anyOf[0].$ref.split('/').pop();
    expect(component(name).properties.pages).toEqual({ type: 'array', items });
    expect(component(name).required).toContain('pages');
    expect(component(name).properties).not.toHaveProperty('parentId');
  });
});

describe('responses', () => {
  it.each([
    { request: 'GET /v1/spaces/s', path: '/v1/spaces/{id}', method: 'get', status: 200 },
    { request: 'GET /v1/spaces', path: '/v1/spaces', method: 'get', status: 200 },
    { request: 'GET /v1/spaces/s/tree', path: '/v1/spaces/{id}/tree', method: 'get', status: 200 },
    { request: 'GET /v1/page', path: '/v1/page', method: 'get', status: 200 },
    { request: 'PUT /v1/spaces/s {"kind":"dark-red"}', path: '/v1/spaces/{id}', method: 'put', status: 201 },
  ])('of $request are valid against the document', async ({ request, path, method, status }) => {
    const app = await toyApp(schema, [text]);
    const [verb, url, body] = request.split(' ') as [string, string, string?];
    const answer = await call(app, `${verb} ${url}`, body);
    expect(answer.status).toBe(status);
    const validate = new Ajv2020({ strict: false }).compile({
      allOf: [answerOf(path, method, status)],
      components: document.components,
    });
    expect(validate(answer.json) || validate.errors).toBe(true);
  });
});
