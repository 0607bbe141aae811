import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../../src/engine/base/canonical-json.js';
import {
  type ArchiveManifest,
  manifestName,
  manifestText,
} from '../../../../src/modules/lifecycle/archives/manifest.js';
import { tarEnd, tarHeader, tarPadding } from '../../../../src/platform/base/tar.js';
import { describeEntries, type ReadArchive } from '../archives/archive-kit.js';

/** Changes to an archive. Hashes and sizes are recomputed, unless the manifest is changed. */
export interface Tampering {
  /** Functions that return the changed rows of a table, by table. */
  rows?: Record<string, (rows: any[]) => unknown[]>;
  /** Returns the changed entries of the archive. */
  files?(files: Map<string, Buffer>): Map<string, Buffer>;
  /** Returns the changed manifest. */
  manifest?(manifest: ArchiveManifest): object;
}

/** Returns a changed archive. */
export function tampered(archive: ReadArchive, { rows = {}, files = (all) => all, manifest }: Tampering): ReadArchive {
  const changed = new Map(
    [...archive.files].map(([name, bytes]) => {
      const change = rows[name.split('-')[1]!];
      return [name, change ? jsonLines(change(rowsOf(bytes))) : bytes] as const;
    }),
  );
  const all = files(changed);
  const plain = { ...archive.manifest, entries: describeEntries(all) };
  const text = manifest ? canonicalJson(manifest(plain)) : manifestText(plain);
  return { bytes: createTar(new Map([...all, [manifestName, Buffer.from(text)]])), files: all, manifest: plain };
}

/** Returns the SHA-256 hash that identifies a text in revisions. */
export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

function rowsOf(bytes: Buffer): unknown[] {
  return bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function jsonLines(rows: unknown[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

function createTar(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts = [...files].flatMap(([name, bytes]) => [tarHeader(name, bytes.length), bytes, tarPadding(bytes.length)]);
  return Buffer.concat([...parts, tarEnd]);
}
