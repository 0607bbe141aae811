import { sealedColumns } from '../../../platform/secrets/sealed-columns.js';
import { readSealed } from '../../sites/secrets/sealed-rows.js';
import type { VerificationCheck } from '../verification-base/check.js';

/** Finds sealed values that neither secret opens. `docgraph secrets rotate --replace-lost` replaces them. */
export const checkSealedValues: VerificationCheck = {
  name: 'sealed-values',
  kind: 'sealed',
  about: 'keys and bodies of mails that are sealed with the secret',
  async *find({ read, sealer, signal }) {
    for (const column of sealedColumns)
      for await (const rows of readSealed(read, column)) {
        signal.throwIfAborted();
        for (const { id, value } of rows)
          if (sealer.find(column.purpose, value) === null)
            yield {
              object: `${column.table} ${id}`,
              detail: `has a ${column.column} that neither SECRET nor SECRET_PREVIOUS opens.`,
            };
      }
  },
};
