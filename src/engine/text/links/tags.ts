import type { Span } from './blocks.js';

/** Result of reading a possible tag at an offset. */
export interface Tag {
  /** Whether a complete tag was read. If not, only `end` is valid. */
  whole: boolean;
  /** Offset after the tag, or the last offset that was examined. */
  end: number;
  /** Attribute values with the address of a page or a file. */
  values: Span[];
  /** Ids that a URL may contain after `#`: the tag's `id`, and the `name` of an `a`. */
  ids: string[];
  /** Attribute values that name an OpenAPI specification of the organization. */
  specifications: Span[];
}

/** Members of the result for a tag without ids and specifications. */
const noIds = { ids: [], specifications: [] };

/** Attributes with the address of a page or a file, by HTML tag. */
const addressAttributesByTag: Record<string, readonly string[]> = {
  a: ['href'],
  img: ['src'],
  source: ['src', 'srcset'],
  video: ['src'],
  audio: ['src'],
};

/** Attributes with the address of a page or a file, by GitBook block. */
const addressAttributesByBlock: Record<string, readonly string[]> = {
  'content-ref': ['url'],
  file: ['src'],
  embed: ['url'],
  openapi: ['src'],
  swagger: ['src'],
  include: [''],
  'page-ref': ['page'],
};

const tagName = /<\/?([A-Za-z][A-Za-z0-9-]*)/y;
const attribute = /\s+([A-Za-z_:][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/dy;
const tagEnd = /\s*\/?>/y;
const commentOrAutolink =
  /<(?:!--[\s\S]*?-->|\?[\s\S]*?\?>|!\[CDATA\[[\s\S]*?\]\]>|![A-Za-z][^>]*>|([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>|[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+>)/y;

/** Reads a tag, comment or autolink at a `<`. */
export function htmlTagAt(text: string, at: number): Tag {
  commentOrAutolink.lastIndex = at;
  const found = commentOrAutolink.exec(text);
  if (found)
    return {
      whole: true,
      end: commentOrAutolink.lastIndex,
      values: found[1] ? [[at + 1, commentOrAutolink.lastIndex - 1]] : [],
      ...noIds,
    };
  tagName.lastIndex = at;
  const name = tagName.exec(text)?.[1]?.toLowerCase();
  if (name === undefined)
    return { whole: false, end: /[!?]/.test(text[at + 1] ?? '') ? text.length : at, values: [], ...noIds };
  const addressAttributes = Object.hasOwn(addressAttributesByTag, name) ? addressAttributesByTag[name]! : [];
  return attributesFrom(text, tagName.lastIndex, {
    addresses: addressAttributes,
    naming: name === 'a' ? ['id', 'name'] : ['id'],
  });
}

/** Names of the attributes to read. */
interface AttributeNames {
  addresses: readonly string[];
  naming: readonly string[];
}

function attributesFrom(text: string, from: number, { addresses: addressAttributes, naming }: AttributeNames): Tag {
  const values: Span[] = [];
  const ids: string[] = [];
  let at = from;
  for (;;) {
    attribute.lastIndex = at;
    const match = attribute.exec(text);
    if (!match) break;
    at = attribute.lastIndex;
    const value = match.indices![2] ?? match.indices![3] ?? match.indices![4];
    if (!value) continue;
    const attributeName = match[1]!.toLowerCase();
    if (addressAttributes.includes(attributeName)) values.push(value as Span);
    else if (naming.includes(attributeName)) ids.push(text.slice(...value));
  }
  tagEnd.lastIndex = at;
  const whole = tagEnd.test(text);
  return { whole, end: whole ? tagEnd.lastIndex : at, values, ids, specifications: [] };
}

const blockTag = /\{%[ \t]*([a-z-]+)[ \t]([^\n]*?)%\}/dy;
const blockAttribute = /(?:([A-Za-z][\w-]*)[ \t]*=[ \t]*|^[ \t]*)(?:"([^"]*)"|'([^']*)')/dg;

/** Reads a `{% … %}` block of GitBook at a `{`. Accepts only blocks that have an address. */
export function gitbookTagAt(text: string, at: number): Tag {
  blockTag.lastIndex = at;
  const match = blockTag.exec(text);
  const name = match?.[1] ?? '';
  const isPointed = /^openapi-(?:operation|webhook|schemas)$/.test(name);
  if (!match || !(isPointed || Object.hasOwn(addressAttributesByBlock, name)))
    return { whole: false, end: lineEnd(text, at), values: [], ...noIds };
  const addressAttributes = isPointed ? ['spec'] : addressAttributesByBlock[name]!;
  const offset = match.indices![2]![0];
  const values: Span[] = [];
  for (const found of match[2]!.matchAll(blockAttribute)) {
    const value = found.indices![2] ?? found.indices![3];
    if (value && addressAttributes.includes(found[1] ?? '')) values.push([offset + value[0], offset + value[1]]);
  }
  const found = isPointed ? { values: [], specifications: values } : { values, specifications: [] };
  return { whole: true, end: blockTag.lastIndex, ids: [], ...found };
}

function lineEnd(text: string, at: number): number {
  const end = text[at + 1] === '%' ? text.indexOf('\n', at) : at;
  return end === -1 ? text.length : end;
}
