import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { docgraph, type Environment } from '../support/command-line.js';
import { type Person, seedOrganization, seedSpace } from '../support/seed.js';
import { type Files, folderOf } from './folders.js';

const test = await testApp();
const env: Environment = { DATABASE_URL: test.url };
let organization: string;
let admin: Person;
beforeAll(async () => {
  ({ id: organization, admin } = await seedOrganization(test));
});

/** Returns the rows that a failed import must not change. */
async function readState() {
  const { read } = test.store;
  const spaces = await test.rest('GET', `/orgs/${organization}/spaces`, { token: admin.token });
  expect(spaces.status).toBe(200);
  const rows = (table: 'Space' | 'Revision' | 'Page' | 'File' | 'Event') =>
    read.all(read.sql.selectFrom(table as 'Space').selectAll());
  const tables = await Promise.all((['Space', 'Revision', 'Page', 'File', 'Event'] as const).map(rows));
  return { spaces: spaces.body, tables: tables.map((table) => table.map((row) => JSON.stringify(row)).sort()) };
}

const refusals: [what: string, files: Files, sentence: string][] = [
  [
    'an entry of the table of contents without its file',
    { 'SUMMARY.md': '# Contents\n\n* [Gone](gone.md)\n' },
    '"SUMMARY.md" line 3: the file must exist (got "gone.md")',
  ],
  [
    'a file that is listed twice',
    { 'SUMMARY.md': '# Contents\n\n* [A](a.md)\n* [Again](./a.md)\n', 'a.md': '# A\n' },
    '"SUMMARY.md" line 4: a file must be listed once (got "a.md" again)',
  ],
  [
    'a table of contents that lists itself',
    { 'SUMMARY.md': '# Contents\n\n* [Me](SUMMARY.md)\n' },
    '"SUMMARY.md" line 3: a table of contents must not list itself',
  ],
  [
    'front matter that is not YAML',
    { 'a.md': '---\ntitle: [one\n---\n# A\n' },
    '"a.md" line 3: the front matter cannot be read: Flow sequence',
  ],
  [
    'Markdown that is not UTF-8',
    { 'a/latin.md': Buffer.from('# Caf\xe9\n', 'latin1') },
    '"a/latin.md" must be UTF-8 (got windows-1252)',
  ],
  [
    'a page over 1 MiB',
    { 'big.md': `${'x'.repeat(1_048_576)}\n` },
    '"big.md" must have at most 1048576 bytes to be a page (got 1048577)',
  ],
  [
    'a content root that does not exist',
    { '.gitbook.yaml': 'root: ./nowhere\n', 'a.md': '# A\n' },
    '".gitbook.yaml": the content root must be a folder of the import (got "./nowhere")',
  ],
];

describe('an import that is refused exits with 1, prints one sentence and stores nothing', () => {
  it.each(refusals)('with --strict, for %s', async (_, files, sentence) => {
    const before = await readState();
    const ran = await docgraph(['import', folderOf(files), '--org', organization, '--strict'], env);
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(/^docgraph: [^\n]+\n$/);
    expect(ran.stderr).toContain(sentence);
    expect(await readState()).toEqual(before);
  });

  it('only with --strict: without it, the folder is imported, and each fault is listed with its file and line', async () => {
    const files = {
      'SUMMARY.md': '# Contents\n\n* [A](a.md)\n* [Gone](gone.md)\n* [Again](a.md)\n',
      'a.md': '# A\n\n[lost](lost.md)\n',
      'latin.md': Buffer.from('# Caf\xe9\n', 'latin1'),
    };
    const ran = await docgraph(['import', folderOf(files), '--org', organization, '--json'], env);
    expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([
      0,
      {
        pages: 3,
        files: 0,
        notices: [
          { kind: 'encoding', file: 'latin.md' },
          { kind: 'missing-file', file: 'SUMMARY.md', line: 4 },
          { kind: 'listed-twice', file: 'SUMMARY.md', line: 5 },
          { kind: 'broken-link', file: 'a.md' },
        ],
      },
    ]);
    expect(ran.stderr).toContain('left out: 1\n  SUMMARY.md:4: the file must exist (got "gone.md")\n');
  });

  it('for a symbolic link that leads out of the folder', async () => {
    const folder = folderOf({ 'a.md': '# A\n' });
    symlinkSync('/etc/hostname', join(folder, 'host.md'));
    const before = await readState();
    expect(await docgraph(['import', folder, '--org', organization], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'docgraph: "host.md" is a symbolic link to a file outside of the folder; remove it or copy the file\n',
    });
    expect(await readState()).toEqual(before);
  });

  it('for a folder that is missing or is a file', async () => {
    const file = join(folderOf({ 'a.md': '# A\n' }), 'a.md');
    for (const path of ['/nowhere/docs', file]) {
      expect(await docgraph(['import', path, '--org', organization], env)).toEqual({
        code: 1,
        stdout: '',
        stderr: `docgraph: ${JSON.stringify(path)} must be a folder that exists\n`,
      });
    }
  });

  it('for an organization or a space that does not exist, or a space of another organization', async () => {
    const folder = folderOf({ 'a.md': '# A\n' });
    const foreign = await seedSpace(test, (await seedOrganization(test)).id);
    const before = await readState();
    const cases: [string[], string][] = [
      [['--org', 'org_1'], 'No organization with the id or title "org_1"'],
      [['--org', organization, '--space', 'spc_1'], 'No space with the id or title "spc_1"'],
      [['--org', organization, '--space', foreign], `No space with the id "${foreign}"`],
    ];
    for (const [args, sentence] of cases) {
      expect(await docgraph(['import', folder, ...args], env)).toEqual({
        code: 1,
        stdout: '',
        stderr: `docgraph: ${sentence}\n`,
      });
    }
    expect(await readState()).toEqual(before);
  });

  it('for a space that has content, which keeps its revision', async () => {
    const space = await seedSpace(test, organization);
    const before = await readState();
    const folder = folderOf({ 'README.md': '# New\n', 'latin.md': Buffer.from('\xe9', 'latin1') });
    const ran = await docgraph(['import', folder, '--org', organization, '--space', space, '--strict'], env);
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(await readState()).toEqual(before);
  });
});
