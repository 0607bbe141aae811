import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { getIntrospectionQuery } from 'graphql';
import { corpus } from '../corpus.mjs';
import { dist } from '../dist.mjs';
import { createSpace, insertion, openChangeRequest, publishPages, repeat } from './content.mjs';
import { textWithLinks } from './texts.mjs';

const megabyte = 1_000_000;

/**
 * Sizes: aliases in the query for conflicts, pages in the large change request, clients that introspect the schema, and
 * requests per client.
 */
const size = { aliases: 20, pages: 20, clients: 6, requests: 50 };

/** Properties that the rows share: the innocent organization sends reads, and the database is SQLite. */
const sharedMembers = {
  measured: 'GET of one of its spaces, every 20 ms',
  on: ['sqlite'],
  probe: ({ space }) => space,
};

const conflicts = {
  ...sharedMembers,
  name: 'conflicts',
  title: 'a query for `conflicts` of a page of 1 MB under 20 aliases, refused for its cost',
  async prepare({ attacker, innocent }) {
    return { request: await pageInConflict(attacker), space: await createSpace(innocent, 'Small') };
  },
  async attack({ ask, data: { request } }) {
    const fields = repeat(size.aliases, (index) => `a${index}: conflicts { hunks { ours } }`).join(' ');
    const query = `{ changeRequest(id: "${request}") { ${fields} } }`;
    return async () => {
      await requireTooComplex(ask('POST', '/graphql', { query }));
      return [];
    };
  },
};

/**
 * Creates a change request that conflicts with its space in every line of a large page. Returns the change request's
 * id.
 */
async function pageInConflict(attacker) {
  const space = await createSpace(attacker, 'Large');
  const [page] = await publishPages(attacker, space, [{ title: 'Large', text: textWithLinks(megabyte, 'first') }]);
  const [ours, theirs] = [await openChangeRequest(attacker, space), await openChangeRequest(attacker, space)];
  for (const request of [ours, theirs]) {
    const document = { markdown: textWithLinks(megabyte, request) };
    await attacker.must('POST', `${request}/content`, { changes: [{ operation: 'update_page', page, document }] });
  }
  await attacker.must('POST', `${ours}/merge`);
  return theirs.split('/').at(-1);
}

/**
 * Checks that a query is refused for its cost.
 * @throws if the query succeeds, or fails for another reason
 */
async function requireTooComplex(answer) {
  const error = await answer.then(
    () => new Error('It was answered'),
    (reason) => reason,
  );
  if (!error.message.includes('QUERY_TOO_COMPLEX')) throw error;
}

const largeContent = {
  ...sharedMembers,
  name: 'large-content',
  title: 'one content request of 20 × 1 MB',
  async prepare({ attacker, innocent }) {
    const request = await openChangeRequest(attacker, await createSpace(attacker, 'Large'));
    return { request, space: await createSpace(innocent, 'Small') };
  },
  async attack({ ask, data: { request } }) {
    const body = JSON.stringify({ changes: largePages() });
    return async () => [await ask('POST', `${request}/content`, body)];
  },
};

/** Properties of the rows that use the change request of the row `large-content`. */
const afterLargeContent = {
  ...sharedMembers,
  async prepare({ attacker, innocent }) {
    const data = await largeContent.prepare({ attacker, innocent });
    await attacker.must('POST', `${data.request}/content`, { changes: largePages() });
    return data;
  },
};

function largePages() {
  return repeat(size.pages, (index) => insertion(`Large ${index}`, textWithLinks(megabyte, index)));
}

const linkList = {
  ...afterLargeContent,
  name: 'link-list',
  title: 'a list of 1,000 links of a change request of 20 × 1 MB',
  async attack({ ask, data: { request } }) {
    return async () => [await ask('GET', `${request}/links?limit=1000`)];
  },
};

const merge = {
  ...afterLargeContent,
  name: 'merge',
  title: 'the merge of a change request of 20 × 1 MB',
  async attack({ ask, data: { request } }) {
    return async () => [await ask('POST', `${request}/merge`)];
  },
};

const introspection = {
  ...sharedMembers,
  name: 'introspection',
  title: 'anonymous introspection by 6 clients, 50 times each, with another operation name each time',
  async prepare({ innocent }) {
    return { space: await createSpace(innocent, 'Small') };
  },
  async attack({ askAnonymously }) {
    const text = getIntrospectionQuery();
    const client = async (number) => {
      const answers = [];
      for (let time = 0; time < size.requests; time++) {
        const query = text.replace('IntrospectionQuery', `Q${number}_${time}`);
        answers.push(await askAnonymously('POST', '/graphql', { query }));
      }
      return answers;
    };
    return async () => (await Promise.all(repeat(size.clients, client))).flat();
  },
};

const importing = {
  ...sharedMembers,
  name: 'import',
  title: '`docgraph import` of the largest corpus in another process',
  needsCorpus: true,
  async prepare({ attacker: { organization }, innocent, url }) {
    return { organization, url, space: await createSpace(innocent, 'Small') };
  },
  async attack({ data: { organization, url } }) {
    const args = [join(dist, 'main.js'), 'import', corpus, '--org', organization];
    // A separate cache, because an import with the cache of an earlier one does not read the files.
    const cache = join(dirname(url.replace('file:', '')), 'cache');
    const env = { ...process.env, DATABASE_URL: url, XDG_CACHE_HOME: cache };
    return async () => {
      const [code] = await once(spawn(process.execPath, args, { env, stdio: 'ignore' }), 'close');
      if (code !== 0) throw new Error(`The import ended with ${code}`);
      return [];
    };
  },
};

/** Rows in which one client sends expensive requests while another organization reads. */
export const furtherRows = [conflicts, largeContent, linkList, merge, introspection, importing];
