import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { diffDocuments } from '../../../../src/engine/openapi/diff/diff-documents.js';
import { withinBounds } from '../../../support/cost.js';
import { realDocuments, skippedTitleSuffix } from '../documents.js';

const real = new Map(realDocuments);
const petstore = 'small-petstore-3.0.yaml';
const box = 'medium-box-3.0.json';
const github = 'large-github-3.0.min.json';
const discord = 'v3.1-discord.json';
const slack = 'swagger2.0-slack.json';

/**
 * Row of a test: file of a real document, title, edit of the document, and the breaking differences that the edit
 * causes.
 */
type Row = readonly [file: string, title: string, edit: (later: any) => void, breaking: readonly string[]];

const named = (parameters: any[], name: string): any => parameters.find((one) => one.name === name);
const issues = '/repos/{owner}/{repo}/issues';

const rows: readonly Row[] = [
  [petstore, 'a removed path', ({ paths }) => delete paths['/store/inventory'], ['get /store/inventory removed']],
  [petstore, 'a removed operation', ({ paths }) => delete paths['/pet'].put, ['put /pet removed']],
  [petstore, 'an added operation', ({ paths }) => Object.assign(paths, { '/toys': { get: { responses: {} } } }), []],
  [
    petstore,
    'a parameter that becomes required',
    ({ paths }) => Object.assign(named(paths['/user/login'].get.parameters, 'username'), { required: true }),
    ['get /user/login query username'],
  ],
  [
    petstore,
    'a parameter with one removed and one added value',
    ({ paths }) =>
      Object.assign(named(paths['/pet/findByStatus'].get.parameters, 'status').schema, {
        enum: ['available', 'pending', 'lost'],
      }),
    ['get /pet/findByStatus query status'],
  ],
  [
    petstore,
    'a removed media type of a response',
    ({ paths }) => delete paths['/pet/findByStatus'].get.responses['200'].content['application/xml'],
    ['get /pet/findByStatus response 200 application/xml'],
  ],
  [petstore, 'a removed error status', ({ paths }) => delete paths['/pet/findByStatus'].get.responses['400'], []],
  [
    petstore,
    'a removed header of a response',
    ({ paths }) => delete paths['/user/login'].get.responses['200'].headers['X-Rate-Limit'],
    ['get /user/login response 200 header X-Rate-Limit'],
  ],
  [
    petstore,
    'an added scope',
    ({ paths }) => paths['/pet/findByTags'].get.security[0].petstore_auth.push('admin:pets'),
    ['get /pet/findByTags security'],
  ],
  [
    petstore,
    'a property that becomes required, in responses only',
    ({ components }) => Object.assign(components.schemas.ApiResponse, { required: ['code'] }),
    [],
  ],
  [
    petstore,
    'another type of a property, in responses only',
    ({ components }) =>
      Object.assign(components.schemas.ApiResponse.properties.code, { type: 'string', format: 'uuid' }),
    ['post /pet/{petId}/uploadImage response 200 application/json /code'],
  ],
  [
    petstore,
    'a removed property of a nested schema',
    ({ components }) => delete components.schemas.Category.properties.name,
    [
      'put /pet response 200 application/json /category/name',
      'put /pet response 200 application/xml /category/name',
      'post /pet response 200 application/json /category/name',
      'post /pet response 200 application/xml /category/name',
      'get /pet/findByStatus response 200 application/json /[]/category/name',
      'get /pet/findByStatus response 200 application/xml /[]/category/name',
      'get /pet/findByTags response 200 application/json /[]/category/name',
      'get /pet/findByTags response 200 application/xml /[]/category/name',
      'get /pet/{petId} response 200 application/json /category/name',
      'get /pet/{petId} response 200 application/xml /category/name',
      'post /pet/{petId} response 200 application/json /category/name',
      'post /pet/{petId} response 200 application/xml /category/name',
    ],
  ],
  [
    petstore,
    'other titles, tags and summaries',
    ({ info, paths, tags }) => {
      info.title = 'Other';
      tags.reverse();
      Object.assign(paths['/pet'].put, { summary: 'Other', tags: ['x'] });
    },
    [],
  ],
  [
    box,
    'another default',
    ({ paths }) =>
      Object.assign(named(paths['/folders/{folder_id}/items'].get.parameters, 'limit').schema, { default: 5 }),
    [],
  ],
  [
    box,
    'a list that becomes exploded',
    ({ paths }) => Object.assign(named(paths['/files/{file_id}'].get.parameters, 'fields'), { explode: true }),
    ['get /files/{file_id} query fields'],
  ],
  [
    box,
    'a removed parameter',
    ({ paths }) => paths['/files/{file_id}'].get.parameters.splice(2, 1),
    ['get /files/{file_id} header if-none-match'],
  ],
  [
    github,
    'a removed variant of a request property',
    ({ paths }) => {
      const { title } = paths[issues].post.requestBody.content['application/json'].schema.properties;
      title.oneOf = [{ type: 'string' }];
    },
    [`post ${issues} body application/json /title`],
  ],
  [
    github,
    'a removed value of a parameter',
    ({ paths }) => named(paths[issues].get.parameters, 'state').schema.enum.pop(),
    [`get ${issues} query state`],
  ],
  [
    github,
    'a removed webhook',
    (later) => delete later['x-webhooks']['branch-protection-configuration-disabled'],
    ['post branch-protection-configuration-disabled removed'],
  ],
  [
    discord,
    'an added variant of a response',
    ({ paths }) =>
      paths['/channels/{channel_id}'].get.responses['200'].content['application/json'].schema.oneOf.push({
        type: 'object',
        properties: { archive: { type: 'string' } },
        required: ['archive'],
      }),
    ['get /channels/{channel_id} response 200 application/json'],
  ],
  [
    discord,
    'a body that becomes optional',
    ({ paths }) => {
      paths['/channels/{channel_id}'].patch.requestBody.required = false;
    },
    [],
  ],
  [
    slack,
    'a form field that becomes required',
    ({ paths }) => Object.assign(named(paths['/chat.postMessage'].post.parameters, 'as_user'), { required: true }),
    ['post /chat.postMessage body application/x-www-form-urlencoded /as_user'],
  ],
  [
    slack,
    'a response property that becomes optional',
    ({ paths }) => paths['/chat.postMessage'].post.responses['200'].schema.required.pop(),
    ['post /chat.postMessage response 200 application/json /message'],
  ],
  [
    slack,
    'an added scope',
    ({ paths }) => paths['/chat.postMessage'].post.security[0].slackAuth.push('admin'),
    ['post /chat.postMessage security'],
  ],
];

