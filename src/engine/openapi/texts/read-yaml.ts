import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument } from 'yaml';
import type { Json } from '../../base/types.js';
import { UnreadableDocument } from '../problem.js';
import { isMergeKey, mergeReader } from './yaml-merge.js';
import { extendCoreTags } from './yaml-tags.js';

/**
 * Maximum number of aliases to follow. A few hundred responses may share one anchor, while an alias bomb of ten lines
 * has billions of aliases. `checkSize` limits the total size of their values.
 */
const maxAliases = 10_000;

/** A YAML document after reading. */
export interface ReadYaml {
  content: Json;
  /** Syntax tree, used to find the source text of a value. */
  document: Document.Parsed;
}

/**
 * Reads one YAML document that can be represented as JSON. Names are strings (`200:` is "200"), and `<<` merges maps.
 * Values with tags outside of the core schema stay text.
 * @throws UnreadableDocument with the line
 */
export function readYaml(text: string): ReadYaml {
  const lines = new LineCounter();
  // The library's check for unique names is off. It compares each name with all previous ones, which takes seconds for
  // a thousand paths. `checkNames` takes linear time.
  const options = { lineCounter: lines, uniqueKeys: false, prettyErrors: false, stringKeys: true } as const;
  const document = parseDocument(text, { ...options, schema: 'core', customTags: extendCoreTags, logLevel: 'silent' });
  const located = (offset: number, message: string) => `line ${lines.linePos(offset).line}: ${message}`;
  const errors = document.errors.map(({ pos, message }) => located(pos[0], message.split('\n', 1)[0]!));
  if (errors.length > 0) throw new UnreadableDocument(errors);
  const repeated = checkNames(document).map(({ name, at }) =>
    located(at, `the name ${JSON.stringify(name)} is repeated here`),
  );
  if (repeated.length > 0) throw new UnreadableDocument(repeated);
  return { content: convert(document), document };
}

function convert(document: Document.Parsed): Json {
  try {
    return document.toJS({ maxAliasCount: maxAliases }) as Json;
  } catch (error) {
    const { message } = error as Error;
    throw new UnreadableDocument([`line 1: the aliases of this document cannot be followed: ${message}`]);
  }
}

/** Prepares merge keys, and finds names that are repeated in a map, with their offsets. `<<` may be repeated. */
function checkNames({ contents }: Document.Parsed): { name: string; at: number }[] {
  const found: { name: string; at: number }[] = [];
  const prepareMerge = mergeReader();
  const open: (ParsedNode | null)[] = [contents];
  while (open.length > 0) {
    const node = open.pop();
    if (isSeq(node)) for (const item of node.items) open.push(item as ParsedNode);
    if (!isMap(node)) continue;
    const names = new Set<unknown>();
    for (const { key, value } of node.items) {
      if (isScalar(key) && isMergeKey(key)) prepareMerge(key);
      else if (isScalar(key) && names.has(key.value)) found.push({ name: String(key.value), at: key.range![0] });
      else if (isScalar(key)) names.add(key.value);
      if (value !== null && !isAlias(value)) open.push(value as ParsedNode);
    }
  }
  return found.sort((left, right) => left.at - right.at);
}
