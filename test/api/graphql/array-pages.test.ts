import { expect, it } from 'vitest';
import { pageOfArray } from '../../../src/api/graphql/schema/array-pages.js';

const secret = 'a secret for tests, 32 bytes long';
const rowsOf = (...ids: string[]) => ids.map((id) => ({ id }));
const all = rowsOf('a', 'b', 'c', 'd');

/** A page of a list of the same name. */
const pageOf = (items: { id: string }[], page: object) =>
  pageOfArray({ identity: ['things'], items }, { page, secret } as Parameters<typeof pageOfArray>[1]);
const cursorAt = (id: string) => pageOf(all, {}).cursorOf(all.find((row) => row.id === id)!);

it('a page that begins at the second item has one before it, and the first page has none', () => {
  expect(pageOf(all, { first: 2 })).toMatchObject({ hasPreviousPage: false, hasNextPage: true });
  const second = pageOf(all, { first: 1, after: cursorAt('a') });
  expect(second).toMatchObject({ rows: rowsOf('b'), hasPreviousPage: true, hasNextPage: true });
});

it('after an item that has gone, the list goes on at its place: none is left out, and none comes twice', () => {
  const left = rowsOf('a', 'c', 'd');
  expect(pageOf(left, { first: 2, after: cursorAt('b') }).rows).toEqual(rowsOf('c', 'd'));
  expect(pageOf(left, { last: 2, before: cursorAt('b') }).rows).toEqual(rowsOf('a'));
});
