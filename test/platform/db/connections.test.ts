import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  countRows,
  countRowsPerKey,
  type List,
  type Page,
  readPage,
  readPages,
} from '../../../src/platform/db/query/connections.js';
import { type PageArguments, restNames } from '../../../src/platform/db/query/page-arguments.js';
import type { Row } from '../../../src/platform/db/query/rows.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import { testDatabase } from '../../support/database.js';
import { sampleUser } from './sample-rows.js';

type Token = Row<'AccessToken'>;
const secret = 'a secret for signing cursors, 32+';
let store: Store;

beforeAll(async () => {
  store = (await testDatabase()).store;
  await store.transaction((tx) => tx.prisma.user.createMany({ data: ['usr_a', 'usr_b'].map(sampleUser) }));
});

beforeEach(() => store.transaction((tx) => tx.prisma.accessToken.deleteMany({ where: {} })));

/** List of a user's tokens in the given order. The column `expiresAt` may be null. */
function tokensBy(order: List<Token>['order'], name = 'tokens'): List<Token> {
  const tokens = () => store.sql.selectFrom('AccessToken').selectAll();
  return { name, order, query: (user) => (user ? tokens().where('userId', '=', user) : tokens()) };
}

const byId = () => tokensBy({ columns: ['id'], direction: 'desc' });
const byTime = (direction: 'asc' | 'desc') =>
  tokensBy({ columns: ['AccessToken.expiresAt', 'id'], direction, nullable: ['AccessToken.expiresAt'] });
const byTuple = (direction: 'asc' | 'desc') => tokensBy({ columns: ['createdAt', 'name', 'id'], direction });

/** A token with few possible values, so that many are equal. */
interface Sample {
  id: number;
  userId: string;
  name: string;
  createdAt: number;
  expiresAt: number | null;
}

const sample = fc.record({
  id: fc.nat(500),
  userId: fc.constantFrom('usr_a', 'usr_b'),
  name: fc.constantFrom('a', 'b', 'c'),
  createdAt: fc.nat(2),
  expiresAt: fc.option(fc.nat(2)),
});
const samples = fc.uniqueArray(sample, { selector: (token) => token.id, maxLength: 25 });

const timeOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day, 0, 0, 0, day));
const idOf = (id: number) => `tok_${String(id).padStart(3, '0')}`;
const rowOf = ({ id, expiresAt, createdAt, ...token }: Sample) => ({
  ...token,
  id: idOf(id),
  hash: String(id),
  createdAt: timeOf(createdAt),
  expiresAt: expiresAt === null ? null : timeOf(expiresAt),
});

async function replaceAll(tokens: Sample[]): Promise<void> {
  await store.transaction(async ({ prisma }) => {
    await prisma.accessToken.deleteMany({ where: {} });
    await prisma.accessToken.createMany({ data: tokens.map(rowOf) });
  });
}

const idsOf = (page: Page<Token>) => page.rows.map((row) => row.id);
const page = (list: List<Token>, args: PageArguments) => readPage(store.read, list, { page: args, secret });

/** Returns ids in the expected order of a list. Compares values one by one, independently of the database. */
function expectedIds(tokens: Sample[], { columns, direction }: List<Token>['order']): string[] {
  const rank = (token: Sample, column: string) => (column.endsWith('id') ? token.id : (token[column as 'name'] ?? -1));
  const keys = columns.map((column) => column.replace('AccessToken.', ''));
  const sorted = [...tokens].sort((left, right) => {
    for (const key of keys) {
      const [a, b] = [rank(left, key), rank(right, key)];
      if (a !== b) return (a < b ? -1 : 1) * (direction === 'asc' ? 1 : -1);
    }
    return 0;
  });
  return sorted.map((token) => idOf(token.id));
}

/** Reads a list page by page, forward or backward; `between` runs after each page. */
async function walk(
  list: List<Token>,
  size: number,
  { backward = false, between = async () => {} } = {},
): Promise<string[]> {
  const visitedIds: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const found = await page(list, backward ? { last: size, before: cursor } : { first: size, after: cursor });
    if (visitedIds.length > 200) throw new Error('The walk does not end');
    visitedIds.push(...(backward ? idsOf(found).reverse() : idsOf(found)));
    if (!(backward ? found.hasPreviousPage : found.hasNextPage)) return backward ? visitedIds.reverse() : visitedIds;
    cursor = found.cursorOf(backward ? found.rows[0]! : found.rows.at(-1)!);
    await between();
  }
}

const lists = fc.constantFrom<[string, () => List<Token>]>(
  ['id', byId],
  ['time up', () => byTime('asc')],
  ['time down', () => byTime('desc')],
  ['tuple up', () => byTuple('asc')],
  ['tuple down', () => byTuple('desc')],
);

