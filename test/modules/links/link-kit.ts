import { importIntoSpace } from '../../../src/modules/content/folders/import-actions.js';
import type { TestApp } from '../../support/app.js';
import { pagesByPath, seedOrganization, seedSpace } from '../../support/seed.js';

/** A usage of `/v1`, in the words of the tests: `ok page other#part from start, start#below`. */
export type Sentence = string;

/** A space whose links are looked at. */
export interface Linked {
  organization: string;
  space: string;
  token: string;
  /** Sentences of a link list of `/v1` below the space: `links('?status=broken')`. */
  links(query?: string): Promise<Sentence[]>;
  /** Numbers of the same list: total, broken, newly broken. */
  stats(): Promise<object>;
  /** Where backlinks of a page come from, as `space title/page path`. */
  backlinks(page: string): Promise<string[]>;
  page(path: string): Promise<string>;
  /** Imports these files over the content. */
  replace(files: Record<string, string>): Promise<void>;
}

/** Imports files and looks at their links as the organization's admin. */
export async function linked(
  test: TestApp,
  files: Record<string, string>,
  owner?: { id: string; admin: { token: string } },
): Promise<Linked> {
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
    links: async (query = '') => sentencesOf((await get(`/links${query}`)).items),
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

/** Files as an import takes them. */
export function entriesOf(files: Record<string, string>): Map<string, () => Uint8Array> {
  return new Map(Object.entries(files).map(([name, text]) => [name, () => new TextEncoder().encode(text)]));
}

// Tests read answers freely; the shapes are held against the contract elsewhere.
/** Usages of `/v1` as sentences. */
export function sentencesOf(items: any[]): Sentence[] {
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

/** The rows of the link index of a space, in an order of their own. */
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
