import { beforeAll, describe, expect, it } from 'vitest';
import type { RestResponse } from '../support/app.js';
import { testApp } from '../support/app.js';
import { describedApi } from '../support/shared-schema.js';
import { createTargets } from './create-targets.js';
import { fillSample, type SampleRequest, sampleRequest } from './sample-requests.js';
import { createScene, type Fixture, namesOf } from './scene.js';

// Tests conditional requests for every operation that accepts them according to the OpenAPI description.

type Json = Record<string, any>;

const test = await testApp();
const described = Object.values(describedApi().paths).flatMap((methods) => Object.values(methods)) as Json[];
const operationsWithParameter = (parameter: string): string[] =>
  described
    .filter(({ parameters = [] }) =>
      parameters.some(({ $ref }: Json) => $ref === `#/components/parameters/${parameter}`),
    )
    .map(({ operationId }) => operationId);

const readsWithEtag = operationsWithParameter('IfNoneMatch');
const writesWithIfMatch = operationsWithParameter('IfMatch');

let scene: Fixture;
beforeAll(async () => {
  scene = await createScene(test);
});

async function send(
  { id, method, ...sample }: SampleRequest,
  headers: Record<string, string> = {},
): Promise<RestResponse> {
  const names = { ...namesOf(scene, id), ...(await createTargets[id]?.(scene)) };
  const { path, body } = fillSample({ id, method, ...sample }, (name) => names[name]);
  return test.rest(method, path, { token: scene.admin.token, body, headers });
}

it('reads of change requests, content, pages and files, and writes of content, accept conditional headers', () => {
  expect(readsWithEtag.sort()).toEqual([
    'getChangeRequestById',
    'getCurrentRevision',
    'getPageById',
    'getPageByPath',
    'getPageInChangeRequestById',
    'getPageInChangeRequestByPath',
    'getPageInRevisionById',
    'getPageInRevisionByPath',
    'getRevisionById',
    'getRevisionOfChangeRequestById',
    'listFiles',
    'listFilesInChangeRequestById',
    'listFilesInRevisionById',
    'listPages',
    'listPagesInChangeRequest',
    'listPagesInRevisionById',
  ]);
  expect(writesWithIfMatch).toEqual(['updateChangeRequestContent']);
});

describe.each(readsWithEtag)('%s', (id) => {
  it('returns the entity tag of the content, and 304 to a caller that sends this tag', async () => {
    const first = await send(sampleRequest(id));
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    const tag = String(first.headers.etag);
    expect(tag).toMatch(/^"rev_\w+\.[\w-]{22}"$/);
    const again = await send(sampleRequest(id), { 'if-none-match': tag });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, undefined, tag]);
  });
});

describe.each(writesWithIfMatch)('%s', (id) => {
  it('returns 412 for the revision of another object, and changes nothing', async () => {
    const { status, body } = await send(sampleRequest(id), { 'if-match': '"rev_other.x"' });
    expect(status).toBe(412);
    expect(body.error.message).toContain('"rev_other.x"');
  });

  it('succeeds for `*`', async () => {
    expect((await send(sampleRequest(id), { 'if-match': '*' })).status).toBe(200);
  });

  it('returns 400 for a value that is not a list of entity tags', async () => {
    const { status, body } = await send(sampleRequest(id), { 'if-match': 'rev_other' });
    expect([status, body.error.message]).toEqual([400, '`If-Match` must be entity tags or `*` (got rev_other)']);
  });
});