describe('reading a list by pages', () => {
  it('returns each row once, in the order of the list, forward and backward', async () => {
    const property = fc.asyncProperty(
      samples,
      lists,
      fc.integer({ min: 1, max: 7 }),
      async (tokens, [, list], size) => {
        await replaceAll(tokens);
        const expected = expectedIds(tokens, list().order);
        expect(await walk(list(), size)).toEqual(expected);
        expect(await walk(list(), size, { backward: true })).toEqual(expected);
        expect(await countRows(store.read, list())).toBe(expected.length);
      },
    );
    await fc.assert(property, { numRuns: 25 });
  });

  it('returns each unchanged row once while other rows are inserted and deleted', async () => {
    const property = fc.asyncProperty(samples, lists, fc.boolean(), async (tokens, [, list], backward) => {
      await replaceAll(tokens);
      const staying = tokens.filter((token) => token.id % 2 === 0);
      const leaving = tokens.filter((token) => token.id % 2 === 1);
      let next = 501;
      const between = async () => {
        const gone = leaving.pop();
        await store.transaction(async ({ prisma }) => {
          if (gone) await prisma.accessToken.delete({ where: { id: idOf(gone.id) } });
          const come = { id: next++, userId: 'usr_a', name: 'b', createdAt: next % 3, expiresAt: next % 2 ? 1 : null };
          if (next < 520) await prisma.accessToken.create({ data: rowOf(come) });
        });
      };
      const visitedIds = await walk(list(), 2, { backward, between });
      expect(new Set(visitedIds).size).toBe(visitedIds.length);
      const expected = expectedIds(staying, list().order);
      expect(visitedIds.filter((id) => expected.includes(id))).toEqual(expected);
    });
    await fc.assert(property, { numRuns: 15 });
  });

  it('returns the same pages of many parents in one batch as in separate reads', async () => {
    const property = fc.asyncProperty(samples, lists, fc.nat(4), async (tokens, [, list], size) => {
      await replaceAll(tokens);
      const keys = ['usr_b', 'nobody', 'usr_a'];
      let batches = 0;
      const reads = store.reading(() => batches++);
      const pages = await readPages(reads, list(), { keys, page: { first: size }, secret });
      expect(batches).toBe(1);
      const ofParent = (key: string) => tokens.filter((token) => token.userId === key);
      const expected = keys.map((key) => expectedIds(ofParent(key), list().order));
      expect(pages.map(idsOf)).toEqual(expected.map((ids) => ids.slice(0, size)));
      expect(pages.map((found) => found.hasNextPage)).toEqual(expected.map((ids) => ids.length > size));
      expect(await countRowsPerKey(reads, list(), keys)).toEqual(expected.map((ids) => ids.length));
      expect(batches).toBe(2);
    });
    await fc.assert(property, { numRuns: 15 });
  });
});

describe('a page', () => {
  const three = (): Promise<void> =>
    replaceAll([1, 2, 3].map((id) => ({ id, userId: 'usr_a', name: 'a', createdAt: 0, expiresAt: null })));

  it('can be limited by two cursors', async () => {
    await three();
    const all = await page(byId(), {});
    const [first, , last] = all.rows.map(all.cursorOf);
    expect(idsOf(await page(byId(), { after: first, before: last }))).toEqual(['tok_002']);
    expect(await page(byId(), { after: first })).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(await page(byId(), { last: 1, before: last })).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  });

  it('of size 0 has no rows and reports whether there are any', async () => {
    await three();
    expect(await page(byId(), { first: 0 })).toMatchObject({ rows: [], hasNextPage: true });
    await replaceAll([]);
    expect(await page(byId(), { first: 0 })).toMatchObject({ rows: [], hasNextPage: false });
  });

  it.each([-1, 1001, 1.5, Number.NaN, 2 ** 40])(
    "of size %s is refused, with the client's name of the argument",
    async (size) => {
      const refused = {
        code: 'BAD_USER_INPUT',
        detail: { field: 'limit' },
        message: `\`limit\` must be 0 to 1000 (got ${size})`,
      };
      await expect(
        readPage(store.read, byId(), { page: { first: size }, names: restNames, secret }),
      ).rejects.toMatchObject(refused);
      await expect(page(byId(), { last: size })).rejects.toMatchObject({ detail: { field: 'last' } });
    },
  );

  it('cannot have both first and last', async () => {
    await expect(page(byId(), { first: 1, last: 1 })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      detail: { field: 'last' },
    });
  });

  it('refuses a cursor of another list, other filters, another parent or another secret, and an invalid cursor', async () => {
    await three();
    const found = await page(byId(), { first: 1 });
    const after = found.cursorOf(found.rows[0]!);
    const [ofParent] = await readPages(store.read, byId(), { keys: ['usr_a'], page: { first: 1 }, secret });
    const refused = (list: List<Token>, cursor: string, key = secret) =>
      expect(
        readPage(store.read, list, { page: { after: cursor }, names: restNames, secret: key }),
      ).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        detail: { field: 'page' },
        message: expect.stringContaining('a cursor from another list'),
      });
    await refused({ ...byId(), name: 'other' }, after);
    await refused({ ...byId(), filters: { status: 'open' } }, after);
    await refused(byId(), ofParent!.cursorOf(ofParent!.rows[0]!));
    await refused(byId(), after, 'another secret');
    for (const cursor of ['', '.', 'x', `x${after}`, `${after}x`, after.split('.')[0]!]) await refused(byId(), cursor);
    expect(idsOf(await page(byId(), { after }))).toEqual(['tok_002', 'tok_001']);
  });
});
