import { createSpace, publishPages, repeat } from '../content.mjs';
import { ordinaryText } from '../texts.mjs';

/**
 * Number of successive queries, aliases in each query, and characters of the page. The server parses texts below 16 KiB
 * in the main thread.
 */
const size = { queries: 200, aliases: 25, page: 7_800 };

/** The attacker reads the document of an uncached page under many aliases, while another organization reads. */
export const aliases = {
  name: 'aliases',
  title: 'one text of 7.8 kB under 25 aliases, for 200 texts one after the other',
  measured: 'GET of one of its spaces, every 20 ms',
  on: ['sqlite', 'postgresql'],
  requests: size.queries,

  async prepare({ attacker, innocent }) {
    const space = await createSpace(attacker, 'Large');
    const page = (index) => ({ title: `Page ${index}`, text: ordinaryText(size.page, `page ${index}`) });
    const pages = await publishPages(attacker, space, repeat(size.queries, page));
    return { large: space.split('/').at(-1), pages, space: await createSpace(innocent, 'Small') };
  },

  async attack({ ask, data: { large, pages } }) {
    const bodies = pages.map((page) => JSON.stringify({ query: createQuery(large, page) }));
    return async () => {
      const answers = [];
      for (const body of bodies) answers.push(parsePoints(await ask('POST', '/graphql', body)));
      return answers;
    };
  },

  probe: ({ space }) => space,
};

function createQuery(space, page) {
  const documents = repeat(size.aliases, (index) => `a${index}: document`).join(' ');
  return `{ space(id: "${space}") { revision { page(id: "${page}") { ... on DocumentPage { ${documents} } } } } }`;
}

/**
 * Returns the response and its cost in points.
 * @throws if the aliases do not all have the same document
 */
function parsePoints(answer) {
  if (answer.refusal) return answer;
  const { data, extensions } = JSON.parse(answer.text);
  const documents = Object.values(data.space.revision.page).map((document) => JSON.stringify(document));
  if (documents.length !== size.aliases || documents.some((document) => document !== documents[0]))
    throw new Error('The aliases of one document must be the same');
  return { ...answer, points: extensions.cost };
}
