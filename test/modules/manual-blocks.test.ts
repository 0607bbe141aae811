import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { compiledProgram } from '../../scripts/compiled.mjs';
import { freePort } from '../../scripts/free-port.mjs';
import { packagePath } from '../../src/platform/base/package-path.js';
import { readConfig } from '../../src/platform/config/config.js';
import { provider } from '../api/saml/identity-provider.js';
import { createScene } from '../contract/scene.js';
import { type Block, fencedBlocks, pages } from '../docs/pages.js';
import { appWithNameService, secret } from '../support/app.js';
import { connectQuery } from '../support/pooler.js';
import { tokenOf } from '../support/seed.js';
import { exampleFolder, seedPageExamples, type Values } from './manual-world.js';

// Runs the code blocks of the manual, the README and the guide for contributors, in the order of each page.

const run = promisify(execFile);
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
/** Record that the name service returns for every hostname, as the owner of a hostname sets it. */
let txtRecord = '';
const test = await appWithNameService(async () => [txtRecord], { PUBLIC_URL: address });
await test.app.listen({ port, host: '127.0.0.1' });
const scene = await createScene(test);
const folder = await exampleFolder();

/** Programs that the examples call and that are missing on this machine. */
const missingPrograms = ['curl', 'jq', 'openssl', 'git', 'sqlite3'].filter(
  (name) => !(process.env.PATH ?? '').split(delimiter).some((path) => existsSync(join(path, name))),
);

/** Test files that check code blocks in place of this test, by page, or by page and language. */
const testedElsewhere: Record<string, string> = {
  'docs/extending.md': 'test/docs/extending.test.ts',
  'docs/hostnames.md caddyfile': 'test/api/http/site-proxies.test.ts',
  'docs/hostnames.md nginx': 'test/api/http/site-proxies.test.ts',
  'docs/operating.md sql': 'test/cli/postgres-roles.test.ts',
  'docs/deploying-with-systemd.md': 'test/deploy/manual.test.ts',
  'docs/deploying-with-docker.md': 'test/deploy/manual.test.ts',
  'docs/deploying-on-kubernetes.md': 'test/deploy/manual.test.ts',
  'docs/reverse-proxies.md': 'test/deploy/manual.test.ts',
};

/** Maximum number of blocks that may be marked as not run. */
const maxSkippedBlocks = 10;

/** Languages of blocks that are not run: output, an address, a log line, a diagram. */
const output = new Set(['', 'text', 'mermaid']);

const all = [...pages.keys()].flatMap(fencedBlocks);
const runBlocks = all.filter(
  ({ page, info, notRun }) =>
    !notRun && !output.has(info) && !testedElsewhere[page] && !testedElsewhere[`${page} ${info}`],
);

describe('the code blocks of the manual', () => {
  it('are run, except a few that state a reason', () => {
    const notRun = all.filter((block) => block.notRun);
    console.log(`${runBlocks.length} blocks are run here, ${notRun.length} are not run`);
    expect(notRun.length).toBeLessThanOrEqual(maxSkippedBlocks);
    for (const file of Object.values(testedElsewhere)) expect(existsSync(packagePath(file))).toBe(true);
  });

  const names = [...new Set(runBlocks.map(({ page }) => page))];
  it.each(names)('of %s run without errors', async (page) => {
    const values = await seedPageExamples(scene, page);
    txtRecord = `docgraph-site=${values.site}`;
    await rm(join(folder, 'variables'), { force: true });
    for (const block of runBlocks.filter((one) => one.page === page)) await runBlock(block, values);
  });
});

/** Checks settings: those of the pooler against those that tests use, and variables of the environment by their rules. */
function checkSettings(text: string): void {
  if (text.includes('[pgbouncer]')) expect(text.replaceAll(/\s+/g, ' ')).toContain(connectQuery);
  else
    readConfig(
      Object.fromEntries(
        text
          .trim()
          .split('\n')
          .map((line) => line.trim().split(/=(.*)/s)),
      ),
    );
}

/** Functions that run a block of a page, by language. They throw if the block fails. */
const runners: Record<string, (text: string, values: Values, page: string) => unknown> = {
  graphql: ask,
  sh: runScript,
  js: runModule,
  json: (text) => JSON.parse(text.replaceAll('…', '')),
  yaml: parseYaml,
  ini: checkSettings,
  markdown: (text) => importPage(text),
};

