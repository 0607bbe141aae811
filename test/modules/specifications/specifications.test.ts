import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../support/seed.js';
import { readSharedText } from '../../support/shared-data.js';
import { processWaitingSpecifications } from './processing.js';

let test: TestApp;
let at: string;
let admin: Person;

beforeAll(async () => {
  test = await testApp({ RATE_LIMIT: 'off' });
  const { id, admin: first } = await seedOrganization(test);
  [at, admin] = [`/orgs/${id}/openapi`, first];
});

const sendAs = (person: Person, request: string, body?: unknown) => {
  const [method = '', path = ''] = request.split(' ');
  return test.rest(method, `${at}${path}`, { ...person, body });
};
const send = (request: string, body?: unknown) => sendAs(admin, request, body);

const pets = (title = 'Pets', more: object = {}): string =>
  JSON.stringify({ openapi: '3.0.3', info: { title, version: '1' }, paths: {}, ...more });

/** Registers a text and processes it. Returns the specification. */
async function register(slug: string, text: string): Promise<any> {
  const { status, body } = await send(`PUT /${slug}`, { source: { text } });
  expect([200, 201], JSON.stringify(body)).toContain(status);
  await processWaitingSpecifications(test);
  return (await send(`GET /${slug}`)).body;
}

describe('a specification', () => {
  it('is pending until it is processed, then complete with its version', async () => {
    const response = await send('POST', { slug: 'pets', source: { text: pets() } });
    expect(response).toMatchObject({
      status: 201,
      body: { object: 'openapi-spec', slug: 'pets', processingState: 'pending', visibility: 'private' },
    });
    expect(response.body).not.toHaveProperty('lastVersion');
    expect(response.body.permissions).toEqual({ view: true, edit: true });
    expect((await send('GET /pets/versions/latest')).status).toBe(404);
    await processWaitingSpecifications(test);
    const { body } = await send('GET /pets');
    expect(body).toMatchObject({ processingState: 'complete', lastProcessedErrors: [] });
    expect(body).not.toHaveProperty('lastProcessErrorCode');
    const latest = await send('GET /pets/versions/latest');
    expect(latest.body).toMatchObject({ object: 'openapi-spec-version', id: body.lastVersion });
    const content = await send(`GET /pets/versions/${body.lastVersion}/content`);
    expect(content.body.filesystem).toEqual({ 'openapi.json': JSON.parse(pets()) });
  });

  it('has a notice, and no error, for a number that is read as a text', async () => {
    const body = await register('unquoted', 'openapi: 3.2.0\ninfo: {title: Pets, version: 1.0}\npaths: {}\n');
    expect(body).toMatchObject({ processingState: 'complete', lastProcessedErrors: [] });
    const query = `query ($id: ID!) { node(id: $id) { ... on OpenAPISpec { lastProcessedNotices { message } } } }`;
    const noticesOf = async ({ id }: any): Promise<unknown> =>
      (await test.graphql(query, { ...admin, variables: { id } })).data.node.lastProcessedNotices;
    const message = '/info/version: this must be a text (got 1.0); it is read as "1.0"';
    expect(await noticesOf(body)).toEqual([{ message }]);
    const content = await send('GET /unquoted/versions/latest/content');
    expect(content.body.filesystem['openapi.yaml'].info.version).toBe('1.0');
    expect(await noticesOf(await register('unquoted', pets()))).toEqual([]);
  });

  it('is refused with a slug that is taken, or that is invalid', async () => {
    await register('taken', pets());
    expect(await send('POST', { slug: 'taken', source: { text: pets() } })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('`slug` must differ from that of') } },
    });
    for (const slug of ['', '-a', 'a--b', 'a-', 'a b', 'ä', 'a'.repeat(101)])
      expect((await send('POST', { slug, source: { text: pets() } })).status, slug).toBe(400);
  });

  it('is refused without a source, with two sources, and with an empty or invalid one', async () => {
    for (const source of [undefined, {}, { text: '' }, { text: 'a', url: 'https://a.test' }, { url: 'ftp://a.test/' }])
      expect((await send('POST', { slug: 'none', source })).status, JSON.stringify(source)).toBe(400);
    expect((await send('GET /none')).status).toBe(404);
  });

  it('returns 201 if PUT creates it, and 200 if PUT changes its source', async () => {
    expect((await send('PUT /put', { source: { text: pets() } })).status).toBe(201);
    expect((await send('PUT /put', { source: { text: pets('Other') } })).status).toBe(200);
    await processWaitingSpecifications(test);
    expect((await send('GET /put/versions')).body.items).toHaveLength(1);
  });

  it('is deleted with its versions, and deleting it again changes nothing', async () => {
    const { lastVersion } = await register('gone', pets());
    expect((await send('DELETE /gone')).status).toBe(204);
    expect((await send('DELETE /gone')).status).toBe(204);
    expect((await send('GET /gone')).status).toBe(404);
    expect((await send(`GET /gone/versions/${lastVersion}`)).status).toBe(404);
  });
});

