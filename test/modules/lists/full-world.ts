import type { ContentRef, Manifest, Page } from '../../../src/engine/base/types.js';
import { daysAgo } from '../../../src/modules/audit/schema-usage/field-uses.js';
import { createOrganization } from '../../../src/modules/identity/members/creation-actions.js';
import { newId } from '../../../src/platform/base/ids.js';
import type { TestApp } from '../../support/app.js';
import { type Person, seedGrant, seedMember, seedOrganization, seedTeam, tokenOf } from '../../support/seed.js';
import { seedJob } from '../../support/seed-job.js';
import { seedSession } from '../../support/seed-session.js';
import { seedOidcProvider } from '../identity/oidc/oidc-settings.js';
import { settingsOf } from '../identity/sso/sso-scene.js';
import { type ChangeRequestClient, openChangeRequest } from '../review/change-requests/proposal.js';
import { pageOf, type StoreText, writeHead } from '../review/history/history-kit.js';
import { processWaitingSpecifications } from '../specifications/processing.js';
import { runWaitingTranslations } from '../translations/translation-kit.js';
import { type CommentIds, commentEverywhere } from './world-comments.js';
import { type ProviderIds, seedGroups } from './world-groups.js';
import { type ConversationIds, seedConversations } from './world-questions.js';
import { buildSites, type SiteIds } from './world-site.js';

/** Organization in which every list has items, and ids of the objects that have the lists. */
export interface FullWorld extends CommentIds, SiteIds, ConversationIds, ProviderIds {
  admin: Person;
  /** The operator's user. */
  operator: { token: string };
  organization: string;
  /** Id of a member of all teams, with access to all spaces. */
  member: string;
  team: string;
  collection: string;
  space: string;
  /** Id of a past revision. */
  earlier: string;
  /** Change request that inserts several pages, each with a link to the file and broken links. */
  proposal: ChangeRequestClient;
  /** Ids of pages of the space by page type. Each page refers to all of them. */
  pages: Record<Page['type'], string>;
  file: string;
  /** Id of an OpenAPI specification with several versions and the slug `shop`. */
  specification: string;
  /** Id of a translation that has run. */
  translation: string;
}

/** Word that all texts of the world contain. */
export const word = 'everywhere';

/** Numbers of the created objects of each kind. They are more than one page, which has two items. */
const numbers = [1, 2, 3];

/** Creates an organization in which every list has several items. */
export async function makeFullWorld(test: TestApp): Promise<FullWorld> {
  const { id: organization, admin } = await seedOrganization(test);
  const make = createMaker(test, admin);
  await createOrganizationsAndTokens(test, admin);
  const { people, members, teams } = await makePeople(test, organization);
  const at = `/orgs/${organization}`;
  const collection: string = (await make(`POST ${at}/collections`, { title: 'Shelf' })).id;
  const shelved = { parent: collection };
  for (const title of numbers.map((number) => `Shelf ${number}`))
    await make(`POST ${at}/collections`, { title, ...shelved });
  const spaces: string[] = [];
  for (const title of numbers.map((number) => `Space ${number}`))
    spaces.push((await make(`POST ${at}/spaces`, { title, ...shelved })).id);
  const specification = await registerSpecifications(test, make, organization);
  const translations: string[] = [];
  for (const language of ['fr', 'de', 'ar'])
    translations.push(
      (await make(`POST ${at}/translations`, { source: { space: spaces[0]!, language: 'en' }, language })).id,
    );
  const terms = numbers.map((number) => ({ type: 'insert', translations: { en: `term ${number}` } }));
  await make(`PUT ${at}/translations-glossary`, { operations: terms });
  for (const title of ['Old', 'Older', 'Oldest']) {
    const { id } = await make(`POST ${at}/spaces`, { title });
    await test.rest('DELETE', `/spaces/${id}`, admin);
  }
  const content = await fillSpaces(test, spaces);
  const translation = translations[0]!;
  await make(`POST ${at}/translations/${translation}/run`, {});
  await runWaitingTranslations(test);
  const space = spaces[0]!;
  for (const _ of numbers) await seedSession(test, { userId: admin.id, organizationId: organization });
  for (const _ of numbers) await seedJob(test, { organizationId: organization, status: 'dead' });
  const providers = await seedGroups(test, { id: organization, admin });
  for (const number of numbers) {
    await make(`POST ${at}/sites`, { title: `Site ${number}`, spaces: [space] });
    await seedOidcProvider(test, { id: organization, admin }, { label: `OpenID ${number}` });
    await make(`POST ${at}/saml`, { ...settingsOf(), label: `Login ${number}`, entityID: `https://idp${number}.test` });
    for (const place of [{ role: 'read' }, { space, level: 'read' }, { collection, level: 'read' }])
      await make(`POST ${at}/link-invites`, place);
  }
  for (const on of [space, collection])
    for (const to of [...members, ...teams]) await seedGrant(test, organization, { to, on, role: 'edit' });
  const proposal = await propose(test, { ...content, organization, space, admin, people });
  const places = [`/spaces/${space}`, proposal.path];
  const commentIds = await commentEverywhere(test, { places, pages: Object.values(content.pages), people });
  const sites = await buildSites(make, organization, spaces);
  const questions = await seedConversations(test, { organization, admin, space });
  const createdObjects = {
    specification,
    translation,
    ...providers,
    ...questions,
    team: teams[0]!,
    collection,
    space,
    proposal,
    ...content,
    ...commentIds,
    ...sites,
  };
  await seedUses(test);
  for (const _ of numbers) await seedMember(test, organization, 'admin');
  const operator = { token: await tokenOf(test, test.operator.userId, { scopes: ['operator'] }) };
  return { admin, operator, organization, member: members[0]!, ...createdObjects };
}

