import type { Html } from 'mdast';
import { decodeReferences } from './tag-text.js';

/** An HTML tag, parsed from its source. */
export interface HtmlTag {
  kind: 'open' | 'close';
  /** Tag name in lower case. */
  name: string;
  attributes: { readonly [name: string]: string };
}

const name = /^<(\/?)([a-z][a-z0-9-]*)/i;
const attribute = /\s+([a-z_:][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/giy;

/** Parses a tag; returns null for other HTML, such as a comment, and for a tag with a duplicate attribute. */
export function readTag(html: string): HtmlTag | null {
  const [start = '', slash, tag] = name.exec(html) ?? [];
  if (!tag) return null;
  const attributes: Record<string, string> = {};
  attribute.lastIndex = start.length;
  for (let match = attribute.exec(html); match; match = attribute.exec(html)) {
    const [, key = '', ...values] = match;
    if (Object.hasOwn(attributes, key.toLowerCase())) return null;
    attributes[key.toLowerCase()] = decodeReferences(values.find((value) => value !== undefined) ?? '');
  }
  return { kind: slash ? 'close' : 'open', name: tag.toLowerCase(), attributes };
}

/** Writes an opening tag that Markdown never splits, even in a table cell. */
export function writeTag(tag: string, attributes: { [name: string]: string | undefined } = {}): Html {
  const written = Object.entries(attributes)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([key, value]) => ` ${key}="${value.replace(/[&<>"|`\\\t\n]/g, toReference)}"`);
  return { type: 'html', value: `<${tag}${written.join('')}>` };
}

/** Writes a closing tag. */
export function writeEndTag(tag: string): Html {
  return { type: 'html', value: `</${tag}>` };
}

/**
 * Returns a map from the index of an opening tag to that of its closing tag, among siblings. Omits tags without a
 * counterpart, and tags that overlap another pair. The time is proportional to the number of tags.
 */
export function pairedTags(tags: readonly (HtmlTag | null)[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  const counts = new Map<string, number>();
  const count = (tag: string, change: number): void => void counts.set(tag, (counts.get(tag) ?? 0) + change);
  for (const [index, tag] of tags.entries()) {
    if (tag?.kind === 'open') {
      open.push(index);
      count(tag.name, 1);
    } else if (tag && (counts.get(tag.name) ?? 0) > 0) {
      for (let start = open.pop()!; ; start = open.pop()!) {
        const { name } = tags[start]!;
        count(name, -1);
        if (name !== tag.name) continue;
        pairs.set(start, index);
        break;
      }
    }
  }
  return pairs;
}

function toReference(character: string): string {
  return `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`;
}
