import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isScalar, type Pair, parseDocument, stringify } from 'yaml';
import { type FrontMatter, frontMatterFields, splitFrontMatter } from './front-matter.js';
import type { Json } from './types.js';

/**
 * Sets fields of a Markdown file's front matter; null or undefined removes a field. Everything that is not such a
 * field keeps its bytes: comments, order, quotes, line ends, and the body. Front matter appears with the first field and goes
 * with the last one. Equal values change nothing.
 * @throws ContentError where the present front matter cannot be read.
 */
export function setFields(text: string, fields: Record<string, Json | undefined>): string {
  const parts = splitFrontMatter(text);
  const present = frontMatterFields(parts, 'front matter');
  const changed = Object.entries(fields).filter(
    ([key, value]) => !isDeepStrictEqual(present[key] ?? null, value ?? null),
  );
  if (changed.length === 0) return text;
  const end = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const yaml = changed.reduce(
    (current, [key, value]) => setField(current, key, { value: value ?? null, end }),
    parts.yaml,
  );
  return join(parts, yaml, end);
}

interface NewValue {
  value: Json;
  /** Line end of the file. */
  end: string;
}

function join(parts: FrontMatter, yaml: string, end: string): string {
  const bare = parts.byteOrderMark + parts.body;
  if (yaml.trim() === '' && splitFrontMatter(bare).opening === '') return bare;
  const opening = parts.opening || `---${end}`;
  const closing = parts.closing || `---${end}`;
  return parts.byteOrderMark + opening + yaml + closing + parts.body;
}

function setField(yaml: string, key: string, change: NewValue): string {
  const document = parseDocument(yaml, { logLevel: 'silent' });
  const edited = splice(yaml, findPair(document, key), { key, ...change });
  const wanted = withField(document, key, change.value);
  return says(edited, wanted) ? edited : rendered(document, { key, ...change });
}

function findPair(document: Document, key: string): Pair | undefined {
  if (!isMap(document.contents)) return undefined;
  return document.contents.items.find((pair) => isScalar(pair.key) && pair.key.value === key) as Pair | undefined;
}

/** Replaces the field's own characters only; the result may be wrong for exotic YAML, so the caller reads it back. */
function splice(yaml: string, pair: Pair | undefined, change: NewValue & { key: string }): string {
  const entry = change.value === null ? '' : line(change);
  if (!pair) return closeLine(yaml, change.end) + (entry === '' ? '' : entry + change.end);
  const [start, end] = spanOf(yaml, pair);
  if (entry !== '') return yaml.slice(0, start) + entry + yaml.slice(end);
  const next = yaml.slice(end).replace(/^[^\n\r]*(?:\r\n|\n|\r)?/, '');
  return yaml.slice(0, start) + next;
}

function line({ key, value, end }: NewValue & { key: string }): string {
  // One line for text, so that a comment behind the old value stays a comment.
  const text = stringify({ [key]: value }, { lineWidth: 0, blockQuote: false }).trimEnd();
  return end === '\n' ? text : text.replaceAll('\n', end);
}

function closeLine(yaml: string, end: string): string {
  return yaml === '' || /[\r\n]$/.test(yaml) ? yaml : yaml + end;
}

function spanOf(yaml: string, pair: Pair): [number, number] {
  const key = pair.key as { range: [number, number, number] };
  const value = pair.value as { range?: [number, number, number] } | null;
  const end = Math.max(value?.range?.[1] ?? 0, yaml.indexOf(':', key.range[1]) + 1);
  const trailing = /\s*$/.exec(yaml.slice(key.range[0], end))![0].length;
  return [key.range[0], end - trailing];
}

function withField(document: Document, key: string, value: Json): Record<string, Json> {
  const fields = { ...((document.toJS({ maxAliasCount: 100 }) ?? {}) as Record<string, Json>) };
  if (value === null) delete fields[key];
  else fields[key] = value;
  return fields;
}

function says(yaml: string, wanted: Record<string, Json>): boolean {
  const document = parseDocument(yaml, { logLevel: 'silent' });
  if (document.errors.length > 0) return false;
  return isDeepStrictEqual(document.toJS({ maxAliasCount: 100 }) ?? {}, wanted);
}

function rendered(document: Document, { key, value, end }: NewValue & { key: string }): string {
  if (value === null) document.delete(key);
  else document.set(key, value);
  return document.toString({ lineWidth: 0 }).replaceAll('\n', end);
}
