/**
 * Returns a function that finds a path whose name differs only in its Unicode normalization form, because file systems
 * may store `é` as two characters. It reads `paths` when a path that is not ASCII is searched for the first time.
 */
export function composedPathFinder(paths: () => Iterable<string>): (path: string) => string | undefined {
  let byName: Map<string, string> | undefined;
  return (path) => {
    if (isAscii(path)) return undefined;
    byName ??= pathsByComposedForm(paths());
    return byName.get(path.normalize('NFC'));
  };
}

/** Maps each path in composed Unicode form to the first path that has this form. */
function pathsByComposedForm(paths: Iterable<string>): Map<string, string> {
  const byName = new Map<string, string>();
  for (const path of paths) {
    const name = path.normalize('NFC');
    if (!byName.has(name)) byName.set(name, path);
  }
  return byName;
}

function isAscii(path: string): boolean {
  return /^[\0-\x7f]*$/.test(path);
}
