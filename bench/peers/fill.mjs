import { importFiles, withCorpus } from '../corpus.mjs';
import { load } from '../dist.mjs';
import { seed } from '../world.mjs';

// A process of its own, so that the release before can fill the databases by its own modules (DOCGRAPH_MODULES): fills the
// database of the first argument and sends what is in it.

/** What the benchmarks of peers read: 2,000 change requests of one organization. */
const size = { spaces: 200, changeRequests: 10 };

const url = process.argv[2];
const world = await seed(url, size);
await withCorpus(async () => {
  world.content = await importCorpus(world.organization);
});
process.send(world);

/** Space of the large corpus and the ids of its pages that have a text. */
async function importCorpus(organization) {
  const { openStore } = await load('store/open.js');
  const store = await openStore({ url });
  try {
    const space = await importFiles(store, organization);
    const query = store.sql.selectFrom('Page').select('id').where('spaceId', '=', space).orderBy('id');
    return { space, pages: (await store.read.all(query)).map(({ id }) => id) };
  } finally {
    await store.close();
  }
}
