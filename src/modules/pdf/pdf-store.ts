import type { Queries } from '../../platform/db/query/queries.js';
import { insertRows } from '../../platform/db/write/insert-rows.js';
import type { Store } from '../../platform/db/write/store.js';

/** Key of a stored PDF. `hash` is the hash of all inputs of the PDF, so all instances share the stored PDF. */
export interface StoredPdfKey {
  organizationId: string;
  spaceId: string;
  hash: string;
}

/** Maximum number of stored PDFs of a space; the oldest are deleted first. */
const pdfsPerSpace = 20;

/**
 * Maximum size of one part of a stored PDF in bytes, which SQLite writes in about 30 ms. A new size needs a new
 * `rendererVersion`.
 */
const partSize = 4 * 1024 * 1024;

/** Returns the bytes of a stored PDF; null if it is absent or incomplete. */
export async function findStoredPdf(read: Queries, { organizationId, hash }: StoredPdfKey): Promise<Uint8Array | null> {
  const query = read.sql
    .selectFrom('RenderedPdf')
    .select(['bytes', 'parts'])
    .where('organizationId', '=', organizationId)
    .where('hash', '=', hash)
    .orderBy('part');
  const rows = await read.all(query);
  if (rows.length === 0 || rows.length < rows[0]!.parts) return null;
  return rows.length === 1 ? rows[0]!.bytes : Buffer.concat(rows.map(({ bytes }) => bytes));
}

/**
 * Stores a PDF, and deletes the oldest ones of its space beyond `pdfsPerSpace`. A job deletes expired ones. Each part has its own transaction. Another instance may store the same PDF at the
 * same time, or may have stored some of its parts. Such parts are kept, because equal hashes mean equal bytes.
 */
export async function storePdf(
  store: Store,
  { organizationId, spaceId, hash }: StoredPdfKey,
  bytes: Uint8Array,
): Promise<void> {
  const createdAt = new Date();
  const parts = Math.ceil(bytes.length / partSize);
  await store.transaction(({ prisma }) => deleteOldPdfs(prisma.renderedPdf, spaceId));
  for (let part = 0; part < parts; part++) {
    const partBytes = bytes.slice(part * partSize, (part + 1) * partSize);
    await store.transaction(async (tx) => {
      const stored = await tx.prisma.renderedPdf.count({ where: { organizationId, hash, part } });
      // If the space was transferred in the meantime, its PDF is not stored.
      await tx.lock('Space', spaceId);
      if ((await tx.prisma.space.count({ where: { id: spaceId, organizationId } })) === 0) return;
      const row = { organizationId, spaceId, hash, part, parts, bytes: partBytes, createdAt };
      if (stored === 0) await insertRows(tx, { table: 'RenderedPdf', rows: [row], ignoreExisting: true });
    });
  }
}

type Table = Parameters<Parameters<Store['transaction']>[0]>[0]['prisma']['renderedPdf'];

async function deleteOldPdfs(table: Table, spaceId: string): Promise<void> {
  const [oldest] = await table.findMany({
    where: { spaceId, part: 0 },
    select: { createdAt: true },
    orderBy: { createdAt: 'desc' },
    skip: pdfsPerSpace - 1,
    take: 1,
  });
  if (oldest) await table.deleteMany({ where: { spaceId, createdAt: { lte: oldest.createdAt } } });
}
