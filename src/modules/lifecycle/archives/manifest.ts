import { canonicalJson } from '../../../engine/base/canonical-json.js';

/** Version of the archive format. An import refuses every other version. */
export const archiveFormat = 1;

/** Name of the last entry of an archive. */
export const manifestName = 'manifest.json';

/** An entry of an archive as listed in the manifest. */
export interface ManifestEntry {
  name: string;
  /** Number of rows. */
  rows: number;
  bytes: number;
  /** SHA-256 of the content, hexadecimal. */
  sha256: string;
}

/** The manifest of an archive. */
export interface ArchiveManifest {
  format: number;
  /**
   * Name of the newest migration in the version of docgraph that wrote the archive. Migrations of only one kind of
   * database are ignored.
   */
  docgraph: string;
  organization: { id: string; title: string };
  secrets: 'left out' | 'sealed';
  /** All other entries, in the order of the archive. */
  entries: ManifestEntry[];
}

/** Returns the text of a manifest: JSON with sorted keys, indented by two spaces. */
export function manifestText(manifest: ArchiveManifest): string {
  return `${JSON.stringify(JSON.parse(canonicalJson(manifest)), null, 2)}\n`;
}
