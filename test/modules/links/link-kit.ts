import { importIntoSpace } from '../../../src/modules/content/folders/import-actions.js';
import type { TestApp } from '../../support/app.js';
import { pagesByPath, seedOrganization, seedSpace } from '../../support/seed.js';

/** A link usage of `/v1` as a sentence: `ok page other#part from start, start#below`. */
export type UsageText = string;

/** A space for tests of links. */
export interface LinkFixture {
  organization: string;
  space: string;
  token: string;
  /** Returns a link list of the space on `/v1` as sentences: `links('?status=broken')`. */
  links(query?: string): Promise<UsageText[]>;
  /** Returns the counts of the list that `links()` returns: total, broken, newly broken. */
  stats(): Promise<object>;
  /** Returns the sources of the backlinks of a page: the path of each page, or its title if the path is empty. */
  backlinks(page: string): Promise<string[]>;
  page(path: string): Promise<string>;
  /** Replaces the content by an import of these files. */
  replace(files: Record<string, string>): Promise<void>;
}

/** Imports files into a space. The fixture reads the links of the space as the admin of its organization. */
export async function seedLinkSpace(
  test: TestApp,
  files: Record<string, string>,
  owner?: { id: string; admin: { token: string } },
): Promise<LinkFixture> {
  const { id: organization, admin } = owner ?? (await seedOrganization(test));
  const space = await seedSpace(test, organization, files);
  const { token } = admin;
  const get = async (path: string) => (await test.rest('GET', `/spaces/${space}${path}`, { token })).body;
  const page = async (path: string) => (await pagesByPath(test, space, token)).get(path)!;
  return {
    organization,
    space,
    token,
    page,
    links: async (query = '') => formatUsages((await get(`/links${query}`)).items),
    stats: async () => (await get('/links')).stats,
    backlinks: async (path) => (await get(`/content/page/${await page(path)}/backlinks`)).items.map(nameOf),
    async replace(changed) {
      await importIntoSpace(
        { store: test.store, viewer: test.operator },
        { organization, space, entries: entriesOf(changed) },
      );
    },
  };
}

/** Returns files in the form that an import accepts. */
export function entriesOf(files: Record<string, string>): Map<string, () => Uint8Array> {
  return new Map(Object.entries(files).map(([name, text]) => [name, () => new TextEncoder().encode(text)]));
}

// The tests read untyped responses. Other tests check their shapes against the contract.
/** Returns usages of `/v1` as sentences. */
export function formatUsages(items: any[]): UsageText[] {
  return items.map(({ status, relation, targetReference, locationReferences }) => {
    const verb = relation === 'dependsOn' ? ' needs' : '';
    const from = locationReferences.map(nameOf).join(', ');
    return `${status}${verb} ${targetReference ? `${targetReference.kind} ${nameOf(targetReference)}` : 'nothing'} from ${from}`;
  });
}

function nameOf(location: any): string {
  const anchor = location.internalLocation ? `#${location.internalLocation.anchor}` : '';
  const named = location.page ? location.page.path || location.page.title : location.file?.name;
  return (
    (named && named + anchor) ??
    location.url ??
    location.user?.displayName ??
    location.collection?.title ??
    location.openAPISpec?.slug ??
    location.space.title
  );
}

/** Returns the rows of the link index of a space, in a fixed order. */
export async function indexRows({ store }: TestApp, space: string): Promise<object[]> {
  const { read } = store;
  const links = read.sql.selectFrom('Link').selectAll().where('spaceId', '=', space);
  const headings = read.sql.selectFrom('LinkHeadings').selectAll().where('spaceId', '=', space);
  const spaces = read.sql.selectFrom('LinkSpace').selectAll().where('spaceId', '=', space);
  return [
    ...(await read.all(links.orderBy('pageId').orderBy('position'))),
    ...(await read.all(headings.orderBy('pageId'))),
    ...(await read.all(spaces)),
  ];
}
