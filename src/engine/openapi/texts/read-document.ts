import { hashOf } from '../../base/blob.js';
import { canonicalJson } from '../../base/canonical-json.js';
import { membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { checkSize } from '../check-size.js';
import { type Problem, UnreadableDocument } from '../problem.js';
import { checkStructure } from './check-shape.js';
import { readJson } from './read-json.js';
import { restoreStrings } from './read-texts.js';
import { readYaml } from './read-yaml.js';

/** Maximum size of a document, in bytes. */
export const maxDocumentBytes = 33_554_432;

/** Syntax of a document. */
type DocumentFormat = 'json' | 'yaml';

/** A document after reading. */
export interface ReadDocument {
  format: DocumentFormat;
  /** Version of OpenAPI or Swagger that the document declares. */
  openapi: string;
  title: string;
  /** Digest of the content. Equal content has the same digest, regardless of its syntax. */
  digest: string;
  /** Notices of values that were changed while they were read, with their JSON pointers. */
  notices: readonly Problem[];
  content: Json;
}

/**
 * Reads the description of an API: OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0, in JSON or YAML. References to other
 * documents are not fetched.
 * @throws UnreadableDocument with the line or the JSON pointer of each fault
 */
export function readDocument(bytes: Uint8Array): ReadDocument {
  const { format, content, notices } = readDocumentContent(bytes);
  const openapi = checkStructure(content);
  const title = String(membersOrEmpty(membersOrEmpty(content).info).title)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed();
  return { format, openapi, title, digest: hashOf(canonicalJson(content)), notices, content };
}

/** Content of a document, with strings as they are written. The document need not describe an API. */
export interface DocumentContent extends Pick<ReadDocument, 'format' | 'notices' | 'content'> {}

/**
 * Reads the content of a document.
 * @throws UnreadableDocument
 */
export function readDocumentContent(bytes: Uint8Array): DocumentContent {
  if (bytes.length > maxDocumentBytes)
    throw new UnreadableDocument([`the document must have at most ${maxDocumentBytes} bytes (got ${bytes.length})`]);
  const text = decodeDocument(bytes);
  if (!/^\s*[{[]/.test(text)) {
    const yaml = readYaml(text);
    const content = inPlainJson(yaml.content);
    return { format: 'yaml', content, notices: restoreStrings(content, yaml.document) };
  }
  const content = readJson(text);
  checkSize(content);
  return { format: 'json', content, notices: restoreStrings(content, text) };
}

/** Converts values that JSON does not support: shared objects and infinite numbers. */
function inPlainJson(value: Json): Json {
  checkSize(value);
  return JSON.parse(JSON.stringify(value ?? null)) as Json;
}

function decodeDocument(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableDocument(['line 1: the document must be UTF-8 text']);
  }
}
