import type { Queries } from '../../platform/db/query/queries.js';
import { insertRows } from '../../platform/db/write/insert-rows.js';
import type { Store } from '../../platform/db/write/store.js';

/** A PDF as it is kept: by the hash of what it was made from, so that all instances share it. */
export interface KeptPdf {
  organizationId: string;
  spaceId: string;
  hash: string;
}

/** Longer than its address; one that is asked for after is made again. */
export const keptFor = 2 * 86_400_000;

/** PDFs that a space keeps at most; the oldest go first. */
const keptPerSpace = 20;

/** Bytes of one part: what SQLite writes in some 30 ms. Another size needs another `rendererVersion`. */
const partSize = 4 * 1024 * 1024;

/** The bytes of a PDF that was made before; null where there are none, or not all. */
export async function findKept(read: Queries, { organizationId, hash }: KeptPdf): Promise<Uint8Array | null> {
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
 * Keeps a PDF, and sweeps away those that are old or too many. Each part is a transaction of its own. Another instance may
 * keep the same one meanwhile, or have kept some of its parts before it ended: the parts of one hash are the same.
 */
export async function keep(store: Store, { organizationId, spaceId, hash }: KeptPdf, bytes: Uint8Array): Promise<void> {
  const createdAt = new Date();
  const parts = Math.ceil(bytes.length / partSize);
  await store.transaction(({ prisma }) => sweep(prisma.renderedPdf, spaceId, createdAt));
  for (let part = 0; part < parts; part++) {
    const own = bytes.slice(part * partSize, (part + 1) * partSize);
    await store.transaction(async (tx) => {
      const known = await tx.prisma.renderedPdf.count({ where: { organizationId, hash, part } });
      // A space that has left the organization while its PDF was made takes none along.
      await tx.lock('Space', spaceId);
      if ((await tx.prisma.space.count({ where: { id: spaceId, organizationId } })) === 0) return;
      const row = { organizationId, spaceId, hash, part, parts, bytes: own, createdAt };
      if (known === 0) await insertRows(tx, { table: 'RenderedPdf', rows: [row], unlessThere: true });
    });
  }
}

type Table = Parameters<Parameters<Store['transaction']>[0]>[0]['prisma']['renderedPdf'];

async function sweep(table: Table, spaceId: string, now: Date): Promise<void> {
  await table.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - keptFor) } } });
  const [oldest] = await table.findMany({
    where: { spaceId, part: 0 },
    select: { createdAt: true },
    orderBy: { createdAt: 'desc' },
    skip: keptPerSpace - 1,
    take: 1,
  });
  if (oldest) await table.deleteMany({ where: { spaceId, createdAt: { lte: oldest.createdAt } } });
}
