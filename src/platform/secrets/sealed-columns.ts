import type { TableName } from '../db/query/rows.js';

/** A column whose values are sealed (encrypted). */
interface SealedColumn {
  table: TableName;
  column: string;
  /** Purpose for which the key is derived: a value that is sealed for one purpose cannot be opened for another. */
  purpose: string;
  /** Plural noun for the values, in messages. */
  noun: string;
}

/**
 * All columns with sealed values; null values are not sealed. The check at server start and `docgraph secrets rotate`
 * read this list. A purpose that is neither in this list nor in `jobPurposes` does not compile.
 */
export const sealedColumns = [
  { table: 'Organization', column: 'visitorKey', purpose: 'visitor-key', noun: 'visitor keys of organizations' },
  { table: 'Site', column: 'signingKey', purpose: 'signing-key', noun: 'signing keys of sites' },
  { table: 'Site', column: 'oldSigningKey', purpose: 'signing-key', noun: 'replaced signing keys of sites' },
  { table: 'ShareLink', column: 'key', purpose: 'share-key', noun: 'keys of share links' },
  { table: 'OidcProvider', column: 'clientSecret', purpose: 'client-secret', noun: 'client secrets of providers' },
  { table: 'Mail', column: 'body', purpose: 'mail-body', noun: 'bodies of mails' },
] as const satisfies readonly SealedColumn[];

/**
 * Purposes of sealed values that have no column: they are in the input of jobs, and only for minutes. A rotation of the
 * secret leaves them as they are.
 */
const jobPurposes = ['erasure'] as const;

/** Purpose of a sealed value. */
export type Purpose = (typeof sealedColumns)[number]['purpose'] | (typeof jobPurposes)[number];

/** All purposes. */
export const purposes: readonly Purpose[] = [...sealedColumns.map(({ purpose }) => purpose), ...jobPurposes];