/** Stores uses of schema fields, which only the operator may list. */
async function seedUses(test: TestApp): Promise<void> {
  const data = numbers.map((number) => ({
    day: daysAgo(0),
    client: `c${number}`,
    clientVersion: '',
    field: 'User.id',
    calls: 1,
  }));
  await test.store.transaction(async ({ prisma }) => void (await prisma.fieldUse.createMany({ data })));
}

type Make = ReturnType<typeof createMaker>;

function createMaker(test: TestApp, { token }: Person) {
  return async (request: string, body: object) => {
    const [method = '', path = ''] = request.split(' ');
    const answer = await test.rest(method, path, { token, body });
    if (answer.status >= 300) throw new Error(`${request}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}

/** Creates organizations and tokens of one person. */
async function createOrganizationsAndTokens(test: TestApp, { id, email }: Person): Promise<void> {
  const actor = { store: test.store, viewer: test.operator };
  for (const number of numbers) {
    await createOrganization(actor, { title: `Organization ${number}`, owner: email });
    await tokenOf(test, id);
  }
}

async function makePeople(test: TestApp, organization: string) {
  const people: Person[] = [];
  for (const _ of numbers) people.push(await seedMember(test, organization, 'read'));
  const members = people.map(({ id }) => id);
  const teams: string[] = [];
  for (const number of numbers) teams.push(await seedTeam(test, organization, { title: `Team ${number}`, members }));
  return { people, members, teams };
}

type Content = Pick<FullWorld, 'earlier' | 'pages' | 'file'>;

/**
 * Adds pages with the word to every space. The first space gets pages of all types that refer to each other, in several
 * revisions.
 */
async function fillSpaces(test: TestApp, [space, ...others]: string[]): Promise<Content> {
  const pages = { document: newId('Page'), group: newId('Page'), link: newId('Page'), computed: newId('Page') };
  const ids = Object.values(pages);
  const files = numbers.map(() => newId('File'));
  const refs = [
    ...ids.map((page): ContentRef => ({ kind: 'page', page })),
    ...files.map((file): ContentRef => ({ kind: 'file', file })),
    ...numbers.map((number): ContentRef => ({ kind: 'space', space: `gone${number}` })),
  ];
  const contentIds = { ids, files, pages, metaLinks: { alternates: refs } };
  const earlier = await writeHead(test, { space: space! }, (before, keep) => ({
    ...before,
    ...contentOf(contentIds, keep),
  }));
  for (const number of numbers)
    await writeHead(test, { space: space! }, (before, keep) => ({
      ...before,
      pages: [...before.pages, pageOf(keep, `later-${number}`, { text: `# ${word}\n` })],
    }));
  for (const other of others)
    await writeHead(test, { space: other }, (before, keep) => ({
      ...before,
      pages: numbers.map((number) => pageOf(keep, `page-${number}`, { text: `# ${word}\n` })),
    }));
  return { earlier, pages, file: files[0]! };
}

