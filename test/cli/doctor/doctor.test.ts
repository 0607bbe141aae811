import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../scripts/free-port.mjs';
import type { Check } from '../../../src/cli/doctor/base/check.js';
import { checks } from '../../../src/cli/doctor/checks.js';
import { checkEnvironment } from '../../../src/cli/doctor/configuration/check-environment.js';
import { checkPublicUrl } from '../../../src/cli/doctor/configuration/check-public-url.js';
import { formatReport, type Report } from '../../../src/cli/doctor/format-report.js';
import { readSettings } from '../../../src/cli/doctor/settings.js';
import { sqlitePath } from '../../../src/platform/db/connection/store-url.js';
import { docgraph } from '../../support/command-line.js';
import { migratedDatabase, provider, testFolder } from '../../support/database.js';
import { settings, startServer } from '../../support/server-process.js';
import { textOf } from './doctor-kit.js';

async function reportOf(args: string[], env: Record<string, string>): Promise<{ code: number | null; report: Report }> {
  const { code, stdout } = await docgraph(['doctor', ...args], env);
  return { code, report: JSON.parse(stdout) as Report };
}

describe('docgraph doctor', () => {
  it('finds no problem of a running server, and runs every check of its database', async () => {
    const PORT = String(await freePort());
    const DATABASE_URL = await migratedDatabase();
    const env = { ...settings, DATABASE_URL, PORT, DEMO: 'false', PUBLIC_URL: `http://127.0.0.1:${PORT}` };
    await startServer(env);
    // The Postgres server of the tests runs without fsync, which is a warning.
    const expected = provider === 'sqlite' ? [] : ['database'];
    await expect
      .poll(async () => problemsIn((await reportOf(['--json'], env)).report), { timeout: 30_000 })
      .toEqual(expected);
    const { code, report } = await reportOf(['--json'], env);
    expect(code).toBe(0);
    const own = checks.filter((check) => check.provider === undefined || check.provider === provider);
    expect(report.checks.map(({ name }) => name)).toEqual(own.map(({ name }) => name));
    const level = (name: string) => report.checks.find((check) => check.name === name)?.level;
    for (const name of ['instances', 'schedules', 'proxy', 'secret', 'indexes'])
      expect([name, level(name)]).toEqual([name, 'ok']);
  });

  it('exits with 1 for an error, and creates neither a database nor a secret', async () => {
    const folder = testFolder();
    const DATABASE_URL =
      provider === 'sqlite' ? `file:${folder}/none.db` : new URL('/none', await migratedDatabase()).href;
    const { code, report } = await reportOf([], { ...settings, DATABASE_URL });
    expect([code, report.level]).toEqual([1, 'error']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('exits with 1 for a warning only with --strict, and with 78 for an invalid variable', async () => {
    const DATABASE_URL = await migratedDatabase();
    const env = { ...settings, DATABASE_URL, DATABSE_URL: 'file:x' };
    expect((await reportOf([], env)).code).toBe(0);
    expect((await reportOf(['--strict'], env)).code).toBe(1);
    expect((await docgraph(['doctor'], { ...env, PORT: 'x' })).code).toBe(78);
    if (provider === 'sqlite') expect(existsSync(`${sqlitePath(DATABASE_URL)}.secret`)).toBe(false);
    if (provider === 'sqlite') expect(existsSync(dirname(sqlitePath(DATABASE_URL)))).toBe(true);
  });

  it('reports a check that fails or does not end in time', async () => {
    const url = await migratedDatabase();
    const broken: Check = { name: 'broken', about: '', needs: 'nothing', run: () => Promise.reject(new Error('no')) };
    const endless: Check = {
      name: 'endless',
      about: '',
      needs: 'nothing',
      timeout: 20,
      run: () => new Promise(() => {}),
    };
    expect(await textOf(broken, url)).toMatch(/^failed: The check failed: no\./);
    expect(await textOf(endless, url)).toMatch(/^failed: The check did not end within 0\.02 s\./);
  });
});

function problemsIn({ checks: results }: Report): string[] {
  return results.filter(({ level }) => ['warning', 'failed', 'error'].includes(level)).map(({ name }) => name);
}

it('the environment check names the variable that a misspelled one resembles, and features that are off', async () => {
  const url = await migratedDatabase();
  const env = { DATABSE_URL: 'x', public_url: 'y', HOSTNAME: 'z', SMTP_URL: 'smtp://127.0.0.1:1' };
  const text = await textOf(checkEnvironment, url, env);
  expect(text).toContain('DATABSE_URL, which docgraph does not read. Rename it to DATABASE_URL');
  expect(text).toContain('public_url, which docgraph does not read. Rename it to PUBLIC_URL');
  expect(text).toContain('notice: Features that use an AI service are limited, because AI_URL is not set.');
  expect(text).not.toContain('HOSTNAME');
  expect(text).not.toContain('SMTP_URL');
});

it('the public-url check reports an address that is not https', async () => {
  const url = await migratedDatabase();
  const at = (PUBLIC_URL: string) => textOf(checkPublicUrl, url, { PUBLIC_URL });
  expect(await at('https://docs.acme.test')).toBe('ok: PUBLIC_URL is https://docs.acme.test.');
  expect(await at('http://docs.acme.test')).toMatch(/^warning: People cannot sign in/);
  expect(await at('http://localhost:4000')).toMatch(/^notice: .* only this machine/);
  expect(await at('')).toMatch(/^notice: PUBLIC_URL is not set/);
});

it('--settings shows values with their source and bounds, and no secret', () => {
  const env = {
    SECRET: 'a-secret-value',
    AI_KEY: 'a-secret-value',
    SMTP_URL: 'smtps://docs:a-secret-value@mail.acme.test:465',
    DATABASE_URL: 'postgres://docs:a-secret-value@db:5432/docgraph?password=a-secret-value',
    DATABASE_CONNECTIONS: '20',
    CORS_ORIGINS: 'https://a.acme.test,https://b.acme.test',
  };
  const shown = new Map(readSettings(env).map((setting) => [setting.name, setting]));
  expect(JSON.stringify([...shown])).not.toContain('a-secret-value');
  expect(shown.get('CORS_ORIGINS')?.value).toBe(env.CORS_ORIGINS);
  expect(shown.get('DATABASE_URL')?.value).toBe('postgres://db:5432/docgraph');
  expect(shown.get('DATABASE_CONNECTIONS')).toEqual({
    name: 'DATABASE_CONNECTIONS',
    value: '20',
    default: '10',
    source: 'environment',
    rule: 'must be a whole number from 4 to 500: connections to Postgres for transactions and reads',
  });
  expect(shown.get('SECRET')).toMatchObject({ value: '(hidden)', source: 'environment' });
  expect(Number(shown.get('WORKER_THREADS')?.value)).toBeGreaterThanOrEqual(2);
});

it('the report as text has a line per finding, its action below, and the numbers of findings', () => {
  const findings = [{ level: 'warning', summary: 'It\u001b[31m is late.', action: 'Wait.' } as const];
  const text = formatReport({
    version: '1',
    database: 'sqlite',
    level: 'warning',
    checks: [{ name: 'jobs', level: 'warning', findings }],
    settings: [{ name: 'PORT', value: '80', default: '4000', source: 'environment', rule: null }],
  });
  expect(text.split('\n').map((line) => line.trimEnd())).toEqual([
    `warning  jobs               It [31m is late.`,
    `${' '.repeat(28)}Wait.`,
    '',
    `PORT${' '.repeat(25)}80  environment`,
    '',
    '1 check: 0 errors, 1 warning, 0 notices, 0 failed, 0 skipped.',
  ]);
});
