import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { jwtVerify } from 'jose';
import { expect, it, onTestFinished } from 'vitest';
import { defaults } from '../../../../src/modules/sites/sites/default-customization.js';
import { blocksOf } from '../../../docs/pages.js';

const key = 'b2lzdGVycy1hcmUtc2lnbmVkLWJ5LXRoaXMta2V5LTA';
const block = (language: string, word: string): string =>
  blocksOf(language).find(([page, text]) => page === 'docs/sites.md' && text.includes(word))![1];
const verify = async (token: string) =>
  (await jwtVerify(token, new TextEncoder().encode(key), { algorithms: ['HS256'] })).payload;

it('the customization in the manual is the default of a site', () => {
  expect(JSON.parse(block('json', 'styling'))).toEqual(defaults);
});

it('the example for Node creates a token that the key of a site verifies', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docgraph-manual-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'token.mjs');
  await writeFile(file, block('js', 'createHmac'));
  const { visitorToken } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const { exp = 0, iat = 0, ...claims } = await verify(visitorToken({ sub: 'ann', beta: true }, key));
  expect([claims, exp - iat]).toEqual([{ sub: 'ann', beta: true }, 3600]);
});

it('the example for the shell creates a valid token, too', async () => {
  const script = block('sh', 'openssl').replace(/^curl .*$/m, 'printf %s "$token"');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env: { ...process.env, KEY: key } });
  expect((await verify(stdout)).exp).toBeGreaterThan(Date.now() / 1000);
});
