import { findFileDamage } from '../../../platform/db/inspection/damaged-file.js';
import { findFullTextDifferences, repairFullTextRows } from '../../../platform/db/inspection/full-text-rows.js';
import { findIndexProblems } from '../../../platform/db/inspection/index-names.js';
import { findMissingColumns, findMissingRoutines } from '../../../platform/db/inspection/missing-objects.js';
import { rebuildIndex, reindexSqlite } from '../../../platform/db/inspection/repair-index.js';
import type { VerificationCheck } from '../verification-base/check.js';

/** Reads the whole SQLite file to find damaged pages, and indexes that disagree with their tables. */
export const checkFile: VerificationCheck = {
  name: 'file',
  kind: 'storage',
  about: 'damaged pages of a SQLite file, and indexes that disagree with their tables',
  provider: 'sqlite',
  async *find({ read }) {
    for (const { text, index } of await findFileDamage(read))
      yield {
        object: index === null ? 'Database file' : `Index ${index}`,
        detail: `is damaged: ${text}.`,
        ...(index !== null && { repair: (store) => reindexSqlite(store, index) }),
      };
  },
};

/** Compares tables, columns, triggers and functions with those that the migrations create. */
export const checkSchema: VerificationCheck = {
  name: 'schema',
  kind: 'storage',
  about: 'tables, columns, triggers and functions that the migrations create',
  async *find({ read }) {
    for (const object of [...(await findMissingColumns(read)), ...(await findMissingRoutines(read))])
      yield { object, detail: 'is missing, although its migration is applied. Restore a backup.' };
  },
};

/** Finds indexes that are missing, and indexes that Postgres does not use. */
export const checkIndexes: VerificationCheck = {
  name: 'indexes',
  kind: 'storage',
  about: 'indexes that the migrations create',
  async *find({ read }) {
    const { missing, invalid } = await findIndexProblems(read);
    const toProblem = (detail: string) => (name: string) => ({
      object: `Index ${name}`,
      detail,
      repair: (store: Parameters<typeof rebuildIndex>[0]) => rebuildIndex(store, name),
    });
    yield* missing.map(toProblem('is missing.'));
    yield* invalid.map(toProblem('is not used, because its build was interrupted.'));
  },
};

const faults = { missing: 'is missing', extra: 'has no row in SearchPage', different: 'has other tokens than its row' };

/** Compares the full-text index of SQLite with its table. */
export const checkFullText: VerificationCheck = {
  name: 'full-text',
  kind: 'derived',
  about: 'the full-text index of SQLite, compared with the search index',
  provider: 'sqlite',
  async *find({ read, signal }) {
    for await (const { number, fault } of findFullTextDifferences(read)) {
      signal.throwIfAborted();
      yield {
        object: `Row ${number} of search_fts`,
        detail: `${faults[fault]}.`,
        repair: (store) => repairFullTextRows(store, [number]),
      };
    }
  },
};
