import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { imageSize } from 'image-size';
import { expect, it, onTestFinished } from 'vitest';
import { packagePath } from '../../src/platform/base/package-path.js';
import { chromium, reason } from '../api/http/browser-kit.js';

it.skipIf(chromium === undefined)(`the script takes the screenshots of the README${reason}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docgraph-pictures-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = { ...process.env, CHROMIUM_PATH: chromium };
  await promisify(execFile)(process.execPath, [packagePath('scripts/screenshots.mjs'), folder], { env });
  const names = [...(await readFile(packagePath('README.md'), 'utf8')).matchAll(/\(screenshots\/(.+?)\)/g)];
  expect(names.length).toBe(2);
  for (const [, name] of names) {
    const { width, height } = imageSize(await readFile(join(folder, name!)));
    expect([name, width, height]).toEqual([name, 1280, 800]);
  }
});
