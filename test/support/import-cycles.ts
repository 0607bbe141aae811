import type { Import } from './imports.js';

/** Import graph of a folder: the nodes that each node imports. */
type Graph = Map<string, Set<string>>;

/**
 * Returns the import cycles of each folder, as `a: b, c`: the folders `b` and `c` of `a` import each other, possibly
 * through others. Files that are directly in a folder are one node, `.`.
 */
export function findImportCycles(imports: readonly Import[]): string[] {
  const folders = new Map<string, Graph>();
  for (const { from, to } of imports) addImport(folders, from.split('/'), to.split('/'));
  return [...folders].flatMap(([folder, graph]) => {
    const ring = removeLeaves(graph);
    return ring.length > 0 ? [`${folder || 'src'}: ${ring.join(', ')}`] : [];
  });
}

/** Adds an import to the graph of the deepest folder that contains both files. */
function addImport(folders: Map<string, Graph>, from: string[], to: string[]): void {
  let depth = 0;
  while (depth < from.length - 1 && depth < to.length - 1 && from[depth] === to[depth]) depth += 1;
  const nodeOf = (path: string[]): string => (depth === path.length - 1 ? '.' : path[depth]!);
  const [importing, imported] = [nodeOf(from), nodeOf(to)];
  if (importing === imported) return;
  const folder = from.slice(0, depth).join('/');
  const graph: Graph = folders.get(folder) ?? new Map();
  folders.set(folder, graph.set(importing, (graph.get(importing) ?? new Set()).add(imported)));
}

/** Removes nodes that import no remaining node, until only cycles and nodes that lead to them remain. */
function removeLeaves(graph: Graph): string[] {
  const left = new Map(graph);
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [node, imported] of left) if (![...imported].some((other) => left.has(other))) left.delete(node);
  }
  return [...left.keys()].sort();
}
