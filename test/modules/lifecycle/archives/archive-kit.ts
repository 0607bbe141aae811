import { createHash } from 'node:crypto';
import { exportArchive } from '../../../../src/modules/lifecycle/archives/export-archive.js';
import type { ArchiveManifest } from '../../../../src/modules/lifecycle/archives/manifest.js';
import { sealer, type TestApp } from '../../../support/app.js';

/** An archive that `readArchive` has read. */
export interface ReadArchive {
  bytes: Buffer;
  /** Contents of the entries by name, without the manifest. */
  files: Map<string, Buffer>;
  manifest: ArchiveManifest;
}

/** Exports an organization. Returns the archive, which was read again. */
export async function archiveOf(
  test: Pick<TestApp, 'operator' | 'store'>,
  organization: string,
  passphrase: string | null = null,
): Promise<ReadArchive> {
  const parts: Uint8Array[] = [];
  const write = async (bytes: Uint8Array) => void parts.push(bytes);
  const actor = { store: test.store, viewer: test.operator };
  const secrets = passphrase === null ? null : { passphrase, sealer };
  await exportArchive(actor, { organization, secrets, write });
  return readArchive(Buffer.concat(parts));
}

/** Reads an archive, and checks the size and the hash of each entry. */
export function readArchive(bytes: Buffer): ReadArchive {
  const files = new Map<string, Buffer>();
  let at = 0;
  for (; bytes[at] !== 0; ) {
    const name = textAt(bytes, at, 100);
    const size = Number.parseInt(textAt(bytes, at + 124, 12), 8);
    files.set(name, bytes.subarray(at + 512, at + 512 + size));
    at += 512 * (1 + Math.ceil(size / 512));
  }
  if (at + 1024 !== bytes.length) throw new Error(`The archive ends at ${at} of ${bytes.length}`);
  const manifest = JSON.parse(files.get('manifest.json')!.toString());
  files.delete('manifest.json');
  return { bytes, files, manifest };
}

/** Returns the entries of an archive as its manifest must describe them. */
export function describeEntries(files: ReadonlyMap<string, Buffer>): ArchiveManifest['entries'] {
  return [...files].map(([name, content]) => ({
    name,
    rows: content.toString().split('\n').length - 1,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
}

/** Returns the rows of a table in an archive. */
export function rowsIn({ files }: ReadArchive, table: string): any[] {
  const own = [...files].filter(([name]) => name.split('-')[1] === table);
  return own.flatMap(([, content]) => content.toString().trimEnd().split('\n')).map((line) => JSON.parse(line));
}

function textAt(bytes: Buffer, offset: number, length: number): string {
  return bytes.toString('latin1', offset, offset + length).replace(/\0.*$/s, '');
}