describe('versions', () => {
  it('are created if the parsed content differs, regardless of how the source is written', async () => {
    const first = await register('versions', pets());
    const same = await register('versions', 'paths: {}\ninfo: {version: "1", title: Pets}\nopenapi: 3.0.3\n');
    expect(same.lastVersion).toBe(first.lastVersion);
    const other = await register('versions', pets('Other pets'));
    expect(other.lastVersion).not.toBe(first.lastVersion);
    const list = await send('GET /versions/versions');
    expect(list.body.items.map(({ id }: { id: string }) => id)).toEqual([other.lastVersion, first.lastVersion]);
    const old = await send(`GET /versions/versions/${first.lastVersion}/content`);
    expect(old.body.filesystem['openapi.json'].info.title).toBe('Pets');
  });

  it('are retained if a later source cannot be parsed, and the error is reported', async () => {
    const good = await register('later-broken', pets());
    const broken = await register('later-broken', 'openapi: 3.0.0\ninfo: [\n');
    expect(broken).toMatchObject({
      processingState: 'complete',
      lastVersion: good.lastVersion,
      lastProcessErrorCode: 'PARSE_ERROR',
      lastProcessedErrors: [{ code: 'PARSE_ERROR', message: expect.stringMatching(/^line \d+: /) }],
    });
    const mended = await register('later-broken', pets());
    expect(mended).toMatchObject({ lastVersion: good.lastVersion, lastProcessedErrors: [] });
    expect(mended).not.toHaveProperty('lastProcessErrorCode');
  });

  it('belong to one specification only', async () => {
    const { lastVersion } = await register('mine', pets());
    await register('yours', pets());
    expect((await send(`GET /yours/versions/${lastVersion}`)).status).toBe(404);
  });
});

describe('the document', () => {
  it('is served at a signed address, and at an open one while the specification is public', async () => {
    const text = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n';
    await register('served', text);
    const get = async (url: string) => test.app.inject({ url: url.slice('https://docs.test'.length), method: 'GET' });
    const { url: signed } = (await send('GET /served/versions/latest')).body;
    expect(await get(signed)).toMatchObject({ statusCode: 200, body: text });
    expect((await get(signed.replace(/signature=./, 'signature=_'))).statusCode).toBe(404);
    const open = await send('PATCH /served', { visibility: 'public' });
    const { url } = (await send('GET /served/versions/latest')).body;
    for (const address of [url, open.body.urls.published]) {
      const answer = await get(address);
      expect(answer).toMatchObject({ statusCode: 200, body: text });
      expect(answer.headers).toMatchObject({ 'content-type': 'application/yaml', 'access-control-allow-origin': '*' });
    }
    const closed = await send('PATCH /served', { visibility: 'private' });
    expect(closed.body.urls).not.toHaveProperty('published');
    expect((await get(url)).statusCode).toBe(404);
  });
});

describe('a reader', () => {
  it('sees specifications and cannot change them; strangers see none', async () => {
    await register('seen', pets());
    const organization = at.split('/')[2]!;
    const reader = await seedMember(test, organization, 'read');
    const { admin: stranger } = await seedOrganization(test);
    expect((await sendAs(reader, 'GET /seen')).body.permissions).toEqual({ view: true, edit: false });
    for (const [request, body] of [
      ['POST', { slug: 'x', source: { text: pets() } }],
      ['PUT /seen', { source: { text: pets() } }],
      ['PATCH /seen', { visibility: 'public' }],
      ['DELETE /seen', undefined],
    ] as const)
      expect((await sendAs(reader, request, body)).status, request).toBe(403);
    expect((await sendAs(stranger, 'GET /seen')).status).toBe(404);
  });
});

interface ExpectedDocument {
  file: string;
  parses: boolean;
  title: string;
  paths: number;
}

const manifest = readSharedText('openapi/MANIFEST.json');

describe.skipIf(manifest === null)('every real document', () => {
  const figures: ExpectedDocument[] = JSON.parse(manifest ?? '[]');

  it.each(figures)('$file ends in the expected state', async ({ file, parses, title, paths }) => {
    const slug = file.replace(/[^a-z0-9]+/gi, '-');
    const body = await register(slug, readSharedText(`openapi/${file}`)!);
    expect(body.processingState).toBe('complete');
    if (!parses) {
      expect(body.lastProcessErrorCode).toBe('PARSE_ERROR');
      expect(body.lastProcessedErrors[0].message).toMatch(/^line 199: /);
      return expect(body).not.toHaveProperty('lastVersion');
    }
    expect(body).toMatchObject({ lastProcessedErrors: [], lastVersion: expect.any(String) });
    const { filesystem } = (await send(`GET /${slug}/versions/latest/content`)).body;
    const [name, document] = Object.entries<any>(filesystem)[0]!;
    expect(name).toBe(`openapi.${file.split('.').at(-1)}`);
    expect(document.info.title).toBe(title);
    expect(Object.keys(document.paths)).toHaveLength(paths);
  });
});
