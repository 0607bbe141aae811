import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { operationView, webhookView } from '../../../../src/engine/openapi/view/operation-view.js';
import { schemasView } from '../../../../src/engine/openapi/view/schemas-view.js';
import type { MemberView } from '../../../../src/engine/openapi/view/views.js';
import { type JsonObject, object, schemas } from '../documents.js';

const pet = object(
  {
    id: { type: 'string', format: 'uuid', readOnly: true },
    kind: { enum: ['cat', 'dog'], type: 'string', description: 'What it *is*.' },
    friends: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
    owner: { oneOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
  },
  ['id'],
);
const document: Json = {
  openapi: '3.1.0',
  servers: [{ url: 'https://{region}.pets.test/v2/', variables: { region: { default: 'eu' } } }],
  security: [{ token: [] }, { o: ['read'] }],
  paths: {
    '/pets/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64', minimum: 1 } },
      ],
      put: {
        summary: 'Change a pet',
        description: 'It *changes*.',
        deprecated: true,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        responses: { '200': { description: 'Done', headers: { ETag: { schema: { type: 'string' } } } } },
      },
    },
  },
  webhooks: { born: { post: { responses: { '204': { description: 'Seen' } } } } },
  components: {
    ...(schemas({ Pet: pet, Owner: object({ name: { type: 'string' } }) }).components as JsonObject),
    securitySchemes: { token: { type: 'http', scheme: 'bearer' }, o: { type: 'oauth2' } },
  },
};
const brief = (members: readonly MemberView[]) => members.map(({ name, type, facts }) => [name, type, ...facts]);

describe('a view of a specification', () => {
  it('shows an operation with its parameters, request and responses', () => {
    const view = operationView(document, { method: 'PUT', path: '/pets/{id}' })!;
    const { title, method, path, description, isDeprecated, servers, security, parameters, request, responses } = view;
    expect([title, method, path, description, isDeprecated]).toEqual([
      'Change a pet',
      'PUT',
      '/v2/pets/{id}',
      'It *changes*.',
      true,
    ]);
    expect(servers).toEqual(['https://eu.pets.test/v2/']);
    expect(security).toEqual(['http bearer', 'oauth2 (read)']);
    expect(parameters).toEqual([
      { in: 'path', name: 'id', isRequired: true, isDeprecated: false, type: 'integer<int64>', facts: ['minimum: 1'] },
    ]);
    expect(request?.isRequired).toBe(true);
    expect(request?.bodies.map(({ mediaType, schema }) => [mediaType, schema.type])).toEqual([
      ['application/json', 'Pet'],
    ]);
    expect(responses.map(({ status, headers }) => [status, brief(headers)])).toEqual([['200', [['ETag', 'string']]]]);
    expect(view.isCut).toBe(false);
  });

  it('shows schemas with types and values, and stops at cycles', () => {
    const {
      schemas: [petSchema],
    } = schemasView(document, ['Pet', 'Nothing', 'Pet'])!;
    expect(brief(petSchema!.members)).toEqual([
      ['id', 'string<uuid>', 'Only in responses'],
      ['kind', 'string', 'One of: cat, dog'],
      ['friends', 'array of Pet'],
      ['owner', 'Owner or null'],
      ['labels', 'map of string'],
    ]);
    expect(petSchema!.members[2]!.members).toEqual([]);
  });

  it('is null for unknown operations, webhooks and schemas', () => {
    expect(operationView(document, { method: 'get', path: '/pets/{id}' })).toBeNull();
    expect(operationView(document, { method: 'get', path: '__proto__' })).toBeNull();
    expect(webhookView(document, { method: 'post', name: 'born' })?.path).toBe('born');
    expect(webhookView(document, { method: 'post', name: 'died' })).toBeNull();
    expect(schemasView(document, ['Nothing'])).toBeNull();
  });

  it('lists at most 20 values and is cut at a size limit', () => {
    const values = Array.from({ length: 30 }, (_, index) => index);
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`p${index}`, { enum: values }]));
    const view = schemasView({ openapi: '3.0.0', ...schemas({ Many: object(many) }) }, ['Many'])!;
    expect(view.schemas[0]!.members[0]!.facts[0]).toMatch(/^One of: 0, 1, .*, 19 and 10 more$/);
    expect(view.isCut).toBe(true);
    expect(JSON.stringify(view).length).toBeLessThan(1_500_000);
  });
});