/** Returns the breaking differences, each with its operation. Expects a complete comparison. */
function breakingIn(before: Json, after: Json): string[] {
  const { operations, isComplete } = diffDocuments(before, after);
  expect(isComplete).toBe(true);
  return operations.flatMap(({ method, path, change, details }) =>
    change === 'removed'
      ? [`${method} ${path} removed`]
      : details.filter(({ isBreaking }) => isBreaking).map(({ at }) => `${method} ${path} ${at}`),
  );
}

describe.skipIf(real.size === 0)(`comparing versions of a real document${skippedTitleSuffix}`, () => {
  it.each(rows)('%s: %s', (...[file, , edit, breaking]: Row) => {
    const later = structuredClone(real.get(file)!);
    edit(later);
    expect(breakingIn(real.get(file)!, later)).toEqual(breaking);
  });

  it.each([...real.keys()])('finds no differences between %s and itself, also with reversed members', (file) => {
    const document = real.get(file)!;
    const nothing = { operations: [], schemas: [], isComplete: true };
    expect(diffDocuments(document, document)).toEqual(nothing);
    const turned = diffDocuments(document, reversed(document));
    expect({ ...turned, schemas: turned.schemas.length }).toEqual({ ...nothing, schemas: 0 });
  });

  it('takes at most 1 s for the largest document, also if its most used schema changed', async () => {
    const document = real.get(github)!;
    const compare = (later: any) =>
      withinBounds({ clock: 1, megabytes: 500 }, async () => {
        const started = performance.now();
        const { operations, schemas } = diffDocuments(document, later);
        const took = Math.round(performance.now() - started);
        console.log(
          `1,223 operations and 270 webhooks: ${operations.length} of them and ${schemas.length} schemas differ, ${took} ms`,
        );
        return operations.length;
      });
    expect(await compare(structuredClone(document))).toBe(0);
    const later: any = structuredClone(document);
    delete later.components.schemas['simple-user'].properties.login;
    expect(await compare(later)).toBeGreaterThan(500);
  });
});

/** Returns a document with the members of its objects and the items of its unordered lists reversed. */
function reversed(value: Json, name = ''): Json {
  const isUnordered = ['required', 'enum', 'oneOf', 'anyOf', 'parameters', 'tags'].includes(name);
  if (Array.isArray(value)) {
    const items = value.map((item) => reversed(item));
    return isUnordered ? items.reverse() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([inner, item]) => [inner, reversed(item, inner)]));
}
