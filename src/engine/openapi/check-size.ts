import type { Json } from '../base/types.js';
import { pointerOf, UnreadableDocument } from './problem.js';

/** Maximum number of nested levels. The deepest known document has 30 levels. */
const maxLevels = 100;

/**
 * Maximum number of values: ten times as many as in the largest known document. A value counts again for each alias
 * that refers to it.
 */
export const maxDocumentValues = 3_000_000;

interface Visited {
  value: Json;
  name: string | number;
  above: Visited | null;
  depth: number;
}

/**
 * Rejects a document that is nested too deep or has too many values.
 * @throws UnreadableDocument with the pointer
 */
export function checkSize(document: Json): void {
  const open: Visited[] = [{ value: document, name: '', above: null, depth: 0 }];
  let values = 0;
  while (open.length > 0) {
    const above = open.pop()!;
    const { value, depth } = above;
    values += 1;
    if (values > maxDocumentValues)
      throw new UnreadableDocument([`the document has more than ${maxDocumentValues} values`]);
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= maxLevels)
      throw new UnreadableDocument([`${pointerTo(above)}: this is deeper than ${maxLevels} levels`]);
    for (const [name, inner] of Object.entries(value)) open.push({ value: inner, name, above, depth: depth + 1 });
  }
}

function pointerTo(visited: Visited): string {
  const path: (string | number)[] = [];
  for (let at: Visited = visited; at.above; at = at.above) path.unshift(at.name);
  return pointerOf(path);
}
