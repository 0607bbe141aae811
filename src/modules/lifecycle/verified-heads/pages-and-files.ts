import { emptyManifest } from '../../../engine/tree/manifest/empty-manifest.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { insertRows } from '../../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { fileRows, type HeadRow, pageRows } from '../../content/revisions/move-head.js';
import type { Problem, Repair, VerificationCheck } from '../verification-base/check.js';
import { type ReadHead, readHeads, readManifestUncached } from './read-heads.js';

/** Compares the rows of pages and files with the heads of their spaces. */
export const checkHeadRows: VerificationCheck = {
  name: 'pages-and-files',
  kind: 'derived',
  about: 'rows of pages and files, compared with the head of their space',
  async *find(verification) {
    for await (const head of readHeads(verification))
      for (const table of ['Page', 'File'] as const) {
        const repair = repairRows(head.id, table);
        for (const difference of await findDifferences(verification.read, table, head))
          yield { ...describe(table, head, difference), repair };
      }
  },
};

type HeadTable = 'Page' | 'File';

type Columns = HeadRow['columns'];

/** A row that differs from the head: the stored and the right columns, each undefined if there is no such row. */
interface Difference {
  id: string;
  stored: Columns | undefined;
  right: Columns | undefined;
}

function describe(table: HeadTable, { id: spaceId }: ReadHead, { id, stored, right }: Difference): Problem {
  const object = `${table} ${id}`;
  if (!stored) return { object, detail: `is missing in the space ${spaceId}.` };
  if (!right) return { object, detail: `is not at the head of the space ${spaceId}.` };
  return { object, detail: `has other values than the head of the space ${spaceId}.` };
}

async function findDifferences(
  read: Queries,
  table: HeadTable,
  { id: spaceId, manifest }: Pick<ReadHead, 'id' | 'manifest'>,
): Promise<Difference[]> {
  const { added } = table === 'Page' ? pageRows(emptyManifest, manifest) : fileRows(emptyManifest, manifest);
  const right = new Map(added.map(({ id, columns }) => [id, columns]));
  const query = read.sql
    .selectFrom(table as 'Page')
    .select(['id', 'path', 'blobHash'])
    .where('spaceId', '=', spaceId);
  const stored = new Map((await read.all(query)).map(({ id, ...columns }) => [id, columns]));
  return [...new Set([...right.keys(), ...stored.keys()])]
    .map((id) => ({ id, stored: stored.get(id), right: right.get(id) }))
    .filter((one) => one.stored?.path !== one.right?.path || one.stored?.blobHash !== one.right?.blobHash);
}

function repairRows(spaceId: string, table: HeadTable): Repair {
  return (store) => store.transaction((tx) => replaceDifferent(tx, spaceId, table));
}

/** Replaces the rows that differ from the head. A row without former times gets those of the head. */
async function replaceDifferent(tx: Transaction, spaceId: string, table: HeadTable): Promise<void> {
  await tx.lock('Space', spaceId);
  const { read } = tx;
  const space = read.sql.selectFrom('Space').innerJoin('Revision', 'Revision.id', 'Space.revisionId');
  const head = await read.first(
    space
      .select(['Space.id', 'Space.organizationId', 'Revision.rootHash', 'Revision.createdAt'])
      .where('Space.id', '=', spaceId),
  );
  if (!head) return;
  const manifest = await readManifestUncached(read, head);
  const differences = await findDifferences(read, table, { id: spaceId, manifest });
  const ids = differences.map(({ id }) => id);
  const rows = read.sql
    .deleteFrom(table as 'Page')
    .where('spaceId', '=', spaceId)
    .where(read.inList('id', ids));
  const former = new Map(
    (await read.all(rows.returning(['id', 'createdAt', 'updatedAt']))).map((row) => [row.id, row]),
  );
  const { organizationId, createdAt } = head;
  const added = differences.flatMap(({ id, right }) => {
    const times = former.get(id) ?? { createdAt, updatedAt: createdAt };
    return right ? [{ organizationId, spaceId, ...right, ...times, id }] : [];
  });
  await insertRows(tx, { table, rows: added });
}
