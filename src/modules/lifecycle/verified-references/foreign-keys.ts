import { tableMetadata, tableNames } from '../../../platform/db/query/columns.js';
import type { VerificationCheck } from '../verification-base/check.js';
import { findDangling } from './find-dangling.js';

/** Finds rows whose foreign key refers to no row. */
export const checkForeignKeys: VerificationCheck = {
  name: 'foreign-keys',
  kind: 'references',
  about: 'rows that a foreign key refers to',
  async *find({ read }) {
    for (const table of tableNames)
      for (const { columns, table: target, keys } of tableMetadata(table).references)
        yield* findDangling(read, { table, columns, targets: [{ table: target, keys }] });
  },
};
