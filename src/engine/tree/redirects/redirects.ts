import { isMap, isScalar, parseDocument } from 'yaml';
import type { File, Manifest } from '../../base/types.js';
import { joinPath } from '../pages/address.js';
import { pathOfFile } from '../pages/path.js';

/** Old paths of a configuration, each with the file that it leads to, as written but for slashes around it and an anchor. */
export type Redirects = ReadonlyMap<string, string>;

/** Most bytes of a configuration whose redirects are read. */
const longest = 1_048_576;

/** The file of a space that may say where old paths lead; null where it has none, or one too large to be read. */
export function redirectsFile({ files }: Manifest): File | null {
  return files.find(({ path, size }) => path === '.gitbook.yaml' && size <= longest) ?? null;
}

/**
 * Reads `redirects` of a `.gitbook.yaml`: a path for each file. What is no such pair, patterns with `*`, and a configuration
 * that cannot be read have no effect.
 */
export function readRedirects(bytes: Uint8Array): Redirects {
  // To look for keys that come twice takes the square of their number; whoever imports the file has looked.
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

/** What a redirect leads to in a revision: the file of a page, and the path of one whose file lies elsewhere now. */
export function targetOf(file: string, { root }: Pick<Manifest, 'root'>): { file: string; path: string } {
  return { file: joinPath(root, file), path: pathOfFile({ file, root: '' }) };
}

function withoutSlashes(path: string): string {
  return path.trim().replace(/^(?:\.?\/)+|\/+$/g, '');
}
