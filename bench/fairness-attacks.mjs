import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { corpus, withCorpus } from './corpus.mjs';
import { dist } from './dist.mjs';

const megabyte = 1_000_000;

/** Paragraphs of words and links, a megabyte of them. */
function largeText(seed) {
  const lines = [];
  for (let length = 0, line = 0; length < megabyte; line++) {
    const text = `Line ${line} of ${seed} speaks of *things* and [a page](page-${line % 7}.md#part-${line}).`;
    lines.push(line % 40 === 0 ? `## Part ${line}\n` : text, '');
    length += text.length + 2;
  }
  return lines.join('\n').slice(0, megabyte);
}

/**
 * What is dearest for a server, each as `[name, work]`, in an order in which each finds what it needs.
 * @param world what `seed` has answered, with the port of a server on it and the address of its database.
 */
export async function attacks({ port, url, token, spaces, organization }) {
  const call = caller({ port, token });
  const [space, other] = spaces;
  const large = await pageInConflict(call, space);
  const request = await open(call, other);
  const many = Array.from({ length: 20 }, (_, index) => insertion(`Large ${index}`, largeText(index)));
  const aliases = Array.from({ length: 20 }, (_, index) => `a${index}: conflicts { hunks { ours } }`).join(' ');
  return [
    [
      'twenty aliases of `conflicts` on a page of 1 MB',
      () => refused(call('POST', '/graphql', { query: `{ changeRequest(id: "${large}") { ${aliases} } }` })),
    ],
    ['one content request of 20 × 1 MB', () => call('POST', `${request}/content`, { changes: many })],
    ['a link list of that change request', () => call('GET', `${request}/links?limit=1000`)],
    ['its merge', () => call('POST', `${request}/merge`)],
    ['anonymous introspection under changing names', () => introspect(port)],
    ['`docgraph import` of the largest corpus', () => withCorpus(() => importBeside(url, organization))],
  ];
}

/** Asks over HTTP. @throws where the answer is no success. */
function caller({ port, token }) {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const address = `http://127.0.0.1:${port}${path.startsWith('/graphql') ? path : `/v1${path}`}`;
    const answer = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok || text.startsWith('{"errors"')) throw new Error(`${path} answered ${text.slice(0, 500)}`);
    return JSON.parse(text);
  };
}

/** It is found out first, and then costs too much to be told twenty times. */
async function refused(answer) {
  const error = await answer.then(
    () => new Error('It was answered'),
    (reason) => reason,
  );
  if (!error.message.includes('QUERY_TOO_COMPLEX')) throw error;
}

const insertion = (title, markdown) => ({ operation: 'insert_page', title, document: { markdown } });

async function open(call, space) {
  const { id } = await call('POST', `/spaces/${space}/change-requests`, { subject: 'Work' });
  return `/spaces/${space}/change-requests/${id}`;
}

/** A change request that contradicts its space in every line of a large page; answers its id. */
async function pageInConflict(call, space) {
  const first = await open(call, space);
  await call('POST', `${first}/content`, { changes: [insertion('Large', largeText('first'))] });
  await call('POST', `${first}/merge`);
  const { pages } = await call('GET', `/spaces/${space}/content/pages`);
  const page = pages.find(({ title }) => title === 'Large').id;
  const write = (text) => ({ changes: [{ operation: 'update_page', page, document: { markdown: largeText(text) } }] });
  const [second, third] = [await open(call, space), await open(call, space)];
  await call('POST', `${second}/content`, write('second'));
  await call('POST', `${third}/content`, write('third'));
  await call('POST', `${second}/merge`);
  return third.split('/').at(-1);
}

/** Six clients that ask for the whole schema, 50 times each, every time under another name. */
async function introspect(port) {
  const { getIntrospectionQuery } = await import('graphql');
  const text = getIntrospectionQuery();
  const client = async (number) => {
    for (let time = 0; time < 50; time++) {
      const query = text.replace('IntrospectionQuery', `Q${number}_${time}`);
      const body = JSON.stringify({ query });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers, body });
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 6 }, (_, number) => client(number)));
}

async function importBeside(url, organization) {
  const args = [join(dist, 'main.js'), 'import', corpus, '--org', organization];
  const child = spawn(process.execPath, args, { env: { ...process.env, DATABASE_URL: url }, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The import ended with ${code}`);
}
