/**
 * Returns a function that finds files by the paths that texts write: the same path, or one that differs only in the Unicode
 * normalization form of its name, as between file systems.
 */
export function fileFinder(paths: Iterable<string>): (path: string) => string | undefined {
  const exact = new Set(paths);
  const normalized = new Map<string, string>();
  for (const path of exact) {
    const name = path.normalize('NFC');
    if (!normalized.has(name)) normalized.set(name, path);
  }
  return (path) => (exact.has(path) ? path : normalized.get(path.normalize('NFC')));
}
