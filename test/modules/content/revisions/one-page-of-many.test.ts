import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { pagesByPath, seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);

/**
 * Returns 1,000 pages: a first page, and nine parts with ten chapters of ten pages. Each part and each chapter is a
 * page
 * too.
 */
function thousandPages(): Record<string, string> {
  const files: Record<string, string> = { 'README.md': '# All of it\n' };
  for (let number = 0; number < 900; number++) {
    const [part, chapter, page] = String(number).padStart(3, '0');
    files[`part-${part}/README.md`] = `# Part ${part}\n`;
    files[`part-${part}/chapter-${chapter}/README.md`] = `# Chapter ${part}.${chapter}\n`;
    files[`part-${part}/chapter-${chapter}/page-${page}.md`] = `# Page ${number}\n\nText of page ${number}.\n`;
  }
  return files;
}

let space: string;
let page: string;
let changeRequest: string;

beforeAll(async () => {
  space = await seedSpace(test, acme.id, thousandPages());
  const pages = await pagesByPath(test, space, acme.admin.token);
  expect(pages.size).toBe(1000);
  page = pages.get('part-4/chapter-2/page-7')!;
  const { body } = await test.rest('POST', `/spaces/${space}/change-requests`, { ...acme.admin, body: {} });
  changeRequest = `/spaces/${space}/change-requests/${body.id}`;
});

const tables = ['Blob', 'TreeNode', 'Revision'] as const;

async function rowsOf(table: (typeof tables)[number]): Promise<number> {
  const query = test.store.sql.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('rows'));
  return (await test.store.read.first(query, { rows: 'int' }))!.rows;
}

async function countAddedRows(run: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await Promise.all(tables.map(rowsOf));
  await run();
  const after = await Promise.all(tables.map(rowsOf));
  return Object.fromEntries(tables.map((table, index) => [table, after[index]! - before[index]!]));
}

describe('one page of a thousand', () => {
  it('costs one blob, its tree nodes and one revision to edit, and one more revision to merge', async () => {
    const changes = [{ operation: 'update_page', page, document: { markdown: 'Another text.\n' } }];
    const rows = await countAddedRows(async () => {
      const { status } = await test.rest('POST', `${changeRequest}/content`, { ...acme.admin, body: { changes } });
      expect(status).toBe(200);
    });
    // New nodes: the root, a node of hashes, and a node of pages.
    expect(rows).toEqual({ Blob: 1, TreeNode: 3, Revision: 1 });

    // The merged content is already stored.
    const merged = await countAddedRows(async () => {
      const { status, body } = await test.rest('POST', `${changeRequest}/merge`, acme.admin);
      expect({ status, result: body.result }).toEqual({ status: 200, result: 'merge' });
    });
    expect(merged).toEqual({ Blob: 0, TreeNode: 0, Revision: 1 });
  });
});
