import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument } from 'yaml';
import type { Json } from '../types.js';
import { UnreadableDocument } from './problem.js';

/**
 * How often aliases may be followed: a few hundred answers may share one anchor, while a bomb comes to billions with ten
 * lines. What they make together is bounded by `checkExtent`.
 */
const mostAliases = 10_000;

/**
 * Reads one YAML document of what JSON can say. Its names are text (`200:` is "200"); tags of other schemas are not known.
 * @throws UnreadableDocument with the line.
 */
export function readYaml(text: string): Json {
  const lines = new LineCounter();
  // The library compares each name with all before it: a thousand paths take seconds. `repeatedNames` looks at each once.
  const options = { lineCounter: lines, uniqueKeys: false, prettyErrors: false, stringKeys: true } as const;
  const document = parseDocument(text, { ...options, schema: 'core', logLevel: 'silent' });
  const told = (offset: number, what: string) => `line ${lines.linePos(offset).line}: ${what}`;
  const errors = document.errors.map(({ pos, message }) => told(pos[0], message.split('\n', 1)[0]!));
  if (errors.length > 0) throw new UnreadableDocument(errors);
  const repeated = repeatedNames(document).map(({ name, at }) =>
    told(at, `the name ${JSON.stringify(name)} stands here again`),
  );
  if (repeated.length > 0) throw new UnreadableDocument(repeated);
  return plain(document);
}

function plain(document: Document.Parsed): Json {
  try {
    return document.toJS({ maxAliasCount: mostAliases }) as Json;
  } catch (error) {
    throw new UnreadableDocument([`line 1: the aliases of this document come to nothing: ${(error as Error).message}`]);
  }
}

/** Names that a map has already, with their places. */
function repeatedNames({ contents }: Document.Parsed): { name: string; at: number }[] {
  const found: { name: string; at: number }[] = [];
  const open: (ParsedNode | null)[] = [contents];
  while (open.length > 0) {
    const node = open.pop();
    if (isSeq(node)) for (const item of node.items) open.push(item as ParsedNode);
    if (!isMap(node)) continue;
    const names = new Set<unknown>();
    for (const { key, value } of node.items) {
      if (isScalar(key) && names.has(key.value)) found.push({ name: String(key.value), at: key.range![0] });
      if (isScalar(key)) names.add(key.value);
      if (value !== null && !isAlias(value)) open.push(value as ParsedNode);
    }
  }
  return found.sort((one, other) => one.at - other.at);
}
