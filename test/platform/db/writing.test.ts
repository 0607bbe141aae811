import { expect, it } from 'vitest';
import { createText, placeholder } from '../../../src/platform/db/write/writing.js';

// The texts of statements that write: kept, but for what clients could make many of.

const textOf = (columns: string) =>
  createText({
    provider: 'postgresql',
    kind: 'update Settings',
    shape: columns,
    build: (sql) => sql.updateTable('Settings').set({ [columns]: placeholder }),
    isCommon: true,
  });

it('keeps a text, whose parameters are numbered', () => {
  expect(textOf('title')).toEqual({ sql: 'update "Settings" set "title" = $1', isCommon: true });
  expect(textOf('title')).toBe(textOf('title'));
});

it('keeps some of a kind: further ones have no name on the connections, which keep each for good', () => {
  const isCommon = Array.from({ length: 40 }, (_, index) => textOf(`column ${index}`).isCommon);
  expect(isCommon.filter(Boolean).length).toBe(19);
  expect(textOf('title').isCommon).toBe(true);
});
