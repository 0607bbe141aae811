import { describe, expect, it } from 'vitest';
import { diffDocuments, type SpecificationDiff } from '../../../src/content/openapi/diff/diff-documents.js';
import { readDocument } from '../../../src/content/openapi/read-document.js';
import type { Json } from '../../../src/content/types.js';
import { readSharedText } from '../shared-data.js';

/** A real document, parsed. */
const real = (file: string): any => {
  const text = readSharedText(`openapi/${file}`);
  return text === null ? null : readDocument(new TextEncoder().encode(text)).content;
};

const pets = real('small-petstore-3.0.yaml');
const slack = real('swagger2.0-slack.json');

/** What a diff tells, as sentences; what breaks callers begins with an exclamation mark. */
function sentences({ operations, schemas }: SpecificationDiff): string[] {
  const line = (
    name: string,
    { change, isBreaking, details }: SpecificationDiff['schemas'][number] | SpecificationDiff['operations'][number],
  ) => [
    `${isBreaking ? '!' : ''}${name} ${change}`,
    ...details.map((one) => `${one.isBreaking ? '!' : ''}  ${one.at}: ${one.message}`),
  ];
  return [
    ...operations.flatMap((one) => line(`${one.method} ${one.path}`, one)),
    ...schemas.flatMap((one) => line(one.name, one)),
  ];
}

/** How a document differs from itself with some changes. */
function changed(document: any, change: (document: any) => void): string[] {
  const other = structuredClone(document);
  change(other);
  return sentences(diffDocuments(document, other));
}

const parameterOf = (operation: any, name: string) => operation.parameters.find((one: any) => one.name === name);

describe.skipIf(pets === null)('between two versions of a real document', () => {
  /** By hand: a change of the petstore, what is told of it, and nothing else. */
  const table: [string, (document: any) => void, string[]][] = [
    ['nothing', () => {}, []],
    ['a path is removed', ({ paths }) => delete paths['/store/inventory'], ['!get /store/inventory removed']],
    ['an operation is removed', ({ paths }) => delete paths['/pet'].put, ['!put /pet removed']],
    [
      'an operation is added',
      ({ paths }) => Object.assign(paths, { '/toys': { get: { responses: {} } } }),
      ['get /toys added'],
    ],
    [
      'only words differ',
      ({ paths }) => Object.assign(paths['/pet'].put, { summary: 'Other words' }),
      ['put /pet changed'],
    ],
    [
      'the name of a parameter in a path',
      ({ paths }) => {
        const item = paths['/user/{username}'];
        delete paths['/user/{username}'];
        paths['/user/{name}'] = item;
        for (const operation of Object.values<any>(item)) parameterOf(operation, 'username').name = 'name';
      },
      ['get /user/{name} changed', 'put /user/{name} changed', 'delete /user/{name} changed'],
    ],
    [
      'a parameter is removed',
      ({ paths }) => paths['/user/login'].get.parameters.pop(),
      ['!get /user/login changed', '!  query password: the parameter was removed'],
    ],
    [
      'a parameter is required now',
      ({ paths }) => Object.assign(parameterOf(paths['/user/login'].get, 'username'), { required: true }),
      ['!get /user/login changed', '!  query username: the parameter is required now'],
    ],
    [
      'parameters are added',
      ({ paths }) =>
        paths['/user/logout'].get.parameters.push(
          { name: 'everywhere', in: 'query', schema: { type: 'boolean' } },
          { name: 'reason', in: 'query', required: true, schema: { type: 'string' } },
        ),
      [
        '!get /user/logout changed',
        '  query everywhere: the optional parameter was added',
        '!  query reason: the required parameter was added',
      ],
    ],
    [
      'a parameter takes fewer values, and more',
      ({ paths }) =>
        Object.assign(parameterOf(paths['/pet/findByStatus'].get, 'status').schema, {
          enum: ['available', 'pending', 'lost'],
        }),
      [
        '!get /pet/findByStatus changed',
        '!  query status: "sold" is no longer a value',
        '  query status: "lost" is a new value',
      ],
    ],
    [
      'a media type of an answer is removed',
      ({ paths }) => delete paths['/pet/findByStatus'].get.responses['200'].content['application/xml'],
      ['!get /pet/findByStatus changed', '!  response 200 application/xml: the media type was removed'],
    ],
    [
      'an answer that is no success is removed',
      ({ paths }) => delete paths['/pet/findByStatus'].get.responses['400'],
      ['get /pet/findByStatus changed', '  response 400: the response was removed'],
    ],
  ];

  it.each(table)('%s', (_, change, told) => {
    expect(changed(pets, change)).toEqual(told);
  });

  it('a property that is removed breaks those who read it, and all operations that answer with it', () => {
    const told = changed(pets, ({ components }) => delete components.schemas.Category.properties.name);
    expect(told.filter((line) => !line.includes('  '))).toEqual([
      '!put /pet changed',
      '!post /pet changed',
      '!get /pet/findByStatus changed',
      '!get /pet/findByTags changed',
      '!get /pet/{petId} changed',
      '!post /pet/{petId} changed',
      '!Category changed',
      '!Pet changed',
    ]);
    expect(told).toContain('!  /name: the property was removed');
  });

  it('a property that is required now breaks those who send it; where it is only answered nobody', () => {
    const inPet = changed(pets, ({ components }) => components.schemas.Pet.required.push('status'));
    expect(inPet).toContain('!  /status: the property is required now');
    expect(inPet).toContain('!put /pet changed');
    const inAnswer = changed(pets, ({ components }) => {
      components.schemas.ApiResponse.required = ['code'];
    });
    expect(inAnswer).toEqual([
      'post /pet/{petId}/uploadImage changed',
      '  response 200 application/json: the schema ApiResponse changed',
      'ApiResponse changed',
      '  /code: the property is required now',
    ]);
  });
});

