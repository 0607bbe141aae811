import { sql } from 'kysely';
import { type DatabaseSize, readDatabaseSize } from '../../../platform/db/disk/database-size.js';
import { tableNames } from '../../../platform/db/query/columns.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { readSnapshot } from '../../../platform/db/snapshot.js';
import type { Store } from '../../../platform/db/write/store.js';
import { type ContentOwners, findContentOwners } from './content-owners.js';
import { type DiskKind, type DiskUse, diskKindOf } from './disk-use.js';
import { readRowSizes, rowSize } from './row-sizes.js';

/** Number of blobs or nodes that one query reads, without their content. */
const batchSize = 1_000;

/**
 * Measures what takes space in a database, largest first. The sum of all parts is the size of the database, except
 * those of the kind `objects`, which are in object storage. Reads all tables once, except the bytes of blobs, in one
 * snapshot.
 */
export async function measureDisk(store: Store): Promise<DiskUse[]> {
  return readSnapshot(store, async (read) => {
    const size = await readDatabaseSize(read, store.url);
    const uses: DiskUse[] = [];
    const objects: DiskUse[] = [];
    for (const table of tableNames) {
      const parts =
        table === 'Blob' || table === 'TreeNode' ? await readContent(read, table) : await readTable(read, table);
      objects.push(...parts.filter(isInObjectStorage));
      uses.push(
        ...scale(
          parts.filter((part) => !isInObjectStorage(part)),
          tableBytes(size, table),
        ),
      );
    }
    return sumUses([...uses, ...objects, ...restOf(size, uses)]);
  });
}

/** Reports whether a part is in object storage, and not in the database. */
export function isInObjectStorage({ kind }: Pick<DiskUse, 'kind'>): boolean {
  return kind === 'objects';
}

/** Parts by kind, organization and space. */
type UseSums = Map<string, DiskUse>;

/** Adds a part to the sum of its kind, organization and space. */
function addUse(sums: UseSums, { kind, organizationId, spaceId, isShared, bytes, count }: DiskUse): void {
  const owner = { kind, organizationId, spaceId, isShared };
  const key = JSON.stringify(owner);
  const sum = sums.get(key);
  sums.set(key, { ...owner, bytes: bytes + (sum?.bytes ?? 0), count: count + (sum?.count ?? 0) });
}

/** Adds up the parts of the same kind, organization and space. Returns the largest first. */
function sumUses(uses: readonly DiskUse[]): DiskUse[] {
  const sums: UseSums = new Map();
  for (const use of uses) addUse(sums, use);
  return [...sums.values()].sort((one, other) => other.bytes - one.bytes);
}

/** Size of a table on disk. The tables of the SQLite search index belong to `SearchPage`. */
function tableBytes({ tables }: DatabaseSize, table: string): number {
  const searchTables = [...tables.keys()].filter((name) => name.startsWith('search_fts'));
  const names = table === 'SearchPage' ? [table, ...searchTables] : [table];
  return names.reduce((sum, name) => sum + (tables.get(name) ?? 0), 0);
}

async function readTable(read: Queries, table: (typeof tableNames)[number]): Promise<DiskUse[]> {
  const kind = diskKindOf(table);
  return (await readRowSizes(read, table)).map((rows) => ({ ...rows, kind, isShared: false }));
}

/** Reads the sizes of blobs or nodes, grouped by their owners. */
async function readContent(read: Queries, table: 'Blob' | 'TreeNode'): Promise<DiskUse[]> {
  const parts: UseSums = new Map();
  const organizations = await read.all(read.sql.selectFrom('Organization').select('id'));
  for (const { id: organizationId } of organizations) {
    const owners = await findContentOwners(read, organizationId);
    for await (const { hash, bytes, objectBytes } of readSizes(read, table, organizationId)) {
      const owner = { ...ownerOf(owners, table, hash), organizationId };
      addUse(parts, { ...owner, bytes, count: 1 });
      if (objectBytes > 0) addUse(parts, { ...owner, kind: 'objects', bytes: objectBytes, count: 1 });
    }
  }
  return [...parts.values()];
}

function ownerOf(owners: ContentOwners, table: 'Blob' | 'TreeNode', hash: string) {
  const owner = owners[table === 'Blob' ? 'blobs' : 'nodes'].get(hash);
  return owner ?? { spaceId: null, isShared: false, kind: 'unreachable' as DiskKind };
}

async function* readSizes(read: Queries, table: 'Blob' | 'TreeNode', organizationId: string) {
  const objectBytes = table === 'Blob' ? sql`case when "inObjectStorage" then "size" else 0 end` : sql`0`;
  for (let last = ''; ; ) {
    const rows = await read.all(
      sql<{ hash: string; bytes: number; objectBytes: number }>`select "hash",
        cast(${rowSize(read, table)} as bigint) as "bytes", ${objectBytes} as "objectBytes"
        from ${sql.table(table)} where "organizationId" = ${organizationId} and "hash" > ${last}
        order by "hash" limit ${batchSize}`,
      { bytes: 'int', objectBytes: 'int' },
    );
    yield* rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1)!.hash;
  }
}

/** Divides the size of a table among its rows, in proportion to their own sizes. */
function scale(parts: DiskUse[], tableSize: number): DiskUse[] {
  const sum = parts.reduce((bytes, part) => bytes + part.bytes, 0);
  return parts.map((part) => ({ ...part, bytes: Math.round((part.bytes / sum) * tableSize) }));
}

/**
 * Returns the parts of a database that are not rows: indexes, free pages, the log, and the tables of the database
 * system.
 */
function restOf({ total, indexes, free, log }: DatabaseSize, uses: readonly DiskUse[]): DiskUse[] {
  const rows = uses.reduce((sum, { bytes }) => sum + bytes, 0);
  const system = Math.max(0, total - rows - indexes - free - log);
  const parts: [DiskKind, number][] = [
    ['indexes', indexes],
    ['freePages', free],
    ['log', log],
    ['system', system],
  ];
  return parts
    .filter(([, bytes]) => bytes > 0)
    .map(([kind, bytes]) => ({ kind, bytes, count: 0, organizationId: null, spaceId: null, isShared: false }));
}
