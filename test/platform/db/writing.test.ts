import { expect, it } from 'vitest';
import { cachedSql, placeholder } from '../../../src/platform/db/write/writing.js';

// Tests the cache of writing statements, which limits texts that clients could create in large numbers.

const textOf = (columns: string) =>
  cachedSql({
    provider: 'postgresql',
    kind: 'update Settings',
    shape: columns,
    build: (sql) => sql.updateTable('Settings').set({ [columns]: placeholder }),
    isCommon: true,
  });

it('the text of a writing statement is cached, with numbered parameters', () => {
  expect(textOf('title')).toEqual({ sql: 'update "Settings" set "title" = $1', isCommon: true });
  expect(textOf('title')).toBe(textOf('title'));
});

it('only a limited number of similar statements is named, because connections store named statements permanently', () => {
  const isCommon = Array.from({ length: 40 }, (_, index) => textOf(`column ${index}`).isCommon);
  expect(isCommon.filter(Boolean).length).toBe(19);
  expect(textOf('title').isCommon).toBe(true);
});
