import { isMap, isScalar, parseDocument } from 'yaml';
import type { File, Manifest } from '../../base/types.js';
import { joinPath } from '../pages/address.js';
import { pathOfFile } from '../pages/path.js';

/**
 * Target file of each old path, from a configuration. Targets are as written, but without query, anchor, and leading
 * and trailing slashes.
 */
export type Redirects = ReadonlyMap<string, string>;

/** Maximum size of a configuration with redirects, in bytes; a larger one is ignored. */
const maxConfigurationBytes = 1_048_576;

/** Returns the file of a space that may contain redirects; null if there is none or it is too large. */
export function redirectsFile({ files }: Manifest): File | null {
  return files.find(({ path, size }) => path === '.gitbook.yaml' && size <= maxConfigurationBytes) ?? null;
}

/**
 * Reads `redirects` of a `.gitbook.yaml`, which map paths to files. Ignores other values, patterns with `*`, and a
 * configuration that cannot be parsed.
 */
export function readRedirects(bytes: Uint8Array): Redirects {
  // Duplicate keys are not checked, because this takes quadratic time.
  const config = parseDocument(new TextDecoder().decode(bytes), { logLevel: 'silent', uniqueKeys: false });
  const pairs = isMap(config.contents) ? config.contents.get('redirects') : undefined;
  const found = new Map<string, string>();
  for (const { key, value } of isMap(pairs) && config.errors.length === 0 ? pairs.items : []) {
    if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'string') continue;
    const from = withoutSlashes(String(key.value));
    if (from !== '' && !from.includes('*')) found.set(from, withoutSlashes(value.value.replace(/[?#].*$/s, '')));
  }
  return found;
}

/** Returns the target of a redirect in a revision: the file of a page, and the path to use if its file has moved. */
export function redirectTarget(file: string, { root }: Pick<Manifest, 'root'>): { file: string; path: string } {
  return { file: joinPath(root, file), path: pathOfFile({ file, root: '' }) };
}

function withoutSlashes(path: string): string {
  return path.trim().replace(/^(?:\.?\/)+|\/+$/g, '');
}
