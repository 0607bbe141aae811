import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFolder } from '../../src/cli/folders/read-folder.js';
import { exportSpace } from '../../src/modules/content/folders/export-actions.js';
import { importIntoSpace } from '../../src/modules/content/folders/import-actions.js';
import { testApp } from '../support/app.js';
import { type Environment, runJsonCommand } from '../support/command-line.js';
import { testFolder } from '../support/database.js';
import { type Person, seedOrganization } from '../support/seed.js';
import { type Files, filesOf, folderOf } from './folders.js';

const test = await testApp();
const env: Environment = { DATABASE_URL: test.url };
let organization: string;
let admin: Person;
beforeAll(async () => {
  ({ id: organization, admin } = await seedOrganization(test));
});

const unusualFolders: [what: string, files: Files, titles: string[]][] = [
  ['Windows line ends', { 'README.md': '---\r\ntitle: Start\r\n---\r\n\r\n# Other\r\n\r\nText\r\n' }, ['Start']],
  [
    'a table of contents with Windows line ends',
    { 'SUMMARY.md': '# Contents\r\n\r\n* [One](a.md)\r\n  * [Two](b.md)\r\n', 'a.md': 'a\r\n', 'b.md': 'b\r\n' },
    ['One', 'Two'],
  ],
  [
    'a byte-order mark',
    { 'README.md': '\uFEFF# Marked\n', 'b.md': '\uFEFF---\ntitle: Front\n---\nb\n' },
    ['Marked', 'Front'],
  ],
  ['an empty page', { 'SUMMARY.md': '* [Nothing](empty.md)\n', 'empty.md': '' }, ['Nothing']],
  [
    'names with spaces and parentheses',
    {
      'SUMMARY.md': '* [One](<a b (1).md>)\n* [Two](c%20d/README.md)\n* [Three](e\\_f.md)\n',
      'a b (1).md': '# 1\n\n![](<pic (2).png>)\n',
      'c d/README.md': '# 2\n',
      'e_f.md': '# 3\n',
      'pic (2).png': Buffer.from([0x89, 0x50, 0, 1, 255]),
    },
    ['One', 'Two', 'Three'],
  ],
  [
    'no table of contents',
    { 'b/x.md': '# X\n', 'a.md': '# A\n', 'b/README.md': '# B\n', 'z.txt': 'z' },
    ['A', 'B', 'X'],
  ],
  ['no page at all', { 'notes.txt': 'notes' }, []],
  ['nothing at all', {}, []],
  ['names beyond ASCII', { 'SUMMARY.md': '* [指南](指南/開始.md)\n', '指南/開始.md': '# 開始\n' }, ['指南']],
];

describe('a folder is imported and exported byte for byte with', () => {
  it.each(unusualFolders)('%s', async (_, files, titles) => {
    const folder = folderOf(files);
    const actor = { store: test.store, viewer: test.operator };
    const { spaceId } = await importIntoSpace(actor, { organization, entries: readFolder(folder) });
    expect(await titlesOf(spaceId)).toEqual(titles);
    const exported = await exportSpace(test.store, spaceId);
    const encoded = exported.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('base64')]);
    expect(Object.fromEntries(encoded)).toEqual(filesOf(folder));
  });

  it('all of these files in one folder, and with an empty folder, by the commands', async () => {
    const all = unusualFolders.flatMap(([, files], index) =>
      Object.entries(files).map(([path, content]) => [`${index}/${path}`, content] as const),
    );
    for (const folder of [folderOf(Object.fromEntries(all)), folderOf({})]) {
      const { id } = await runJsonCommand(['import', folder, '--org', organization], env);
      const { data } = await test.graphql('query ($id: ID!) { space(id: $id) { title } }', {
        token: admin.token,
        variables: { id },
      });
      expect(data.space.title).toBe('docs');
      const out = join(testFolder(), 'out');
      await runJsonCommand(['export', id, out], env);
      expect(filesOf(out)).toEqual(filesOf(folder));
    }
  });
});

async function titlesOf(space: string): Promise<string[]> {
  const query = 'query ($id: ID!) { space(id: $id) { revision { pages(first: 100) { nodes { title } } } } }';
  const { data } = await test.graphql(query, { token: admin.token, variables: { id: space } });
  return data.space.revision.pages.nodes.map(({ title }: { title: string }) => title);
}