async function runBlock({ page, line, info, text }: Block, values: Values): Promise<void> {
  try {
    await runners[info.split(' ')[0]!]!(text, values, page);
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${page}:${line} failed: ${stdout}${stderr || message}`);
  }
}

async function ask(query: string, given: Values, page: string): Promise<void> {
  const values = {
    ...given,
    ...(/conflicts|resolveConflicts|mergePreview/.test(query) && { space: given.conflictSpace }),
  };
  const [operation] = parse(query).definitions;
  const variables =
    operation?.kind === Kind.OPERATION_DEFINITION
      ? Object.fromEntries(
          (operation.variableDefinitions ?? []).map(({ variable: { name } }) => [
            name.value,
            valueNamed(name.value, values),
          ]),
        )
      : {};
  const { errors } = await test.graphql(fillPlaceholders(query, values), {
    ...(callers[page] ?? scene.admin),
    variables,
  });
  if (errors) throw new Error(JSON.stringify(errors));
}

/** Callers of the examples of a page, if an admin may not run them. */
const callers: Record<string, { token: string }> = {
  'docs/operator.md': { token: await tokenOf(test, test.operator.userId, { scopes: ['operator'] }) },
};

/** Variables that an example may leave out. */
const optional = new Set(['after', 'shareKey', 'visitorToken']);

function valueNamed(name: string, values: Values): string | null {
  if (optional.has(name)) return null;
  return values[name === 'id' ? 'space' : name] ?? null;
}

/**
 * Names of the values that replace ids in examples, by id prefix. Examples have placeholders, or complete ids that do
 * not exist.
 */
const placeholders: Record<string, string> = {
  spc: 'space',
  org: 'organization',
  site: 'site',
  page: 'page',
  rev: 'revision',
  saml: 'samlProvider',
  oidc: 'oidcProvider',
  team: 'team',
  tok: 'accessToken',
  usr: 'serviceAccount',
  job: 'job',
  ses: 'session',
  mail: 'mail',
};

function fillPlaceholders(text: string, values: Values): string {
  return text
    .replaceAll('http://127.0.0.1:4000', address)
    .replaceAll('-----BEGIN CERTIFICATE-----…', provider.certificate.replaceAll('\n', '\\n'))
    .replaceAll(
      /\b(spc|org|site|page|rev|saml|team|oidc|tok|usr|job|ses|mail)_(?:…|[0-9a-z]{26}\b)/g,
      (id, kind: string) => values[placeholders[kind]!] ?? id,
    )
    .replaceAll(/"rev_[^".]+\.PnNPXVW2tmp2-cCW4tyRYQ"/g, values.tag ?? '');
}

const functions = `set -euo pipefail
curl() {
  if [[ " $* " == *" -N "* ]]; then command curl --silent --fail --max-time 3 "$@" || [ $? = 28 ]
  else command curl --silent --show-error --fail "$@"; fi
}
npx() {
  shift
  if [[ " $* " == *" start "* || " $* " == *" --follow "* ]]; then
    timeout --signal INT 5 "$NODE" "$PROGRAM" "$@" || [ $? = 124 ]
  else "$NODE" "$PROGRAM" "$@"; fi
}
rm -f backup.db
[ -f variables ] && . ./variables
set -a
`;

async function runScript(text: string, values: Values): Promise<void> {
  if (missingPrograms.length > 0) return console.log(`SKIPPED: a block needs ${missingPrograms.join(', ')}`);
  const script = `${functions}${fillPlaceholders(text, values)}\ndeclare -px ORG SPACE SITE URL CHANGE NEXT > variables 2>/dev/null || true\n`;
  await run('bash', ['-c', script], { cwd: folder, env: environment(values), timeout: 60_000 });
}

async function runModule(text: string, values: Values): Promise<void> {
  const source = fillPlaceholders(text, values);
  const args = ['--signal', 'INT', '4', process.execPath, '--input-type=module', '-e', source];
  const ended = await run('timeout', args, { cwd: packagePath('.'), env: environment(values) }).catch((error) => error);
  expect([ended.code ?? 0, ended.stderr]).toEqual([expect.toSatisfy((code) => code === 0 || code === 124), '']);
}

function environment(values: Values): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: folder,
    NODE: process.execPath,
    NODE_PATH: packagePath('node_modules'),
    PROGRAM: join(compiledProgram(), 'main.js'),
    TOKEN: scene.admin.token,
    SECRET: secret,
    DATABASE_URL: test.url,
    PORT: '0',
    LOG_LEVEL: 'error',
    ORGANIZATION: values.organization,
    ORG: values.organization,
    SPACE: values.space,
    SITE: values.siteAddress ?? values.site,
    KEY: values.key ?? '',
    BOOTSTRAP_TOKEN: 'a-token-of-the-examples',
    SECRET_PREVIOUS: 'a former secret of the examples, 32 bytes',
    URL: address,
  };
}

async function importPage(markdown: string): Promise<void> {
  const body = { title: 'Page', document: { markdown } };
  const proposal = await test.rest('POST', `/spaces/${scene.manual.id}/change-requests`, { ...scene.admin, body: {} });
  const at = `/spaces/${scene.manual.id}/change-requests/${proposal.body.id}/content`;
  const changes = [{ operation: 'insert_page', ...body }];
  const changed = await test.rest('POST', at, { ...scene.admin, body: { changes } });
  expect(changed.status).toBe(200);
}
