import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isScalar, type Pair, parseDocument, stringify } from 'yaml';
import type { Json } from '../../base/types.js';
import { type FrontMatter, frontMatterFields, splitFrontMatter } from './front-matter.js';

/**
 * Sets fields of a Markdown file's front matter; null or undefined removes a field. All other bytes stay the same:
 * comments, order, quotes, line endings, and the body. Setting the first field adds front matter; removing the last one
 * removes it. Setting an equal value changes nothing.
 * @throws ContentError if the existing front matter cannot be read
 */
export function setFields(text: string, fields: Record<string, Json | undefined>): string {
  const parts = splitFrontMatter(text);
  const present = frontMatterFields(parts, 'front matter');
  const changed = Object.entries(fields).filter(
    ([key, value]) => !isDeepStrictEqual((Object.hasOwn(present, key) ? present[key] : null) ?? null, value ?? null),
  );
  if (changed.length === 0) return text;
  const end = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const yaml = setYamlFields(parts.yaml, new Map(changed.map(([key, value]) => [key, value ?? null])), end);
  return joinParts(parts, yaml, end);
}

function joinParts(parts: FrontMatter, yaml: string, end: string): string {
  const bare = parts.byteOrderMark + parts.body;
  if (yaml.trim() === '' && splitFrontMatter(bare).opening === '') return bare;
  const opening = parts.opening || `---${end}`;
  const closing = parts.closing || `---${end}`;
  return parts.byteOrderMark + opening + yaml + closing + parts.body;
}

/**
 * Sets fields of a YAML map; null removes a field. Everything outside of these fields keeps its bytes if possible, and
 * its meaning in any case. The map is parsed twice, regardless of the number of fields.
 * @param end line ending of the file
 */
export function setYamlFields(yaml: string, fields: ReadonlyMap<string, Json>, end: string): string {
  if (fields.size === 0) return yaml;
  const document = parseDocument(yaml, { logLevel: 'silent' });
  const edited = splice(yaml, document, { fields, end });
  return yamlEquals(edited, withFields(document, fields)) ? edited : renderYaml(document, { fields, end });
}

interface NewFields {
  fields: ReadonlyMap<string, Json>;
  /** Line ending of the file. */
  end: string;
}

function pairsByKey(document: Document): Map<unknown, Pair> {
  const pairs = isMap(document.contents) ? document.contents.items : [];
  return new Map(pairs.flatMap((pair) => (isScalar(pair.key) ? [[pair.key.value, pair as Pair]] : [])));
}

/**
 * Replaces only the source of the fields. The result may be wrong for unusual YAML, so the caller must parse it again.
 */
function splice(yaml: string, document: Document, { fields, end }: NewFields): string {
  const pairs = pairsByKey(document);
  const edits: { start: number; end: number; entry: string }[] = [];
  let added = '';
  for (const [key, value] of fields) {
    const entry = value === null ? '' : yamlLine(key, value, end);
    const pair = pairs.get(key);
    if (pair) edits.push({ ...spanOf(yaml, pair, entry === ''), entry });
    else if (entry !== '') added += entry + end;
  }
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.sort((left, right) => left.start - right.start)) {
    parts.push(yaml.slice(at, edit.start), edit.entry);
    at = edit.end;
  }
  const edited = parts.join('') + yaml.slice(at);
  return added === '' ? edited : closeLine(edited, end) + added;
}

function yamlLine(key: string, value: Json, end: string): string {
  // The new value is on one line, so that a comment after the old value stays a comment.
  const text = stringify({ [key]: value }, { lineWidth: 0, blockQuote: false }).trimEnd();
  return end === '\n' ? text : text.replaceAll('\n', end);
}

function closeLine(yaml: string, end: string): string {
  return yaml === '' || /[\r\n]$/.test(yaml) ? yaml : yaml + end;
}

/** Returns the range of a field. If the field is removed, the range includes the rest of its last line. */
function spanOf(yaml: string, pair: Pair, isRemoved: boolean): { start: number; end: number } {
  const key = pair.key as { range: [number, number, number] };
  const value = pair.value as { range?: [number, number, number] } | null;
  const [start] = key.range;
  const written = yaml.slice(start, Math.max(value?.range?.[1] ?? 0, yaml.indexOf(':', key.range[1]) + 1));
  const end = start + written.trimEnd().length;
  return { start, end: isRemoved ? nextLineStart(yaml, end) : end };
}

function nextLineStart(text: string, index: number): number {
  const rest = /[^\n\r]*(?:\r\n|\n|\r)?/y;
  rest.lastIndex = index;
  rest.test(text);
  return rest.lastIndex;
}

function withFields(document: Document, changes: ReadonlyMap<string, Json>): Record<string, Json> {
  const fields = { ...((document.toJS({ maxAliasCount: 100 }) ?? {}) as Record<string, Json>) };
  const changed = Object.entries({ ...fields, ...Object.fromEntries(changes) });
  return Object.fromEntries(changed.filter(([key, value]) => value !== null || !changes.has(key)));
}

function yamlEquals(yaml: string, expected: Record<string, Json>): boolean {
  const document = parseDocument(yaml, { logLevel: 'silent' });
  if (document.errors.length > 0) return false;
  return isDeepStrictEqual(document.toJS({ maxAliasCount: 100 }) ?? {}, expected);
}

function renderYaml(document: Document, { fields, end }: NewFields): string {
  for (const [key, value] of fields) {
    if (value === null) document.delete(key);
    else document.set(key, value);
  }
  return document.toString({ lineWidth: 0 }).replaceAll('\n', end);
}