interface ContentIds {
  ids: string[];
  files: string[];
  pages: FullWorld['pages'];
  metaLinks: NonNullable<Page['metaLinks']>;
}

function contentOf({ ids, files, pages, metaLinks }: ContentIds, keep: StoreText): Pick<Manifest, 'pages' | 'files'> {
  const special: Record<string, Partial<Page>> = {
    [pages.group]: { type: 'group' },
    [pages.link]: { type: 'link', target: { kind: 'url', url: 'https://docs.test/app/spc_1' } },
    [pages.computed]: { type: 'computed', computed: shop },
  };
  return {
    pages: ids.map((id, index): Page => {
      const { file, blob, ...page } = pageOf(keep, `page-${index}`, { id, metaLinks, text: `# ${word}\n` });
      return special[id] ? { ...page, ...special[id] } : { ...page, file: file!, blob: blob! };
    }),
    files: files.map((id, index) => {
      const name = `file-${index}.txt`;
      return { id, name, path: name, blob: keep(name), size: name.length, contentType: 'text/plain' };
    }),
  };
}

const shop = {
  type: 'builtin:openapi',
  props: { models: true },
  dependencies: { spec: { ref: { kind: 'openapi', spec: 'shop' } } },
};

/**
 * Registers OpenAPI specifications. Returns the id of `shop`, which has several versions and is the source of computed
 * pages.
 */
async function registerSpecifications(test: TestApp, make: Make, organization: string): Promise<string> {
  const tags = numbers.map((number) => ({ name: `part ${number}` }));
  const paths = Object.fromEntries(tags.map(({ name }, index) => [`/${index}`, { get: { tags: [name] } }]));
  const at = `PUT /orgs/${organization}/openapi`;
  for (const number of numbers) {
    const content = { openapi: '3.0.3', info: { title: 'Shop', version: `${number}` }, tags, paths };
    const source = { text: JSON.stringify(content) };
    for (const slug of [`other-${number}`, 'shop']) await make(`${at}/${slug}`, { source });
    await processWaitingSpecifications(test);
  }
  const { read } = test.store;
  const found = read.sql.selectFrom('OpenAPISpec').select('id').where('organizationId', '=', organization);
  return (await read.first(found.where('slug', '=', 'shop')))!.id;
}

/** Space and people of the change requests. `propose` opens several of them, and inserts pages into the last one. */
interface Proposing {
  organization: string;
  space: string;
  admin: Person;
  people: Person[];
}

async function propose(
  test: TestApp,
  { organization, space, admin, people, file }: Content & Proposing,
): Promise<ChangeRequestClient> {
  const proposals: ChangeRequestClient[] = [];
  for (const _ of numbers) proposals.push(await openChangeRequest(test, space, admin.token));
  const proposal = proposals.at(-1)!;
  const links = `[file](/files/${file}) ${numbers.map((number) => `[gone](gone-${number}.md)`).join(' ')}`;
  for (const number of numbers) {
    const document = { markdown: `# ${word}\n\n${links}\n` };
    const changed = await proposal.change({ operation: 'insert_page', title: `New ${number}`, document });
    if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
  }
  const critic = await seedMember(test, organization, 'review');
  await review(test, proposals, { admin, people, critic });
  return proposal;
}

/**
 * Requests a review of all change requests from all users. One of them reviews the last one, and a critic reviews it
 * twice.
 */
async function review(
  test: TestApp,
  proposals: ChangeRequestClient[],
  { admin, people, critic }: { admin: Person; people: Person[]; critic: Person },
): Promise<void> {
  const users = [admin, ...people].map(({ id }) => id);
  for (const { path } of proposals)
    await test.rest('POST', `${path}/requested-reviewers`, { ...admin, body: { users } });
  const { path } = proposals.at(-1)!;
  const body = { status: 'approved', comment: { markdown: word } };
  for (const { token } of [critic, critic, people.at(-1)!]) {
    const { status } = await test.rest('POST', `${path}/reviews`, { token, body });
    if (status !== 201) throw new Error(`A review was answered ${status}`);
  }
}
