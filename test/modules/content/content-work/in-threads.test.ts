import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { pagesByPath, seedOrganization, seedSpace } from '../../../support/seed.js';
import { recordThreadTasks } from '../../../support/threads.js';
import { type ChangeRequestClient, openChangeRequest } from '../../review/change-requests/proposal.js';

// Tasks that would block other requests run in worker threads. Tests each operation with such a task, on a page of 40
// KB.

const test = await testApp();
const { id: acme, admin } = await seedOrganization(test);
const { token } = admin;

const line = (index: number, word: string) => `Line ${index} of ${word} with [a link](README.md#part-${index}).\n\n`;
/** Number of texts written so far. Results of a text are cached, so every test writes other texts. */
let written = 0;
const large = (word: string) => Array.from({ length: 900 }, (_, index) => line(index, word)).join('');

const threadTasks = recordThreadTasks();

let space: string;
let page: string;
let [mine, other] = [{} as ChangeRequestClient, {} as ChangeRequestClient];
const write = (proposal: ChangeRequestClient, word: string) =>
  proposal.change({ operation: 'update_page', page, document: { markdown: large(`${word} ${written++}`) } });

beforeEach(async () => {
  space = await seedSpace(test, acme, {
    'README.md': '# Home\n',
    'large.md': `# Large\n\n${large(`test ${written++}`)}`,
  });
  page = (await pagesByPath(test, space, token)).get('large')!;
  [mine, other] = [await openChangeRequest(test, space, token), await openChangeRequest(test, space, token)];
});

/** Returns the tasks that a request ran in worker threads. */
async function inThreads(ask: () => Promise<{ status: number }>): Promise<string[]> {
  threadTasks.length = 0;
  expect((await ask()).status).toBe(200);
  return [...new Set(threadTasks.map(({ task }) => task))].sort();
}

const read = (path: string) => () => test.rest('GET', `/spaces/${space}${path}`, { token });
const graph = (query: string) => () => test.graphql(query, { token });

describe('work that would block other requests', () => {
  it.each<[what: string, tasks: string[], ask: () => Promise<{ status: number }>]>([
    ['a page as a document', ['linkedDocument'], () => read(`/content/page/${page}`)()],
    ['an evaluated page', ['markdown'], () => read(`/content/page/${page}?format=markdown&evaluated=true`)()],
    ['a content write', ['edit'], () => write(mine, 'mine')],
    ['a search with sections', ['sections'], () => read('/search?query=line')()],
  ])('runs in worker threads: %s', async (_what, tasks, ask) => {
    expect(await inThreads(ask)).toEqual(tasks);
  });

  it('runs in worker threads: a merge and the index updates after it', async () => {
    await write(mine, 'mine');
    expect(await inThreads(() => mine.merge())).toEqual(['merge', 'references', 'usages', 'words']);
  });

  it('runs in worker threads: finding the links of a change request', async () => {
    await write(mine, 'mine');
    expect(await inThreads(() => test.rest('GET', `${mine.path}/links`, { token }))).toEqual(['references', 'usages']);
  });

  it('runs in worker threads: the line differences of a change request', async () => {
    await write(mine, 'mine');
    const query = `{ changeRequest(id: "${mine.id}") { diff { nodes { ... on PageEdited { hunks { start } } } } } }`;
    expect(await inThreads(graph(query))).toEqual(['hunks']);
  });

  it('runs in a worker thread, once per request: finding conflicts', async () => {
    await write(mine, 'mine');
    await write(other, 'other');
    await other.merge();
    const aliasedFields = ['a', 'b'].map((alias) => `${alias}: conflicts { kind }`).join(' ');
    expect(await inThreads(graph(`{ changeRequest(id: "${mine.id}") { ${aliasedFields} } }`))).toEqual(['preview']);
    expect(threadTasks.filter(({ task }) => task === 'preview')).toHaveLength(1);
  });

  it('runs in worker threads: converting many small texts of one request', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`p${index}.md`, large('x').slice(0, 12_000)]),
    );
    const many = await seedSpace(test, acme, files);
    const query = `{ space(id: "${many}") { revision { pages(first: 100) { nodes { ... on DocumentPage { document } } } } } }`;
    expect(await inThreads(graph(query))).toEqual(['linkedDocument']);
  });
});
