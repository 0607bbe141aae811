import { hashOf } from '../blob.js';
import { canonicalJson } from '../canonical-json.js';
import { membersOf } from '../members.js';
import type { Json } from '../types.js';
import { checkShape } from './check-shape.js';
import { checkExtent } from './extent.js';
import { UnreadableDocument } from './problem.js';
import { readJson } from './read-json.js';
import { readYaml } from './read-yaml.js';

/** Most bytes of a document. */
export const maxDocumentBytes = 33_554_432;

/** How a document is written. */
export type DocumentFormat = 'json' | 'yaml';

/** A document that was read. */
export interface ReadDocument {
  format: DocumentFormat;
  /** The version of OpenAPI or Swagger that it says it follows. */
  openapi: string;
  title: string;
  /** Equal for equal content, however it is written. */
  digest: string;
  content: Json;
}

/**
 * Reads the description of an interface: OpenAPI 3.0 or 3.1, or Swagger 2.0, in JSON or YAML. What it refers to elsewhere is
 * not fetched.
 * @throws UnreadableDocument telling the line or the JSON pointer of each fault.
 */
export function readDocument(bytes: Uint8Array): ReadDocument {
  const { format, content } = contentOf(bytes);
  const openapi = checkShape(content);
  const title = String(membersOf(membersOf(content).info).title)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed();
  return { format, openapi, title, digest: hashOf(canonicalJson(content)), content };
}

/** What the bytes of a document say, whether that describes an interface or not. @throws UnreadableDocument */
export function contentOf(bytes: Uint8Array): { format: DocumentFormat; content: Json } {
  if (bytes.length > maxDocumentBytes)
    throw new UnreadableDocument([`the document must have at most ${maxDocumentBytes} bytes, got ${bytes.length}`]);
  const text = textIn(bytes);
  const format = /^\s*[{[]/.test(text) ? 'json' : 'yaml';
  const content = format === 'json' ? readJson(text) : inPlainJson(readYaml(text));
  if (format === 'json') checkExtent(content);
  return { format, content };
}

/** YAML has more than JSON: shared objects, infinite numbers. */
function inPlainJson(value: Json): Json {
  checkExtent(value);
  return JSON.parse(JSON.stringify(value ?? null)) as Json;
}

function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableDocument(['line 1: the document must be UTF-8 text']);
  }
}
