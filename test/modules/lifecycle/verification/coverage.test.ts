import { expect, it } from 'vitest';
import { contentRoots } from '../../../../src/modules/content/content-garbage-collection/content-roots.js';
import { leftOutTables } from '../../../../src/modules/lifecycle/archives/left-out-tables.js';
import { checks } from '../../../../src/modules/lifecycle/verification/checks.js';
import { codedColumns } from '../../../../src/modules/lifecycle/verified-numbers/coded-columns.js';
import {
  otherNumbers,
  repeatedColumns,
  storedCounts,
} from '../../../../src/modules/lifecycle/verified-numbers/computed-columns.js';
import { numberings } from '../../../../src/modules/lifecycle/verified-numbers/numberings.js';
import {
  logicalReferences,
  uncheckedColumns,
} from '../../../../src/modules/lifecycle/verified-references/logical-references.js';
import { tableMetadata, tableNames } from '../../../../src/platform/db/query/columns.js';
import { sealedColumns } from '../../../../src/platform/secrets/sealed-columns.js';

/** Tables that a check compares row by row with the content at the heads, and the check. */
const comparedTables: Record<string, string> = {
  CollectionAncestor: 'ancestors',
  File: 'pages-and-files',
  Link: 'links',
  LinkHeadings: 'links',
  LinkSpace: 'links',
  Page: 'pages-and-files',
  SearchPage: 'search',
  SearchSpace: 'search',
};

/** Tables of computed rows that no check compares, with the reason. */
const uncomparedTables: Record<string, string> = {
  RenderedPdf: 'a PDF without all its parts is rendered again',
};

const columnsOf = (all: readonly { table: string; column: string }[]): string[] =>
  all.map(({ table, column }) => `${table}.${column}`);

const isCompared = (name: string): boolean => name.split('.')[0]! in comparedTables;

it('every column with a whole number is compared, or is listed with a reason', () => {
  const numbers = tableNames.flatMap((table) =>
    Object.entries(tableMetadata(table).columns).flatMap(([name, { kind }]) =>
      kind === 'int' ? `${table}.${name}` : [],
    ),
  );
  const counters = numberings.map(({ owner, counter }) => `${owner}.${counter}`);
  const compared = [
    ...columnsOf([...storedCounts, ...repeatedColumns, ...codedColumns, ...numberings]),
    ...counters,
    'Blob.size',
    'Conversation.number',
    'Conversation.size',
  ];
  const known = [...compared, ...Object.keys(otherNumbers)];
  expect(numbers.filter((name) => !known.includes(name) && !isCompared(name))).toEqual([]);
  expect(Object.keys(otherNumbers).filter((name) => !numbers.includes(name) || compared.includes(name))).toEqual([]);
});

it('every column with an id or a hash is a reference, is compared, or is listed with a reason', () => {
  const keys = tableNames.flatMap((table) => {
    const { columns, references } = tableMetadata(table);
    const foreign = new Set(references.flatMap((reference) => reference.columns));
    const named = Object.keys(columns).filter((name) => /(Id|Hash|Key|^hash|^blob|^key)$/.test(name));
    return named.filter((name) => !foreign.has(name)).map((name) => `${table}.${name}`);
  });
  const compared = [
    ...columnsOf([...logicalReferences, ...contentRoots, ...sealedColumns, ...codedColumns, ...repeatedColumns]),
    'Blob.hash',
    'TreeNode.hash',
  ];
  const known = [...compared, ...Object.keys(uncheckedColumns)];
  expect(keys.filter((name) => !known.includes(name) && !isCompared(name))).toEqual([]);
  expect(Object.keys(uncheckedColumns).filter((name) => !keys.includes(name) || compared.includes(name))).toEqual([]);
});

it('every table of rows that are computed from content is compared, or is listed with a reason', () => {
  const computed = Object.entries(leftOutTables).filter(([, reason]) => reason === 'computed from the content');
  const known = [...Object.keys(comparedTables), ...Object.keys(uncomparedTables)];
  expect(computed.map(([table]) => table).filter((table) => !known.includes(table))).toEqual([]);
  const names = checks.map(({ name }) => name);
  expect(Object.values(comparedTables).filter((name) => !names.includes(name))).toEqual([]);
});

it('every table that is an index of a head is compared', () => {
  const indexes = tableNames.filter((table) => /\bhead\b/.test(tableMetadata(table).description));
  // Former paths are history: the head does not have them.
  expect(indexes.filter((table) => !(table in comparedTables))).toEqual(['FormerPagePath']);
});