describe.skipIf(slack === null)('between two documents of Swagger 2.0', () => {
  it('fields of a form are the properties of a body', () => {
    const told = changed(slack, ({ paths }) => {
      const { parameters } = paths['/admin.apps.approve'].post;
      for (const one of parameters) if (one.name === 'app_id') one.required = true;
      paths['/api.test'].get.parameters.push({ name: 'why', in: 'query', required: true, type: 'string' });
    });
    expect(told.filter((line) => line.includes('required'))).toEqual([
      '!  body: the body is required now',
      '!  body application/x-www-form-urlencoded/app_id: the property is required now',
      '!  body application/json/app_id: the property is required now',
      '!  query why: the required parameter was added',
    ]);
  });
});

describe('schemas', () => {
  const documentOf = (schema: Json, more: { [name: string]: Json } = {}): Json => ({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/a': {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/In' } } } },
          responses: {
            '200': {
              description: '',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Out' } } },
            },
          },
        },
      },
    },
    components: { schemas: { In: schema, Out: schema, ...more } },
  });

  /** Which side of an operation a change of a schema breaks. */
  const breaks = (before: Json, after: Json): string => {
    const { schemas } = diffDocuments(documentOf(before), documentOf(after));
    return (
      schemas
        .filter(({ isBreaking }) => isBreaking)
        .map(({ name }) => name)
        .join(' and ') || 'none'
    );
  };

  it.each([
    [{ type: 'string' }, { type: 'string' }, 'none'],
    [{ type: 'string' }, { type: 'integer' }, 'In and Out'],
    [{ type: 'integer' }, { type: 'number' }, 'Out'],
    [{ type: 'number' }, { type: 'integer' }, 'In'],
    [{ type: 'string' }, { type: ['string', 'null'] }, 'Out'],
    [{ type: 'string', nullable: true }, { type: 'string' }, 'In'],
    [{}, { type: 'string' }, 'In'],
    [{ type: 'string' }, {}, 'Out'],
    [{ enum: ['a', 'b'] }, { enum: ['a'] }, 'In'],
    [{ enum: ['a'] }, { enum: ['a', 'b'] }, 'none'],
    [{ type: 'string', maxLength: 9 }, { type: 'string', maxLength: 5 }, 'In'],
    [{ type: 'string', maxLength: 5 }, { type: 'string', maxLength: 9 }, 'none'],
    [{ type: 'integer' }, { type: 'integer', minimum: 1 }, 'In'],
    [{ type: 'string' }, { type: 'string', pattern: '^a' }, 'In'],
    [{ properties: { a: {} } }, { properties: {} }, 'Out'],
    [{ properties: {} }, { properties: { a: {} } }, 'none'],
    [{ properties: {} }, { properties: { a: {} }, required: ['a'] }, 'In'],
    [{ properties: { a: {} }, required: ['a'] }, { properties: { a: {} } }, 'Out'],
    [{ items: { type: 'string' } }, { items: { type: 'boolean' } }, 'In and Out'],
    [{ oneOf: [{ const: 1 }, { const: 2 }] }, { oneOf: [{ const: 1 }] }, 'In'],
    [{ oneOf: [{ const: 1 }] }, { oneOf: [{ const: 1 }, { const: 2 }] }, 'Out'],
    [{ allOf: [{ properties: { a: {} } }] }, { properties: { a: {} } }, 'none'],
  ] as [Json, Json, string][])('%j that becomes %j breaks %s', (before, after, told) => {
    expect(breaks(before, after)).toBe(told);
  });

  it('that have one another in a circle all tell of a change in one of them', () => {
    const ring = (type: string) =>
      documentOf(
        { properties: { b: { $ref: '#/components/schemas/B' } } },
        {
          B: { properties: { c: { $ref: '#/components/schemas/C' } } },
          C: { properties: { b: { $ref: '#/components/schemas/B' }, value: { type } } },
        },
      );
    const { operations, schemas } = diffDocuments(ring('string'), ring('integer'));
    expect(operations.map(({ isBreaking }) => isBreaking)).toEqual([true]);
    expect(schemas.map(({ name, isBreaking }) => [name, isBreaking])).toEqual(
      ['B', 'C', 'In', 'Out'].map((name) => [name, true]),
    );
  });

  it('in other documents are not followed, and those that lead in a circle lead nowhere', () => {
    const document = documentOf({ $ref: 'https://other.test/a.json#/b' }, { A: { $ref: '#/components/schemas/A' } });
    expect(diffDocuments(document, structuredClone(document))).toEqual({ operations: [], schemas: [] });
  });
});
