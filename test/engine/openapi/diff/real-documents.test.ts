import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { diffDocuments } from '../../../../src/engine/openapi/diff/diff-documents.js';
import { withinBounds } from '../../../support/cost.js';
import { realDocuments, without } from '../documents.js';

const real = new Map(realDocuments);
const petstore = 'small-petstore-3.0.yaml';
const box = 'medium-box-3.0.json';
const github = 'large-github-3.0.min.json';
const discord = 'v3.1-discord.json';
const slack = 'swagger2.0-slack.json';

/** A change of a real document that makes it a later version, and all that breaks callers by it. */
type Row = readonly [file: string, title: string, edit: (later: any) => void, breaking: readonly string[]];

const named = (parameters: any[], name: string): any => parameters.find((one) => one.name === name);
const issues = '/repos/{owner}/{repo}/issues';

const rows: readonly Row[] = [
  [petstore, 'a path less', ({ paths }) => delete paths['/store/inventory'], ['get /store/inventory removed']],
  [petstore, 'an operation less', ({ paths }) => delete paths['/pet'].put, ['put /pet removed']],
  [petstore, 'an operation more', ({ paths }) => Object.assign(paths, { '/toys': { get: { responses: {} } } }), []],
  [
    petstore,
    'a parameter that is required now',
    ({ paths }) => Object.assign(named(paths['/user/login'].get.parameters, 'username'), { required: true }),
    ['get /user/login query username'],
  ],
  [
    petstore,
    'a parameter with one value less and one more',
    ({ paths }) =>
      Object.assign(named(paths['/pet/findByStatus'].get.parameters, 'status').schema, {
        enum: ['available', 'pending', 'lost'],
      }),
    ['get /pet/findByStatus query status'],
  ],
  [
    petstore,
    'a media type of an answer less',
    ({ paths }) => delete paths['/pet/findByStatus'].get.responses['200'].content['application/xml'],
    ['get /pet/findByStatus response 200 application/xml'],
  ],
  [petstore, 'an error less', ({ paths }) => delete paths['/pet/findByStatus'].get.responses['400'], []],
  [
    petstore,
    'a header of an answer less',
    ({ paths }) => delete paths['/user/login'].get.responses['200'].headers['X-Rate-Limit'],
    ['get /user/login response 200 header X-Rate-Limit'],
  ],
  [
    petstore,
    'a scope more',
    ({ paths }) => paths['/pet/findByTags'].get.security[0].petstore_auth.push('admin:pets'),
    ['get /pet/findByTags security'],
  ],
  [
    petstore,
    'a property that only an answer has required now',
    ({ components }) => Object.assign(components.schemas.ApiResponse, { required: ['code'] }),
    [],
  ],
  [
    petstore,
    'a property that only an answer has of another type',
    ({ components }) =>
      Object.assign(components.schemas.ApiResponse.properties.code, { type: 'string', format: 'uuid' }),
    ['post /pet/{petId}/uploadImage response 200 application/json /code'],
  ],
  [
    petstore,
    'a property of a schema in schemas less',
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
    'words, tags and examples that are others',
    ({ info, paths, tags }) => {
      info.title = 'Other';
      tags.reverse();
      Object.assign(paths['/pet'].put, { summary: 'Other', tags: ['x'] });
    },
    [],
  ],
  [
    box,
    'a default that is another one',
    ({ paths }) =>
      Object.assign(named(paths['/folders/{folder_id}/items'].get.parameters, 'limit').schema, { default: 5 }),
    [],
  ],
  [
    box,
    'a list that is repeated now',
    ({ paths }) => Object.assign(named(paths['/files/{file_id}'].get.parameters, 'fields'), { explode: true }),
    ['get /files/{file_id} query fields'],
  ],
  [
    box,
    'a parameter less',
    ({ paths }) => paths['/files/{file_id}'].get.parameters.splice(2, 1),
    ['get /files/{file_id} header if-none-match'],
  ],
  [
    github,
    'a variant of a property that is sent less',
    ({ paths }) => {
      const { title } = paths[issues].post.requestBody.content['application/json'].schema.properties;
      title.oneOf = [{ type: 'string' }];
    },
    [`post ${issues} body application/json /title`],
  ],
  [
    github,
    'a value of a parameter less',
    ({ paths }) => named(paths[issues].get.parameters, 'state').schema.enum.pop(),
    [`get ${issues} query state`],
  ],
  [
    github,
    'a webhook less',
    (later) => delete later['x-webhooks']['branch-protection-configuration-disabled'],
    ['post branch-protection-configuration-disabled removed'],
  ],
  [
    discord,
    'a variant of an answer more',
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
    'a body that may be absent now',
    ({ paths }) => {
      paths['/channels/{channel_id}'].patch.requestBody.required = false;
    },
    [],
  ],
  [
    slack,
    'a field of a form that is required now',
    ({ paths }) => Object.assign(named(paths['/chat.postMessage'].post.parameters, 'as_user'), { required: true }),
    ['post /chat.postMessage body application/x-www-form-urlencoded /as_user'],
  ],
  [
    slack,
    'a property of an answer that may be absent now',
    ({ paths }) => paths['/chat.postMessage'].post.responses['200'].schema.required.pop(),
    ['post /chat.postMessage response 200 application/json /message'],
  ],
  [
    slack,
    'a scope more',
    ({ paths }) => paths['/chat.postMessage'].post.security[0].slackAuth.push('admin'),
    ['post /chat.postMessage security'],
  ],
];

/** All that breaks callers, each with its operation. */
function breakingIn(before: Json, after: Json): string[] {
  const { operations, isComplete } = diffDocuments(before, after);
  expect(isComplete).toBe(true);
  return operations.flatMap(({ method, path, change, details }) =>
    change === 'removed'
      ? [`${method} ${path} removed`]
      : details.filter(({ isBreaking }) => isBreaking).map(({ at }) => `${method} ${path} ${at}`),
  );
}

describe.skipIf(real.size === 0)(`between two versions of a real document${without}`, () => {
  it.each(rows)('%s: %s', (...[file, , edit, breaking]: Row) => {
    const later = structuredClone(real.get(file)!);
    edit(later);
    expect(breakingIn(real.get(file)!, later)).toEqual(breaking);
  });

  it.each([...real.keys()])(
    '%s has no differences from itself, nor from itself with all members the other way round',
    (file) => {
      const document = real.get(file)!;
      const nothing = { operations: [], schemas: [], isComplete: true };
      expect(diffDocuments(document, document)).toEqual(nothing);
      const turned = diffDocuments(document, reversed(document));
      expect({ ...turned, schemas: turned.schemas.length }).toEqual({ ...nothing, schemas: 0 });
    },
  );

  it('the largest is compared in half a second, with its most used schema changed in a second', async () => {
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

/** A document whose objects have their members, and whose lists of names their items, the other way round. */
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
