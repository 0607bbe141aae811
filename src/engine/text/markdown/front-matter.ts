import { isMap, LineCounter, parseDocument } from 'yaml';
import { ContentError, type Json } from '../../base/types.js';

/** Parts of a Markdown file's text. `byteOrderMark + opening + yaml + closing + body` is the whole text. */
export interface FrontMatter {
  /** U+FEFF if the file starts with it, otherwise empty. */
  byteOrderMark: string;
  /** First `---` line with its line end; empty if the file has no front matter. */
  opening: string;
  /** YAML between the two lines, including line ends. */
  yaml: string;
  /** Closing `---` line with its line end. */
  closing: string;
  /** Text after the front matter; the API calls it `markdown`. */
  body: string;
  /** Offset of `body` in the whole text, in UTF-16 code units. */
  bodyStart: number;
}

const opening = /^---[ \t]*(?:\r\n|\n|\r)/;
const closing = /^---[ \t]*(?:\r\n|\n|\r|$(?![\s\S]))/m;

/**
 * Splits the text of a Markdown file. Front matter begins with a `---` line at the very start (after a byte-order mark)
 * and ends with the next `---` line. The text between them must be empty or begin like a YAML map; otherwise the two
 * lines are horizontal rules in the body. Does not parse the YAML; see `frontMatterFields`.
 */
export function splitFrontMatter(text: string): FrontMatter {
  const byteOrderMark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const rest = text.slice(byteOrderMark.length);
  const first = opening.exec(rest)?.[0];
  const last = first === undefined ? null : closing.exec(rest.slice(first.length));
  if (first === undefined || last === null || !isMapping(rest.slice(first.length, first.length + last.index))) {
    return { byteOrderMark, opening: '', yaml: '', closing: '', body: rest, bodyStart: byteOrderMark.length };
  }
  const bodyAt = first.length + last.index + last[0].length;
  return {
    byteOrderMark,
    opening: first,
    yaml: rest.slice(first.length, first.length + last.index),
    closing: last[0],
    body: rest.slice(bodyAt),
    bodyStart: byteOrderMark.length + bodyAt,
  };
}

/**
 * Reports whether YAML is empty or begins like a map, with `key: value` or braces. Text between two horizontal rules
 * usually does not.
 */
function isMapping(yaml: string): boolean {
  const line = /^[ \t]*([^\s#].*)$/m.exec(yaml)?.[1];
  if (line === undefined || line.startsWith('{')) return true;
  return !/^-(?:\s|$)/.test(line) && /:(?:\s|$)/.test(line);
}

/**
 * Parses front matter as a map of JSON values; empty YAML is an empty map. Aliases are limited to 100 (billion laughs).
 * @throws ContentError naming `file` and the line if the YAML cannot be parsed or is not a map
 */
export function frontMatterFields(parts: FrontMatter, file: string): Record<string, Json> {
  if (parts.yaml.trim() === '') return {};
  const lines = new LineCounter();
  const document = parseDocument(parts.yaml, { lineCounter: lines, logLevel: 'silent' });
  const error = document.errors[0];
  if (error) throw unreadable(file, 1 + lines.linePos(error.pos[0]).line, firstLine(error.message));
  if (document.contents === null) return {};
  if (!isMap(document.contents)) throw unreadable(file, 2, 'it must be a map of fields, such as `title: …`');
  return toJson(() => document.toJS({ maxAliasCount: 100 }), file);
}

/**
 * Parses front matter as `frontMatterFields` does, but returns an empty map if the YAML is invalid. Use it to read
 * stored pages.
 */
export function readableFields(parts: FrontMatter): Record<string, Json> {
  try {
    return frontMatterFields(parts, 'front matter');
  } catch (error) {
    if (error instanceof ContentError) return {};
    throw error;
  }
}

/** Replaces the body after the front matter. All bytes before the body stay the same. */
export function replaceBody(text: string, body: string): string {
  const { byteOrderMark, opening, yaml, closing } = splitFrontMatter(text);
  // If the front matter ends with a lone carriage return and the body starts with a line feed, the two would form one
  // line ending.
  const isEnded = closing.endsWith('\n') || (closing.endsWith('\r') && !body.startsWith('\n'));
  const closed = closing === '' || isEnded ? closing : `${closing}\n`;
  const front = byteOrderMark + opening + yaml;
  const replaced = front + (body === '' ? closing : closed) + body;
  // A new body that starts like front matter must not be read as such, so empty front matter is added before it.
  return splitFrontMatter(replaced).body === body ? replaced : `${byteOrderMark}---\n---\n${body}`;
}

function toJson(read: () => unknown, file: string): Record<string, Json> {
  try {
    return JSON.parse(JSON.stringify(read())) as Record<string, Json>;
  } catch (error) {
    throw unreadable(file, 2, error instanceof Error ? firstLine(error.message) : 'it does not resolve');
  }
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]!.replace(/ at line \d+, column \d+:?$/, '');
}

function unreadable(file: string, line: number, reason: string): ContentError {
  return new ContentError(`"${file}" line ${line}: the front matter cannot be read: ${reason}`, file);
}
