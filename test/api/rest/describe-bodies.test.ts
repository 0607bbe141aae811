import { describe, expect, it } from 'vitest';
import { describeApi } from '../../../src/api/rest/openapi/describe.js';
import { compileOperations } from '../../../src/api/rest/operations.js';
import { toySchema } from './toy.js';

describe('an operation whose body is described as a whole', () => {
  const inputs = toySchema(
    `input Item { name: String!, inner: Item, font: Font } input Font { id: ID!, bold: Boolean }
     input Choice @oneOf { left: String, right: Int } type Query { x: Int }
     type Mutation { save(items: [Item!]!): Int, choose(choice: Choice): Int }`,
    { rest: { Font: { wrap: 'id', name: 'FontOrName' } } },
  );
  const { paths, components } = describeApi(
    compileOperations(inputs, [
      `mutation save($items: [Item!]! @in(place: WHOLE_BODY)) @route(method: POST, path: "/v1/a", status: 204) { save(items: $items) }
       mutation choose($choice: Choice @in(place: WHOLE_BODY)) @route(method: POST, path: "/v1/b", status: 204) { choose(choice: $choice) }`,
    ]),
    { title: 'Toy', version: '1' },
  );
  const item = { $ref: '#/components/schemas/Item' };

  it('accepts a list of items or a single item, of a type that may be recursive', () => {
    expect(paths['/v1/a']!.post!.requestBody).toEqual({
      required: true,
      content: { 'application/json': { schema: { anyOf: [item, { type: 'array', items: item }] } } },
    });
    expect(components.schemas!.Item).toMatchObject({
      properties: { inner: item },
      required: ['name'],
    });
  });
  it('accepts either form of a type: a scalar in place of the object, or exactly one member', () => {
    expect(components.schemas!.FontOrName).toMatchObject({ anyOf: [{ type: 'string' }, { type: 'object' }] });
    expect(components.schemas!.Choice).toMatchObject({ anyOf: [{ required: ['left'] }, { required: ['right'] }] });
    expect(paths['/v1/b']!.post!.requestBody).toMatchObject({ required: false });
  });
  it('describes a 204 response without content', () => {
    expect(paths['/v1/a']!.post!.responses).toHaveProperty('204', {
      description: 'Done; no body',
      headers: { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } },
    });
  });
});
