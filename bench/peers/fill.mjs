import { importFiles, withCorpus } from '../corpus.mjs';
import { seed } from '../world.mjs';

// Fills the database whose URL is the first argument, and sends the ids of its contents to the parent process. This is
// a separate process, so that the previous release can fill databases with its own modules (DOCGRAPH_MODULES).

/** Size of the data that peers read: 2,000 change requests of one organization. */
const size = { spaces: 200, changeRequests: 10 };

/** Number of small spaces for the write benchmarks, each with ten pages. */
const writtenSpaces = 8;

const content = {};
const first = async (store, organization) => {
  await withCorpus(async () => (content.corpus = await imported(store, organization)));
  content.written = [];
  for (let index = 0; index < writtenSpaces; index++)
    content.written.push(await imported(store, organization, pagesOf(index)));
};
const world = await seed(process.argv[2], { ...size, first });
process.send({ ...world, ...content });

/** Imports files as a space; the corpus by default. Returns its id, and the ids of its pages with text. */
async function imported(store, organization, files) {
  const space = await importFiles(store, organization, files);
  const pages = store.sql.selectFrom('Page').select('id').where('spaceId', '=', space);
  const withText = pages.where('blobHash', 'is not', null).orderBy('id');
  return { space, pages: (await store.read.all(withText)).map(({ id }) => id) };
}

function pagesOf(space) {
  const text = (page) => `# Page ${page} of ${space}\n\nSee [another page](page-${(page + 1) % 10}.md).\n`;
  return new Map(Array.from({ length: 10 }, (_, page) => [`page-${page}.md`, () => Buffer.from(text(page))]));
}
