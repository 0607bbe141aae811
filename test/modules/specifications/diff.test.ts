import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../support/app.js';
import { type Person, seedGrant, seedMember, seedOrganization, seedSpace } from '../../support/seed.js';
import { processWaitingSpecifications } from './processing.js';

let test: TestApp;
let acme: { id: string; admin: Person };
let reader: Person;
let guest: Person;
let stranger: Person;
/** Ids of two versions. */
let from: string;
let to: string;
let open: string;

const list = {
  '200': { description: 'OK', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
};
const pets = (later: boolean): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: later ? '2' : '1' },
    paths: {
      '/pets/{id}': { get: { responses: list } },
      '/toys': { get: { summary: later ? 'All toys' : 'Toys', responses: {} } },
      [later ? '/new' : '/old']: { post: { responses: {} } },
    },
    webhooks: {
      born: {
        post: { requestBody: { content: { 'a/b': { schema: { enum: later ? [1, 2] : [1] } } } }, responses: {} },
      },
    },
    components: {
      schemas: {
        Pet: { type: 'object', properties: { name: { type: later ? 'integer' : 'string' } } },
        Same: { type: 'string' },
      },
    },
  });

const block = (path: string, method = 'get', spec = 'pets'): string =>
  `{% openapi-operation spec="${spec}" path="${path}" method="${method}" %}\n{% endopenapi-operation %}\n`;
const pages = {
  'README.md': `# Start\n\nNothing of it.\n`,
  'pet.md': `# A pet\n\n${block('/pets/{key}')}`,
  'old.md': `# Gone\n\n${block('/old', 'post')}\n{% openapi-webhook spec="pets" name="born" method="post" %}\n{% endopenapi-webhook %}\n`,
  'model.md': `# Models\n\n{% openapi-schemas spec="pets" schemas="Same,Pet" %}\n{% endopenapi-schemas %}\n`,
  'same.md': `# The same\n\n{% openapi-schemas spec="pets" schemas="Same" %}\n{% endopenapi-schemas %}\n`,
  'other.md': `# Another one\n\n${block('/pets/{id}', 'get', 'birds')}`,
};

async function register(text: string, slug = 'pets'): Promise<string> {
  const at = `/orgs/${acme.id}/openapi/${slug}`;
  expect((await test.rest('PUT', at, { ...acme.admin, body: { source: { text } } })).status).toBeLessThan(300);
  await processWaitingSpecifications(test);
  return (await test.rest('GET', at, acme.admin)).body.lastVersion;
}

beforeAll(async () => {
  test = await testApp({ RATE_LIMIT: 'off' });
  acme = await seedOrganization(test);
  stranger = (await seedOrganization(test)).admin;
  reader = await seedMember(test, acme.id, 'read');
  guest = await seedMember(test, acme.id, null);
  from = await register(pets(false));
  to = await register(pets(true));
  await register(pets(true), 'birds');
  open = await seedSpace(test, acme.id, pages);
  const hidden = await seedSpace(test, acme.id, { 'README.md': `# Secret\n\n${block('/pets/{id}')}` });
  await test.rest('PATCH', `/spaces/${hidden}`, { ...acme.admin, body: { defaultLevel: null } });
  await seedGrant(test, acme.id, { to: guest.id, on: open, role: 'read' });
});

const query = `query ($from: ID!, $to: ID!, $breaking: Boolean) { openapiDiff(from: $from, to: $to) {
  isBreaking isComplete from { id } to { id }
  operations(breaking: $breaking) { kind method path change isBreaking details { at message isBreaking } }
  schemas(breaking: $breaking) { name change isBreaking details { at message isBreaking } }
  pages { page { ... on DocumentPage { title } } operations schemas } } }`;

async function diff(person: Person, variables: object = { from, to }): Promise<any> {
  const { data, errors } = await test.graphql(query, { ...person, variables });
  expect(errors).toBeUndefined();
  return data.openapiDiff;
}

/** Returns the listed pages as sentences. */
const formatPages = ({
  pages,
}: {
  pages: { page: { title: string }; operations: string[]; schemas: string[] }[];
}): string[] =>
  pages.map(({ page, operations, schemas }) => `${page.title}: ${[...operations, ...schemas].join(', ')}`).sort();

