import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeProgram } from '../scripts/node-program.mjs';
import { install, pack, publish } from '../scripts/packed.mjs';
import { startPostgres } from '../scripts/postgres.mjs';
import { reportTarget } from './report.mjs';
import { secrets, withFolder } from './world.mjs';

/**
 * Packs the package and installs it from a registry in this process, on this version of Node and on others. Prints its
 * size, the output of npm, and whether a start, a query and a write succeed on both databases. Other versions of Node
 * come from packages of npm; the native addon is compiled for them.
 * @param versions major versions of Node to try, such as 22
 */
export default function packaged(versions = []) {
  return withFolder(async (folder) => {
    const { registry, close } = await publish(await pack(folder));
    const postgres = await startPostgres();
    try {
      const installed = await tryNode(process.execPath, { registry, postgres, folder: join(folder, 'own') });
      reportSizes(installed.package);
      for (const version of versions) {
        const prefix = join(folder, `node-${version}`);
        const node = nodeProgram(version);
        await tryNode(node, { registry, postgres, folder: join(prefix, 'docgraph') });
      }
    } finally {
      close();
      await postgres.stop();
    }
  });
}

/** Installs the package with a version of Node and tries it on both databases. Throws if a request fails. */
async function tryNode(node, { registry, postgres, folder }) {
  // Not every machine can download a prebuilt addon, so the addon is compiled with the headers from the package of
  // Node.
  const nodedir = node === process.execPath ? [] : [`--nodedir=${join(dirname(node), '..')}`];
  const args = ['--allow-scripts=better-sqlite3', ...nodedir];
  const installed = await install(folder, { registry, node, args });
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`  Node ${version}: ${installed.printed.join('; ')}`);
  const databases = {
    SQLite: `file:${join(folder, 'try.db')}`,
    Postgres: await postgres.createDatabase(`node_${version.replace(/\W/g, '_')}`),
  };
  for (const [name, url] of Object.entries(databases)) {
    await ask(node, { command: installed.command, url });
    console.log(`  Node ${version}, ${name}: a start, a query and a write succeed`);
  }
  return installed;
}

async function ask(node, { command, url: database }) {
  const token = 'a-token-for-this-run';
  const env = {
    PORT: '0',
    DEMO: 'false',
    LOG_LEVEL: 'warn',
    BOOTSTRAP_TOKEN: token,
    SECRET: secrets.current,
    DATABASE_URL: database,
  };
  const child = spawn(node, [command, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let printed = '';
    while (!printed.includes('Admin token')) printed += (await once(child.stdout, 'data'))[0];
    const url = /http:\S+(?=\/v1\/orgs)/.exec(printed)[0];
    const post = (query) => postQuery(url, { token, query });
    const { organizations } = await post('{ organizations { nodes { id } } }');
    const input = `{ organization: "${organizations.nodes[0].id}", title: "Writers" }`;
    await post(`mutation { createTeam(input: ${input}) { team { id } } }`);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

async function postQuery(url, { token, query }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const { data, errors } = await answer.json();
  if (errors) throw new Error(errors[0].message);
  return data;
}

function reportSizes(folder) {
  const packages = join(folder, 'node_modules');
  const names = readdirSync(packages).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(packages, name)).map((own) => `${name}/${own}`) : [name],
  );
  const sizes = names.map((name) => [name, megabytesIn(join(packages, name))]);
  const largest = [['docgraph itself', megabytesIn(folder) - megabytesIn(packages)], ...sizes]
    .sort(([, left], [, right]) => right - left)
    .slice(0, 10)
    .map(([name, size]) => `${name} ${size.toFixed(1)}`);
  const total = megabytesIn(folder);
  console.log(`  installed ${total.toFixed(0)} MB in ${names.length} packages; the largest: ${largest.join(', ')} MB`);
  reportTarget('at most 150 MB', total <= 150);
}

/** Returns the megabytes that a folder takes on disk. */
function megabytesIn(folder) {
  return Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]) / 1024;
}
