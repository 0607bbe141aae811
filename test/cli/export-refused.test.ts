import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { docgraph, type Environment, runJsonCommand } from '../support/command-line.js';
import { testFolder } from '../support/database.js';
import { seedOrganization } from '../support/seed.js';
import { folderOf } from './folders.js';

const test = await testApp();
const env: Environment = { DATABASE_URL: test.url };
const files = { 'README.md': '# Start\n', 'guide/README.md': '# Guide\n' };

describe('errors of exports and imports', () => {
  let space: string;
  let organization: string;
  beforeAll(async () => {
    organization = (await seedOrganization(test)).id;
    space = (await runJsonCommand(['import', folderOf(files), '--org', organization], env)).id;
  });

  it.each([
    [
      'a folder has the name of a file',
      'README.md',
      true,
      '"OUT/README.md" cannot be written: a folder has that name (EISDIR)',
    ],
    [
      'a file has the name of a folder',
      'guide',
      false,
      /^"OUT\/guide\/README.md" cannot be written: a file has the name of a folder/,
    ],
  ])('an export exits with 1 and one sentence that says that %s', async (...[, name, isFolder, message]) => {
    const out = testFolder();
    if (isFolder) mkdirSync(join(out, name));
    else writeFileSync(join(out, name), 'mine');
    const { code, stdout, stderr } = await docgraph(['export', space, out], env);
    const errorText = stderr
      .replace(/^docgraph: /, '')
      .replaceAll(out, 'OUT')
      .trimEnd();
    expect([code, stdout, errorText]).toEqual([1, '', isFolder ? message : expect.stringMatching(message)]);
    expect(readdirSync(out, { recursive: true }).filter((file) => String(file).includes('draft'))).toEqual([]);
  });

  it('an export reports that its folder is a file', async () => {
    const out = join(testFolder(), 'out');
    writeFileSync(out, 'mine');
    const { code, stderr } = await docgraph(['export', space, out], env);
    expect([code, stderr]).toEqual([
      1,
      `docgraph: "${out}" cannot be written: a file has the name of a folder that is needed (EEXIST)\n`,
    ]);
    expect(readFileSync(out, 'utf8')).toBe('mine');
  });

  it('an import reports a folder without Markdown, and reports a repeated broken link only once', async () => {
    const nothing = await docgraph(['import', folderOf({}), '--org', organization], env);
    expect(nothing).toMatchObject({ code: 0, stderr: 'The folder has no Markdown: the space has no pages.\n' });
    const twice = await docgraph(
      ['import', folderOf({ 'README.md': '[a](x.md) [b](x.md)\n' }), '--org', organization],
      env,
    );
    expect(twice.stderr).toBe('Links that lead nowhere: imported as they are: 1\n  README.md: x.md\n');
  });
});
