import { decodeString } from 'micromark-util-decode-string';

/** Attributes of a tag by name. The value without a name in `{% include "…" %}` has the name ''. */
export type Attributes = ReadonlyMap<string, string>;

/** A parsed tag line such as `{% hint style="info" %}` or `<details>`. */
export interface TagText {
  /** Tag name: `hint` for `{% hint … %}` and for `{% endhint %}`; `details` and `summary` for HTML tags. */
  name: string;
  closing: boolean;
  attributes: Attributes;
  /** HTML between `<summary>` and `</summary>`. */
  inner?: string;
}

/** Names of tags that are blocks in a document, or begin one; each may have an `end…` tag. */
const documentTags = [
  'hint',
  'tabs',
  'tab',
  'stepper',
  'step',
  'code',
  'embed',
  'file',
  'content-ref',
  'include',
  'openapi',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
  'swagger',
] as const;

/**
 * Names of tags that are blocks only in trees for readers. In documents they are text, as are other tags, such as
 * Liquid's.
 */
const readerTags = [
  'columns',
  'column',
  'updates',
  'update',
  'page-ref',
  'code-tabs',
  'code-tabs-item',
  'prompt',
  'swagger-description',
  'swagger-parameter',
  'swagger-response',
  'api-method',
  'api-method-[a-z-]+',
] as const;

const names = [...documentTags, ...readerTags].join('|');

const knownName = new RegExp(`^(?:${names})$`);

const tagOpening = new RegExp(`^\\{%[ \\t]*(end)?(${names})(?=[ \\t%])`);

const attribute = /[ \t]+(?:([a-z][\w-]*)[ \t]*=[ \t]*)?(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))/iy;

/** Pattern for the beginning of a possible tag after `{`. Text that begins with it is escaped. */
export const tagStart = `%[ \\t]*(?:end)?(?:${names})[ \\t%]`;

/** Reports whether a tag is part of GitBook's syntax; `if` and `else` are conditions of expressions. */
export function isKnownTag(name: string): boolean {
  return /^(?:if|else)$/.test(name) || knownName.test(name);
}

/** Reports whether a text is a tag that is text in a document, but begins or ends a block in a tree for readers. */
export function isReaderTag(text: string): boolean {
  const { name } = (text.startsWith('{') && !/[\r\n]/.test(text) && readTag(text)) || {};
  return name !== undefined && !documentTags.some((tag) => tag === name);
}

/** Parses a line without its indentation. Returns undefined if it is not exactly one tag. */
export function readTag(line: string): TagText | undefined {
  return line.startsWith('{') ? readLiquidTag(line) : readHtmlTag(line);
}

/** Writes a tag as a line of Markdown; omits attributes whose value is undefined or false. */
export function writeTag(name: string, attributes: { [name: string]: string | number | boolean | undefined }): string {
  const entries = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== false);
  const words = entries.map(([key, value]) => `${key && `${key}=`}${quoted(String(value))}`);
  return `{% ${[name, ...words].join(' ')} %}`;
}

/** Decodes character references. Backslashes are not escapes in a tag or HTML. */
export function decodeReferences(text: string): string {
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{0,31});/gi, (reference) => decodeString(reference));
}

/** Encodes the characters that match `pattern` as character references. */
function encodeReferences(text: string, pattern: RegExp): string {
  return text.replace(pattern, (character) => `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`);
}

function readLiquidTag(line: string): TagText | undefined {
  const text = line.trimEnd();
  const [opening, end, name = ''] = tagOpening.exec(text) ?? [];
  if (opening === undefined || !text.endsWith('%}') || text.length < opening.length + 2) return undefined;
  const rest = text.slice(opening.length, -2).trimEnd();
  if (end && rest) return undefined;
  const attributes = new Map<string, string>();
  attribute.lastIndex = 0;
  let at = 0;
  for (let match = attribute.exec(rest); match; match = attribute.exec(rest)) {
    at = attribute.lastIndex;
    const [, name = '', ...values] = match;
    const value = values.find((one) => one !== undefined) ?? '';
    const isFlag = name === '' && match[4] !== undefined;
    const key = isFlag ? value : name;
    if (!attributes.has(key)) attributes.set(key, isFlag ? 'true' : decodeReferences(value));
  }
  return at === rest.length ? { name, closing: end !== undefined, attributes } : undefined;
}

function readHtmlTag(line: string): TagText | undefined {
  const [, closing, open, summary] =
    /^<(?:(\/?)details(\s[^<>]*)?|summary(?:\s[^<>]*)?>(.*?)<\/summary)>[ \t]*$/s.exec(line) ?? [];
  if (summary !== undefined) return { name: 'summary', closing: false, attributes: new Map(), inner: summary };
  if (closing === undefined) return undefined;
  const attributes = new Map(/\sopen\b/i.test(open ?? '') ? [['open', 'true'] as const] : []);
  return { name: 'details', closing: closing !== '', attributes };
}

/**
 * Quotes a value with double quotes. Double quotes, newlines and the `&` of possible character references become
 * references.
 */
function quoted(value: string): string {
  return `"${encodeReferences(value, /["\n]|&(?=#?[a-z\d]+;)/gi)}"`;
}
