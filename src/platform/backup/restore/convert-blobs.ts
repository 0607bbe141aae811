import { hashOf } from '../../../engine/base/blob.js';
import type { DumpPart } from '../../db/dump/contract/dump-part.js';
import type { DumpTable } from '../../db/dump/contract/dumped-tables.js';
import { partOf } from '../../db/dump/format/copy-format.js';
import { createPartWriter, type PartWriter } from '../../db/dump/format/encode-row.js';
import { unreadableBackup } from '../backup-error.js';
import { hashBytes } from '../container/manifest.js';
import type { StoredEntry } from '../container/read-container.js';
import { createBlobReader, type PartBlob } from '../objects/blob-rows.js';
import { isObjectEntry, objectEntryName } from '../objects/object-entry-name.js';
import type { ObjectWriter } from '../objects/object-writer.js';

/** Content that does not have the bytes of its hash. */
export interface DamagedBlob {
  organizationId: string;
  hash: string;
}

/** Turns the entries of a table into parts. */
export interface EntryConverter {
  /** Returns the parts for the next entry. */
  add(entry: StoredEntry): Promise<DumpPart[]>;
  /** Returns the parts that are left after the last entry. */
  finish(): Promise<DumpPart[]>;
}

/** Where objects are stored, and what is called for damaged content. */
export interface BlobTarget {
  /** Takes the objects; null if their bytes go into the rows. */
  objects: ObjectWriter | null;
  onDamaged(blob: DamagedBlob): void;
}

/**
 * Creates the converter for the table `Blob` and the objects, each of which comes after the part with its row. Verifies
 * the hash of each content, wherever it is.
 */
export function createBlobConverter(table: DumpTable, { objects, onDamaged }: BlobTarget): EntryConverter {
  const read = createBlobReader(table);
  const toRow = createRowEncoder(table);
  /** Rows whose object must come before the next part. */
  const waiting = new Map<string, PartBlob>();
  const takeLost = (): DumpPart[] => {
    const lost = [...waiting.values()];
    waiting.clear();
    lost.forEach(onDamaged);
    return objects ? [] : lost.map((blob) => toRow(blob, Buffer.alloc(0)));
  };
  const addRows = (bytes: Buffer): DumpPart[] => {
    const lost = takeLost();
    const blobs = read(bytes);
    const inRows = blobs.filter(({ inObjectStorage }) => !inObjectStorage);
    inRows.filter((blob) => !isIntact(blob)).forEach(onDamaged);
    for (const blob of blobs) if (blob.inObjectStorage) waiting.set(objectEntryName(blob), blob);
    return [
      ...lost,
      objects || waiting.size === 0 ? { bytes, rows: blobs.length } : partOf(inRows.map(({ row }) => row)),
    ];
  };
  const addObject = async ({ name, bytes }: StoredEntry): Promise<DumpPart[]> => {
    const blob = waiting.get(name);
    if (!blob) throw unreadableBackup(`it has the entry ${name}, which no row belongs to`);
    if ((await hashBytes(bytes)) !== blob.hash) throw unreadableBackup(`${name} is damaged: its hash is another one`);
    waiting.delete(name);
    if (!objects) return [toRow(blob, bytes)];
    await objects.store({ ...blob, bytes });
    return [];
  };
  return {
    add: async (entry) => (isObjectEntry(entry) ? addObject(entry) : addRows(entry.bytes)),
    async finish() {
      const lost = takeLost();
      await objects?.finish();
      return lost;
    },
  };
}

function isIntact({ bytes, hash }: PartBlob): boolean {
  return hashOf(bytes) === hash;
}

/** Returns a function that creates a part with the row of a blob and its bytes. */
function createRowEncoder(table: DumpTable): (blob: PartBlob, bytes: Buffer) => DumpPart {
  let writer: PartWriter | undefined;
  return ({ values }, bytes) => {
    writer ??= createPartWriter(table);
    const changed: Record<string, unknown> = { bytes, inObjectStorage: 0 };
    writer.append(table.columns.map(({ name }, index) => (name in changed ? changed[name] : values[index])));
    return writer.take();
  };
}