describe('two versions', () => {
  it('do not break callers if a deprecated operation is removed after its sunset', async () => {
    const removing = (sunset: string): Promise<string> =>
      register(
        JSON.stringify({
          ...JSON.parse(pets(false)),
          paths: { '/a': { get: { deprecated: true, 'x-sunset': sunset } } },
        }),
        'suns',
      );
    const [past, ahead] = [await removing('2001-01-01'), await removing('9999-01-01')];
    const gone = await register(JSON.stringify({ ...JSON.parse(pets(false)), paths: {} }), 'suns');
    const verdicts = [past, ahead].map(async (from) => (await diff(acme.admin, { from, to: gone })).isBreaking);
    expect(await Promise.all(verdicts)).toEqual([false, true]);
  });

  it('differ by operations, webhooks and schemas, each marked as breaking or not', async () => {
    const { pages: _, ...told } = await diff(acme.admin);
    const type = { message: 'the type was string and is integer', isBreaking: true };
    const change = { change: 'CHANGED', isBreaking: true };
    expect(told).toEqual({
      isBreaking: true,
      isComplete: true,
      from: { id: from },
      to: { id: to },
      operations: [
        {
          ...{ kind: 'OPERATION', method: 'get', path: '/pets/{id}', ...change },
          details: [{ at: 'response 200 application/json /name', ...type }],
        },
        {
          ...{ kind: 'OPERATION', method: 'get', path: '/toys', change: 'CHANGED', isBreaking: false },
          details: [{ at: 'operation', message: 'the summary was "Toys" and is "All toys"', isBreaking: false }],
        },
        { kind: 'OPERATION', method: 'post', path: '/old', change: 'REMOVED', isBreaking: true, details: [] },
        {
          ...{ kind: 'WEBHOOK', method: 'post', path: 'born', ...change },
          details: [{ at: 'body a/b', message: '2 is a new value', isBreaking: true }],
        },
        { kind: 'OPERATION', method: 'post', path: '/new', change: 'ADDED', isBreaking: false, details: [] },
      ],
      schemas: [{ name: 'Pet', ...change, details: [{ at: '/name', ...type }] }],
    });
  });

  it('are filtered by breaking and other changes', async () => {
    const paths = ({ operations }: any) => operations.map(({ path }: { path: string }) => path);
    expect(paths(await diff(acme.admin, { from, to, breaking: true }))).toEqual(['/pets/{id}', '/old', 'born']);
    const rest = await diff(acme.admin, { from, to, breaking: false });
    expect([...paths(rest), rest.schemas]).toEqual(['/toys', '/new', []]);
  });

  it('do not differ if they are the same version, and no page is listed', async () => {
    const same = { isBreaking: false, isComplete: true, operations: [], schemas: [], pages: [] };
    expect(await diff(acme.admin, { from, to: from })).toMatchObject(same);
  });
});

describe('pages that show a changed part of a specification', () => {
  const pagesForReader = ['A pet: get /pets/{id}', 'Gone: post /old, post born', 'Models: Pet'];

  it('are listed for viewers who see them', async () => {
    expect(formatPages(await diff(acme.admin))).toEqual([...pagesForReader, 'Secret: get /pets/{id}'].sort());
    expect(formatPages(await diff(reader))).toEqual(pagesForReader);
  });

  it('are pages at the heads of spaces that are not deleted', async () => {
    const space = await seedSpace(test, acme.id, { 'README.md': `# Late\n\n${block('/toys')}` });
    expect(formatPages(await diff(acme.admin))).toContain('Late: get /toys');
    await test.rest('DELETE', `/spaces/${space}`, acme.admin);
    expect(formatPages(await diff(acme.admin))).not.toContain('Late: get /toys');
  });
});

describe('versions', () => {
  it('of another organization, or unknown ones, return null', async () => {
    expect(await diff(stranger)).toBeNull();
    const at = `/orgs/${(await test.rest('GET', '/orgs', stranger)).body.items[0].id}/openapi/theirs`;
    await test.rest('PUT', at, { ...stranger, body: { source: { text: pets(true) } } });
    await processWaitingSpecifications(test);
    const { lastVersion: theirs } = (await test.rest('GET', at, stranger)).body;
    expect(await diff(acme.admin, { from, to: theirs })).toBeNull();
    expect(await diff(stranger, { from: theirs, to })).toBeNull();
    expect(await diff(acme.admin, { from, to: 'specv_none' })).toBeNull();
    expect(await diff(guest)).toBeNull();
  });
});
