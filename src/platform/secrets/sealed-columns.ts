import type { TableName } from '../db/query/rows.js';

/** A column whose values are sealed. */
interface SealedColumn {
  table: TableName;
  column: string;
  /** Separates the derived keys: a value that is sealed for one purpose does not open for another. */
  purpose: string;
  /** The values in the plural, as messages name them. */
  noun: string;
}

/**
 * All columns that hold sealed values; null values are not sealed. The check at the start and `docgraph secrets rotate` read
 * this list. A purpose without a row does not compile.
 */
export const sealedColumns = [
  { table: 'Organization', column: 'visitorKey', purpose: 'visitor-key', noun: 'visitor keys of organizations' },
  { table: 'Site', column: 'signingKey', purpose: 'signing-key', noun: 'signing keys of sites' },
  { table: 'Site', column: 'oldSigningKey', purpose: 'signing-key', noun: 'replaced signing keys of sites' },
  { table: 'ShareLink', column: 'key', purpose: 'share-key', noun: 'keys of share links' },
] as const satisfies readonly SealedColumn[];

/** Purpose of a sealed value. */
export type Purpose = (typeof sealedColumns)[number]['purpose'];
