import { createSpace, publishPages, repeat } from '../content.mjs';
import { ordinaryText } from '../texts.mjs';

/** Number of identical parallel queries, pages in each query, and characters of a page. */
const size = { parallel: 20, pages: 26, page: 30_000 };

const query = `query ($space: ID!) {
  space(id: $space) { revision { pages(first: ${size.pages}) { nodes { ... on DocumentPage { id document } } } } }
}`;

/** The server has to compute many documents again after a restart, while another organization reads. */
export const restart = {
  name: 'restart',
  title: 'a restart of the server, then 20 identical GraphQL queries for 26 documents of 30 kB',
  measured: 'GET of one of its spaces, every 20 ms',
  on: ['sqlite', 'postgresql'],
  restarts: true,
  refusesNothing: true,
  requests: size.parallel,

  async prepare({ attacker, innocent }) {
    const space = await createSpace(attacker, 'Large');
    const page = (index) => ({ title: `Page ${index}`, text: ordinaryText(size.page, `page ${index}`) });
    await publishPages(attacker, space, repeat(size.pages, page));
    return { large: space.split('/').at(-1), space: await createSpace(innocent, 'Small') };
  },

  async attack({ ask, data: { large } }) {
    const body = JSON.stringify({ query, variables: { space: large } });
    return async () => {
      const answers = await Promise.all(repeat(size.parallel, () => ask('POST', '/graphql', body)));
      requireSame(answers.filter(({ refusal }) => !refusal).map(({ text }) => text));
      return answers;
    };
  },

  probe: ({ space }) => space,
};

/**
 * Checks that all responses are equal and contain documents.
 * @throws if the responses differ, or contain no documents
 */
function requireSame(texts) {
  for (const text of texts) {
    const { nodes } = JSON.parse(text).data.space.revision.pages;
    if (nodes.filter(({ document }) => document?.nodes.length > 0).length !== size.pages)
      throw new Error(`An answer must have ${size.pages} documents`);
    if (JSON.stringify(nodes) !== JSON.stringify(JSON.parse(texts[0]).data.space.revision.pages.nodes))
      throw new Error('Identical queries were answered differently');
  }
}
