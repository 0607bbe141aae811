import { describe, expect, it } from 'vitest';
import { type ArchiveTable, archiveTables } from '../../src/modules/lifecycle/archives/archive-tables.js';
import { leftOutTables } from '../../src/modules/lifecycle/archives/left-out-tables.js';
import { archiveFormat } from '../../src/modules/lifecycle/archives/manifest.js';
import { type ColumnKind, columnMetadata } from '../../src/platform/db/query/columns.js';
import { pages, rowsOf } from './pages.js';

const page = 'docs/archives.md';

/** Kinds of columns, as the page names them. */
const kinds: Record<ColumnKind, string> = {
  string: '',
  int: ':number',
  boolean: ':boolean',
  datetime: ':time',
  json: ':json',
  bytes: ':base64',
};

/** Describes a table as its row on the page does, without the backticks around single words. */
function describeTable({ name, order, columns }: ArchiveTable, index: number): string[] {
  const key = order.map((column) => `\`${column}\``).join(', ');
  const described = columns.map((column) => `${column}${kinds[columnMetadata(name, column).kind]}`);
  return [String(index + 1), name, order.length === 1 ? order[0]! : key, described.join(', ')];
}

describe('the page about archives', () => {
  it('lists the tables with their keys and columns', () => {
    expect(rowsOf(page, /^\d+$/)).toEqual(archiveTables.map(describeTable));
  });

  it('lists the tables that are left out, with the reason', () => {
    const listed = rowsOf(page, /^[A-Z][a-z]\w+$/).map(([name, reason]) => [name, reason]);
    expect(listed).toEqual(Object.entries(leftOutTables));
  });

  it('lists the secrets with their purposes, the columns that are null, and the version', () => {
    const secrets = archiveTables.flatMap(({ name, secrets: own, isSecret }) =>
      own.map(({ column, purpose }) => [`${name}.${column}`, purpose, isSecret ? 'the row is left out' : 'null']),
    );
    expect(rowsOf(page, /^[A-Z]\w+\.\w+$/).sort()).toEqual(secrets.sort());
    const cleared = archiveTables.flatMap(({ name, cleared: own }) => own.map((column) => `\`${name}.${column}\``));
    for (const column of cleared) expect(pages.get(page)).toContain(column);
    expect(pages.get(page)).toContain(`This is version ${archiveFormat}.`);
  });
});
