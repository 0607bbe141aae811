import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { docgraph, type Environment, runJsonCommand, spawnDocgraph, waitForExit } from '../support/command-line.js';
import { emptyDatabase, migratedDatabase, testFolder } from '../support/database.js';

describe('the command line', () => {
  let env: Environment;
  beforeAll(async () => {
    env = { DATABASE_URL: await migratedDatabase() };
  });

  it('reports pending migrations with exit code 1, applies them, and then reports none', async () => {
    const empty = { DATABASE_URL: await emptyDatabase() };
    const before = await docgraph(['migrate', '--check'], empty);
    const { pending } = JSON.parse(before.stdout);
    expect(pending.length).toBeGreaterThan(0);
    expect(before.code).toBe(1);
    expect(await docgraph(['migrate'], empty)).toEqual({ code: 0, stdout: jsonLine({ applied: pending }), stderr: '' });
    expect(await docgraph(['migrate'], empty)).toEqual({ code: 0, stdout: jsonLine({ applied: [] }), stderr: '' });
    expect(await docgraph(['migrate', '--check'], empty)).toEqual({
      code: 0,
      stdout: jsonLine({ pending: [] }),
      stderr: '',
    });
  });

  it('creates an organization, a user, a token and a space, and exports the space', async () => {
    const folder = testFolder();
    mkdirSync(join(folder, 'in'));
    writeFileSync(join(folder, 'in/README.md'), '---\nemoji: book\n---\n# Hello\n\n[gone](gone.md)\n');
    const { id: owner } = await runJsonCommand(['user', 'create', '--email', 'Ann@acme.test', '--name', 'Ann'], env);
    const { id: org } = await runJsonCommand(['org', 'create', '--title', 'Acme', '--owner', 'ann@acme.test'], env);
    const member = ['user', 'create', '--email', 'bo@acme.test', '--name', 'Bo', '--org', org, '--role', 'edit'];
    const { id: user } = await runJsonCommand(member, env);
    const { token } = await runJsonCommand(['token', 'create', '--user', user, '--name', 'robot'], env);
    expect([owner, user]).toEqual([expect.stringMatching(/^usr_/), expect.stringMatching(/^usr_/)]);
    expect(token).toMatch(/^dg_[\w-]{43}$/);

    const imported = await docgraph(['import', join(folder, 'in'), '--org', org, '--title', 'Guide'], env);
    expect(imported).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\{"id":"spc_\w{26}","pages":1,"files":0,"notices":\[.*\]\}\n$/),
      stderr:
        'Links that lead nowhere: imported as they are: 1\n  README.md: gone.md\n' +
        'Emoji that are not exactly one emoji: left out: 1\n  README.md: "book"\n',
    });
    const space = JSON.parse(imported.stdout).id;
    const again = await runJsonCommand(['import', join(folder, 'in'), '--org', org, '--space', space], env);
    expect(again).toMatchObject({ id: space, pages: 1 });
    expect(await docgraph(['export', space, join(folder, 'out')], env)).toEqual({
      code: 0,
      stdout: jsonLine({ files: 1 }),
      stderr: '',
    });
  });

  it('prints the schema and the description of /v1, without a database', async () => {
    const away = { DATABASE_URL: 'file:/dev/null/nowhere.db' };
    const schema = await docgraph(['schema'], away);
    expect(schema).toMatchObject({ code: 0, stderr: '' });
    expect(Object.keys(buildSchema(schema.stdout).getTypeMap())).toContain('Space');
    const openapi = await docgraph(['schema', '--openapi'], away);
    expect(openapi).toMatchObject({ code: 0, stderr: '' });
    expect(Object.keys(JSON.parse(openapi.stdout).paths)).toContain('/v1/spaces/{spaceId}');
  });

  it('prints its version and its help with exit code 0', async () => {
    expect(await docgraph(['--version'], {})).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    });
    for (const args of [['--help'], ['import', '--help']]) {
      expect(await docgraph(args, {})).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: docgraph/) });
    }
  });

  it.each([
    ['an unknown option', ['migrate', '--force'], "unknown option '--force'"],
    ['an unknown command', ['frobnicate'], "unknown command 'frobnicate'"],
    ['a missing option', ['org', 'create'], "required option '--title <title>' not specified"],
    ['a missing argument', ['export', 'spc_1'], "missing required argument 'dir'"],
    ['an argument too many', ['migrate', 'now'], 'too many arguments'],
    ['no command', [], 'Usage: docgraph'],
    ['no command of a group', ['org'], 'Usage: docgraph org'],
  ])('exits with 2 for %s', async (_, args, message) => {
    const ran = await docgraph(args, {});
    expect(ran).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});

it.each([
  ['a result', ['--version'], {}],
  ['a refusal', ['export', 'spc_1', 'nowhere'], {}],
  ['a wrong command', ['frobnicate'], {}],
  ['a wrong configuration', ['migrate'], { PORT: 'none' }],
])('a command in a process of its own prints and exits like one in the test process: %s', async (_, args, settings) => {
  const env = { DATABASE_URL: await migratedDatabase(), ...settings };
  expect(await waitForExit(spawnDocgraph(args, env))).toEqual(await docgraph(args, env));
});

function jsonLine(result: object): string {
  return `${JSON.stringify(result)}\n`;
}
