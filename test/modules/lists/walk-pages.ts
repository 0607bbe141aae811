import { expect } from 'vitest';

/** Arguments that select a page of a GraphQL list. */
export type PageOf = { first: number; after?: string } | { last: number; before?: string };

/** A page of a list: its items, and the cursor of the next page in the direction of the walk. */
export interface WalkedPage {
  items: unknown[];
  /** Cursor of the next page; absent on the last page. */
  next?: string;
  /** Length of the whole list, if the response has it. */
  count?: number;
}

/** Function that reads one page of a list, after the cursor if there is one. */
export type ReadPage = (size: number, cursor?: string) => Promise<WalkedPage>;

/** Number of items per page. It is so small that lists of three items have two pages. */
const size = 2;

/** Page size that is greater than the length of every list in the tests. */
const all = 1_000;

/**
 * Reads a list page by page, and returns the whole list. Expects the pages to be the whole list in its order. Only an
 * empty list may have an empty page, and every count must be the length of the whole list.
 */
export async function walkPages(read: ReadPage): Promise<unknown[]> {
  const { items: whole, next, count } = await read(all);
  expect(next, 'a page that has all of the list').toBeUndefined();
  expect(count ?? whole.length).toBe(whole.length);
  const found: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(size, cursor);
    found.push(...page.items);
    expect(page.items).toHaveLength(Math.min(size, whole.length - found.length + page.items.length));
    expect(page.count ?? whole.length).toBe(whole.length);
    cursor = page.next;
  } while (cursor !== undefined && found.length <= whole.length);
  expect(found).toEqual(whole);
  expect(new Set(found.map((item) => JSON.stringify(item))).size, 'items that differ').toBe(whole.length);
  return whole;
}
