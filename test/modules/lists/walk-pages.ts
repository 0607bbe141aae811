import { expect } from 'vitest';

/** Which part of a list of the graph is asked for. */
export type PageOf = { first: number; after?: string } | { last: number; before?: string };

/** A page of a list: what stands on it, and how it goes on in the direction of the walk. */
export interface WalkedPage {
  items: unknown[];
  /** Asks for the page behind; absent on the last. */
  next?: string;
  /** Length of the whole list, where the page says it. */
  count?: number;
}

/** Reads one page of a list, behind a cursor where there is one. */
export type ReadPage = (size: number, cursor?: string) => Promise<WalkedPage>;

/** Items on a page of a walk: few, so that lists of three have two pages. */
const size = 2;

/** More than any list of the tests has. */
const all = 1_000;

/**
 * Walks a list and judges what its pages say: together they are the whole list in its order, none is empty but that of an empty
 * list, and every one says the length of the whole. Answers the whole.
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
