import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { docgraph, runJsonCommand, spawnDocgraph } from '../support/command-line.js';
import { migratedDatabase, testFolder } from '../support/database.js';
import { settings } from '../support/server-process.js';
import { get } from '../support/server-requests.js';

const env = { ...settings, DATABASE_URL: await migratedDatabase() };
await runJsonCommand(['user', 'create', '--email', 'ann@acme.test', '--name', 'Ann'], env);
const { id: organization } = await runJsonCommand(
  ['org', 'create', '--title', 'Acme', '--owner', 'ann@acme.test'],
  env,
);
const folder = join(testFolder(), 'pages');
mkdirSync(folder);
writeFileSync(join(folder, 'README.md'), '# Home\n');
const imported = await runJsonCommand(['import', folder, '--org', organization], env);

/**
 * Runs a command and closes the given output streams without reading them. Returns its exit code and the text read from
 * stderr.
 */
async function runUnread(args: string[], streams: ('stdout' | 'stderr')[]): Promise<{ code: number; stderr: string }> {
  const child = spawnDocgraph(args, env);
  let stderr = '';
  child.stderr!.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  for (const stream of streams) child[stream]!.destroy();
  const [code] = await once(child, 'exit');
  return { code, stderr };
}

const target = join(testFolder(), 'exported');
it.each([
  ['the schema', ['schema']],
  ['the description of /v1', ['schema', '--openapi']],
  ['the list of tokens', ['token', 'list', '--user', 'ann@acme.test']],
  ['the log of events', ['events', '--org', organization]],
  ['an export', ['export', imported.id, target]],
  ['a rebuild of the index', ['search', 'rebuild']],
  ['an import', ['import', folder, '--org', organization]],
  ['help', ['--help']],
])(
  'a command that prints %s completes, prints nothing on stderr and exits with 0 even if the reader of its stdout closed the pipe',
  async (_, args) => {
    expect(await runUnread(args, ['stdout'])).toEqual({ code: 0, stderr: '' });
  },
);

it('an import is stored even if the readers of stdout and stderr closed the pipes', async () => {
  const title = 'Unread';
  expect(
    (await runUnread(['import', folder, '--org', organization, '--title', title], ['stdout', 'stderr'])).code,
  ).toBe(0);
  const { stdout } = await docgraph(['search', 'rebuild'], env);
  expect(JSON.parse(stdout).spaces).toBe(3);
});

it('a command that fails has its usual exit code even if the readers of stdout and stderr closed the pipes', async () => {
  expect((await runUnread(['export', 'spc_none', target], ['stdout', 'stderr'])).code).toBe(1);
  expect((await runUnread(['no-such-command'], ['stdout', 'stderr'])).code).toBe(2);
});

it('a server continues to serve requests even if the readers of stdout and stderr closed the pipes', async () => {
  const child = spawnDocgraph(['start'], { ...env, PORT: '0', DEMO: 'false', LOG_LEVEL: 'debug' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = await urlOf(child);
  child.stdout!.destroy();
  child.stderr!.destroy();
  for (let request = 0; request < 5; request++) expect((await get({ url }, '/healthz')).status).toBe(200);
});

async function urlOf(child: ChildProcess): Promise<string> {
  let printed = '';
  for (;;) {
    printed += String((await once(child.stdout!, 'data'))[0]);
    const url = / (http:\S+)\/v1\/orgs$/m.exec(printed)?.[1];
    if (url && printed.includes('Admin token')) return url;
  }
}
