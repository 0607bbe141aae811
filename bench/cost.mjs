import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startProbe } from './probe.mjs';
import { reportTarget } from './report.mjs';
import { startServer } from './serve.mjs';
import { seed, withFolder } from './world.mjs';

/** Maximum time that the event loop may stall during an admitted query, in milliseconds. */
const maxMilliseconds = 50;

/** Multiplies the size of the queries and the cost limit, to try a higher default limit. */
const scale = Number(process.env.BENCH_COST ?? 1);

/** How often each query is sent. V8 interprets the code during the first calls and compiles it for later ones. */
const calls = 5;

/**
 * Runs queries of nested lists on SQLite whose cost is just below the limit of a request. Measures how long they stall
 * the event loop of the server, and how long another client waits meanwhile.
 */
export default function cost() {
  return withFolder(async (folder) => {
    const path = join(folder, 'bench.db');
    const { organization, token } = await seed(`file:${path}`);
    multiply(path);
    const server = await startServer('docgraph', { url: `file:${path}`, costLimit: 25_000 * scale });
    const ask = asker({ port: server.port, token });
    try {
      for (const [name, text] of queries(organization)) {
        const probe = await startProbe({ port: server.port, token });
        const stands = [];
        let callSummary;
        for (let call = 0; call < calls; call++) {
          await server.longestDelay();
          callSummary = await ask(text);
          stands.push(await server.longestDelay());
        }
        const { p99 } = await probe.stop();
        const list = stands.map((stand) => stand.toFixed(0)).join(', ');
        console.log(`  ${name}: ${callSummary}; the loop stood ${list} ms, an innocent p99 ${p99.toFixed(0)} ms`);
        reportTarget(`at most ${maxMilliseconds} ms`, Math.max(...stands) <= maxMilliseconds);
      }
    } finally {
      await server.stop();
    }
  });
}

/**
 * Returns queries of different shapes, which read as many objects as the limit allows: nested lists, the longest list,
 * and many short lists.
 */
function queries(organization) {
  const inOrganization = (fields) => `{ organization(id: "${organization}") { ${fields} } }`;
  const person = 'createdBy { id displayName }';
  return [
    [
      'spaces and their change requests',
      inOrganization(
        `spaces(first: 100) { nodes { id title changeRequests(first: ${120 * scale}) { nodes { id subject ${person} } } } }`,
      ),
    ],
    [
      'change requests whose spaces have change requests',
      inOrganization(
        `spaces(first: 20) { nodes { changeRequests(first: ${50 * scale}) { nodes { space { changeRequests(first: 20) { nodes { id } } } } } } }`,
      ),
    ],
    [
      'the longest list with permissions and organizations',
      inOrganization(
        `spaces(first: 1000) { nodes { id title permissions { view edit merge admin } organization { id title } a: changeRequests(first: ${10 * scale}) { nodes { id ${person} } } } }`,
      ),
    ],
    [
      'short lists of many spaces',
      inOrganization(
        `spaces(first: 1000) { nodes { changeRequests(first: ${11 * scale}) { nodes { id subject ${person} } } } }`,
      ),
    ],
  ];
}

/** Number that makes each query unique, so that no response comes from a cache. */
let requestCount = 0;

/**
 * Returns a function that sends a query and returns its cost and size.
 * @throws if the query is refused
 */
function asker({ port, token }) {
  return async (query) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const start = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables: { number: requestCount++ } }),
    });
    const text = await answer.text();
    const { errors, extensions } = JSON.parse(text);
    if (errors) throw new Error(errors[0].message);
    const seconds = (performance.now() - start) / 1000;
    return `cost ${extensions.cost}, ${(text.length / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`;
  };
}

/** Copies the first spaces and change requests until there are a thousand spaces with 120 change requests each. */
function multiply(path) {
  const database = new Database(path);
  const [space] = database.prepare('select * from "Space"').all();
  const [request] = database.prepare('select * from "ChangeRequest"').all();
  const add = (table, row) => {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join(', ');
    database.prepare(`insert into "${table}" ("${names.join('", "')}") values (${marks})`).run(Object.values(row));
  };
  database.transaction(() => {
    for (let index = 0; index < 1000; index++) {
      const id = `${space.id.slice(0, -6)}${String(index).padStart(6, '0')}`;
      add('Space', { ...space, id, title: `Copy ${index}` });
      for (let number = 1; number <= 120 * scale; number++) {
        const name = `${request.id.slice(0, -7)}${String(index * 120 * scale + number).padStart(7, '0')}`;
        add('ChangeRequest', { ...request, id: name, spaceId: id, number, subject: `Change ${number}` });
      }
    }
  })();
  database.close();
}
