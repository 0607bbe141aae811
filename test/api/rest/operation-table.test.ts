import { expect, it } from 'vitest';
import { createOperationTable } from '../../../src/api/rest/documents/table.js';
import { openEndpoints } from '../../../src/api/rest/endpoints.js';
import { restDocuments } from '../../../src/app/rest-documents.js';
import { toySchema } from './toy.js';

const schema = toySchema(
  /* GraphQL */ `
    type Thing { id: ID!, title: String }
    type Query { thing(id: ID): Thing }
  `,
  {},
);

const documents = [
  {
    name: 'Things',
    text: `
# Gets a thing.
query getThing($id: ID!) @route(method: GET, path: "/v1/things/{id}") { thing(id: $id) { ...Whole } }
query getNothing @route(method: GET, path: "/v1/nothing") { nothing }
fragment Whole on Thing { ...Named title }
fragment Named on Thing { id }`,
  },
];

it('a table has the route and text of each operation and all fragments that it uses, including nested ones', () => {
  const { operations, fragments } = createOperationTable(documents);
  expect(operations).toMatchObject([
    {
      tag: 'Things',
      comment: 'Gets a thing.',
      route: { id: 'getThing', method: 'GET', path: '/v1/things/{id}', status: 200, parameters: ['id'] },
      fragments: ['Whole', 'Named'],
    },
    { route: { id: 'getNothing' }, fragments: [] },
  ]);
  expect(Object.keys(fragments)).toEqual(['Whole', 'Named']);
});

it('the table of all stored operations survives serialization', () => {
  const table = createOperationTable(restDocuments());
  const read = JSON.parse(JSON.stringify(table));
  expect(read.operations).toEqual(JSON.parse(JSON.stringify(table.operations)));
  expect(JSON.parse(JSON.stringify(createOperationTable(restDocuments())))).toEqual(read);
});

it('an endpoint is compiled once, on first use, so an unused operation may even be invalid', () => {
  const [thing, nothing] = openEndpoints(schema, JSON.parse(JSON.stringify(createOperationTable(documents)))).endpoints;
  expect(thing!.operation().read({ params: { id: 'a' }, query: {}, body: undefined })).toEqual({ id: 'a' });
  expect(thing!.operation()).toBe(thing!.operation());
  expect(() => nothing!.operation()).toThrow();
});
