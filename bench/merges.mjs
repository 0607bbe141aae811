import { join } from 'node:path';
import { medianAndRange } from './compare.mjs';
import { load } from './dist.mjs';
import { range, reportTarget } from './report.mjs';
import { publicUrl, seed, withFolder } from './world.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 15);

/**
 * Compares the merge of one changed page in a space of 1,000 pages with the same merge in a space of 10 pages. Rounds
 * alternate; the database is SQLite.
 */
export default async function merges() {
  await withFolder(async (folder) => {
    const world = await open(`file:${join(folder, 'merges.db')}`);
    try {
      const [few, many] = [await world.space(10), await world.space(1000)];
      const [shortly, long] = [[], []];
      for (let round = 0; round < rounds; round++) {
        shortly.push(await world.merge(few, round));
        long.push(await world.merge(many, round));
      }
      const [small, large] = [medianAndRange(shortly), medianAndRange(long)];
      const ratio = large.median / small.median;
      console.log(
        `  a merge of one page of 10: ${range(small)} ms, of 1,000: ${range(large)} ms; ${ratio.toFixed(2)} times`,
      );
      reportTarget('at most twice as long in 1,000 pages as in 10', ratio <= 2);
    } finally {
      await world.close();
    }
  });
}

async function open(url) {
  const { organization } = await seed(url);
  const { openStore } = await load('platform/db/open.js');
  const { operatorOf } = await load('modules/identity/tokens/bootstrap.js');
  await load('app/head-hooks.js');
  const { importIntoSpace } = await load('modules/content/folders/import-actions.js');
  const { createChangeRequest } = await load('modules/review/change-requests/actions.js');
  const { updateContent } = await load('modules/review/change-requests/content-actions.js');
  const { mergeChangeRequest } = await load('modules/review/change-requests/merge-actions.js');
  const store = await openStore({ url });
  const actor = { store, viewer: await operatorOf(store), publicUrl };
  return {
    close: () => store.close(),
    async space(count) {
      const { spaceId } = await importIntoSpace(actor, {
        organization,
        title: `${count}`,
        entries: createPages(count),
      });
      const query = store.sql.selectFrom('Page').select('id').where('spaceId', '=', spaceId).orderBy('id');
      return { space: spaceId, pages: (await store.read.all(query)).map(({ id }) => id) };
    },
    /**
     * Opens change requests for two different pages, then merges both. Returns the milliseconds of the second merge.
     */
    async merge({ space, pages }, round) {
      const opened = [];
      for (const [index, page] of [pages[round % 5], pages[5 + (round % 5)]].entries()) {
        const name = { space, changeRequest: await createChangeRequest(actor, { space, subject: `${index}` }) };
        const document = { markdown: `# H\n\n[a](page-1.md#h) round ${round} of ${index}\n` };
        await updateContent(actor, name, [{ updatePage: { page, document } }]);
        opened.push(name);
      }
      await mergeChangeRequest(actor, opened[0]);
      const start = performance.now();
      const { result } = await mergeChangeRequest(actor, opened[1]);
      if (result !== 'merge') throw new Error(`A merge came to ${result}`);
      return performance.now() - start;
    },
  };
}

/** Returns pages that each link to the next one. */
function createPages(count) {
  const page = (index) => `# H\n\nPage ${index}, [next](page-${(index + 1) % count}.md#h)\n`;
  const bytes = (index) => () => new TextEncoder().encode(page(index));
  return new Map(Array.from({ length: count }, (_, index) => [`page-${index}.md`, bytes(index)]));
}
