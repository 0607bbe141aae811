import { sql } from 'kysely';
import type { Hash } from '../../../engine/base/types.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { copyObjects } from '../../content/blob-objects/copy-objects.js';
import { groupsInSteps } from '../../content/revisions/store-in-steps.js';
import { markAllContentInUse } from '../../content/revisions/touch-content.js';
import { type ContentCopy, missingBlobs, missingNodes } from './missing-content.js';

/**
 * Copies content into another organization, within the database: all content that the revisions of the given spaces
 * reach. Content that the organization already has stays, and the content garbage collection does not delete it until
 * the transaction ends.
 */
export async function copyContent(tx: Transaction, content: ContentCopy): Promise<void> {
  await markAllContentInUse(tx, content.to);
  const nodes = await missingNodes(tx.read, content);
  if (nodes.length === 0) return;
  const blobs = await missingBlobs(tx.read, content, nodes);
  await copyRows(tx, content, { table: 'Blob', hashes: blobs.map(({ hash }) => hash) });
  await copyRows(tx, content, { table: 'TreeNode', hashes: nodes });
}

/**
 * Copies the content as `copyContent` does, but in short transactions that can be repeated, before the transaction of
 * the transfer. Copied content is invisible until a revision uses it. Nodes are copied last and all at once, because a
 * node requires everything below it.
 */
export async function copyInSteps(store: Store, content: ContentCopy): Promise<void> {
  const nodes = await missingNodes(store.read, content);
  const blobs = await missingBlobs(store.read, content, nodes);
  for (const group of groupsInSteps(blobs))
    await store.transaction((tx) => copyRows(tx, content, { table: 'Blob', hashes: group.map(({ hash }) => hash) }));
  await store.transaction((tx) => copyContent(tx, content));
}

const columns = { Blob: ['size', 'bytes', 'inObjectStorage'], TreeNode: ['content'] } as const;

async function copyRows(
  tx: Transaction,
  { from, to }: ContentCopy,
  { table, hashes }: { table: keyof typeof columns; hashes: Hash[] },
): Promise<void> {
  if (table === 'Blob') await copyObjects(tx, { from, to, hashes });
  const { read } = tx;
  const copiedColumns = sql.join(['hash', ...columns[table]].map((column) => sql.ref(column)));
  await read.all(sql`insert into ${sql.table(table)} ("organizationId", "createdAt", ${copiedColumns})
    select ${to}, ${new Date().toISOString()}, ${copiedColumns} from ${sql.table(table)}
    where "organizationId" = ${from} and ${read.inList('hash', hashes)} on conflict do nothing`);
}
