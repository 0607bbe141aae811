import { expect, it } from 'vitest';
import { headOf, pagesOf } from '../../../../src/modules/content/revisions/content-view.js';
import { admitVisitor } from '../../../../src/modules/sites/published-sites/admission.js';
import { findPublished } from '../../../../src/modules/sites/published-sites/find-published.js';
import { loadVisibleTree } from '../../../../src/modules/sites/published-sites/published-view.js';
import { sitesById } from '../../../../src/modules/sites/sites/loaders.js';
import { testApp } from '../../../support/app.js';
import { seeds } from '../../../support/properties.js';
import { randomFrom } from '../../../support/random.js';
import { seedSpace } from '../../../support/seed.js';
import { type Addresses, addresses, visitorContext } from './address-kit.js';
import { moves, type SiteSnapshot } from './random-moves.js';

const test = await testApp();

/** All addresses that were ever valid, each with the last page that it led to. */
interface AddressHistory {
  answers: Map<string, { place: string; space: string; path: string; page: string }>;
  /** The last space at each site path, and the last page at each path of a space. */
  places: Map<string, string>;
  paths: Map<string, string>;
}

async function viewOf({ site }: Addresses) {
  const context = visitorContext(test);
  const view = (await admitVisitor(context, await context.loaders.get(sitesById, site), {}))!;
  return { context, view };
}

async function snapshotOf(site: Addresses): Promise<SiteSnapshot> {
  const { context, view } = await viewOf(site);
  const { sections, siteSpaces } = await loadVisibleTree(context, view);
  const spaces = siteSpaces.map(async ({ id, row, section, space }) => {
    const pages = pagesOf((await headOf(context, space.id))!).map(({ id, page }) => ({ id, path: page.path! }));
    return { id, space: space.id, section: section!.id, place: `${section!.path}/${row.path}`, pages };
  });
  return { sections: sections.map(({ id, row }) => ({ id, path: row.path })), spaces: await Promise.all(spaces) };
}

/** Creates a site of three sections with two spaces each, and ten pages in each space. */
async function fullSite(): Promise<Addresses> {
  const site = await addresses(test);
  const files = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`page-${index}.md`, `# ${index}\n`]));
  for (const title of ['One', 'Two', 'Three']) {
    const spaceId = await seedSpace(test, site.organization, files);
    const { id } = await site.requestOk('POST /sections', { spaceId, title });
    await site.show(`${title} more`, files, id);
  }
  const empty = (await site.requestOk('GET /site-spaces')).items.find(
    ({ title }: { title: string }) => title === 'Empty',
  );
  await site.requestOk(`DELETE /site-spaces/${empty.id}`);
  return site;
}

function write({ answers, places, paths }: AddressHistory, { spaces }: SiteSnapshot): void {
  for (const { place, space, pages } of spaces) {
    places.set(place, space);
    for (const { id: page, path } of pages) {
      paths.set(`${space}/${path}`, page);
      answers.set(`${place}/${path}`, { place, space, path, page });
    }
  }
}

/** The page at an address, and the current address of that page. */
type Resolution = { now: string; page: string; isMoved: boolean } | null;

async function resolveAll(site: Addresses, requestedAddresses: readonly string[]): Promise<Resolution[]> {
  const { context, view } = await viewOf(site);
  const find = async (address: string): Promise<Resolution> => {
    const found = await findPublished(context, view, address);
    if (!found) return null;
    const { place, page, isMoved } = found;
    const now = [place.section!.path, place.row.path, page!.page.path].join('/');
    return { now, page: page!.id, isMoved };
  };
  return Promise.all(requestedAddresses.map(find));
}

it('after a thousand moves, every address that was ever valid leads to its page in one step', async () => {
  const draw = randomFrom(seeds(1)[0]!);
  const site = await fullSite();
  const book: AddressHistory = { answers: new Map(), places: new Map(), paths: new Map() };
  write(book, await snapshotOf(site));
  for (let moved = 0, moveIndex = 0; moved < 1000; moveIndex += 1) {
    moved += await moves[moveIndex % moves.length]!(site, await snapshotOf(site), draw);
    write(book, await snapshotOf(site));
  }
  const { spaces } = await snapshotOf(site);
  const live = new Map(spaces.flatMap(({ place, pages }) => pages.map(({ id, path }) => [`${place}/${path}`, id])));
  const requestedAddresses = [...book.answers.keys()];
  const answers = await resolveAll(site, requestedAddresses);
  let comparedCount = 0;
  for (const [index, [address, { place, space, path, page }]] of [...book.answers].entries()) {
    const answer = answers[index]!;
    if (live.has(address)) expect(answer).toEqual({ now: address, page: live.get(address), isMoved: false });
    // The redirect takes one step: its target is a current address.
    if (answer) expect([live.get(answer.now), answer.isMoved]).toEqual([answer.page, answer.now !== address]);
    // Another space may have taken the site path since, or another page the page path. The address may then lead to
    // that page.
    if (book.places.get(place) !== space || book.paths.get(`${space}/${path}`) !== page) continue;
    expect([address, answer?.page]).toEqual([address, page]);
    comparedCount += 1;
  }
  expect(comparedCount).toBeGreaterThan(1000);
});
