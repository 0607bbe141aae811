import { expect, it } from 'vitest';
import { pageOfArray } from '../../../src/api/graphql/schema/array-pages.js';

const secret = 'a secret for tests, 32 bytes long';
const rowsOf = (...ids: string[]) => ids.map((id) => ({ id }));
const all = rowsOf('a', 'b', 'c', 'd');

/** Returns a page of a list. All lists of this file have the same identity, so cursors of one are valid for another. */
const pageOf = (items: { id: string }[], page: object) =>
  pageOfArray({ identity: ['things'], items }, { page, secret } as Parameters<typeof pageOfArray>[1]);
const cursorAt = (id: string) => pageOf(all, {}).cursorOf(all.find((row) => row.id === id)!);

it('only a page that does not begin at the first item has a previous page', () => {
  expect(pageOf(all, { first: 2 })).toMatchObject({ hasPreviousPage: false, hasNextPage: true });
  const second = pageOf(all, { first: 1, after: cursorAt('a') });
  expect(second).toMatchObject({ rows: rowsOf('b'), hasPreviousPage: true, hasNextPage: true });
});

it('a cursor of a removed item continues at its former position, without gaps or duplicates', () => {
  const left = rowsOf('a', 'c', 'd');
  expect(pageOf(left, { first: 2, after: cursorAt('b') }).rows).toEqual(rowsOf('c', 'd'));
  expect(pageOf(left, { last: 2, before: cursorAt('b') }).rows).toEqual(rowsOf('a'));
});
