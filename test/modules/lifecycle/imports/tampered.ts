import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../../src/engine/base/canonical-json.js';
import {
  type ArchiveManifest,
  manifestName,
  manifestText,
} from '../../../../src/modules/lifecycle/archives/manifest.js';
import { tarEnd, tarHeader, tarPadding } from '../../../../src/platform/base/tar.js';
import { describeEntries, type ReadArchive } from '../archives/archive-kit.js';

/** Changes to an archive. Hashes and sizes are computed again, unless the manifest is changed. */
export interface Tampering {
  /** Changes the rows of a table. */
  rows?: Record<string, (rows: any[]) => unknown[]>;
  /** Changes the files. */
  files?(files: Map<string, Buffer>): Map<string, Buffer>;
  /** Changes the manifest. */
  manifest?(manifest: ArchiveManifest): object;
}

/** Returns a changed archive. */
export function tampered(archive: ReadArchive, { rows = {}, files = (all) => all, manifest }: Tampering): ReadArchive {
  const changed = new Map(
    [...archive.files].map(([name, bytes]) => {
      const change = rows[name.split('-')[1]!];
      return [name, change ? textOf(change(rowsOf(bytes))) : bytes] as const;
    }),
  );
  const all = files(changed);
  const plain = { ...archive.manifest, entries: describeEntries(all) };
  const text = manifest ? canonicalJson(manifest(plain)) : manifestText(plain);
  return { bytes: tarOf(new Map([...all, [manifestName, Buffer.from(text)]])), files: all, manifest: plain };
}

/** Returns the hash of a text, as content has it. */
export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

function rowsOf(bytes: Buffer): unknown[] {
  return bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function textOf(rows: unknown[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

function tarOf(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts = [...files].flatMap(([name, bytes]) => [tarHeader(name, bytes.length), bytes, tarPadding(bytes.length)]);
  return Buffer.concat([...parts, tarEnd]);
}
