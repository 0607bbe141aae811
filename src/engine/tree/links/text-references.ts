import { readAddress } from '../../text/links/address.js';
import { anchorKey, keysOfHeading } from '../../text/links/anchor-key.js';
import type { Span } from '../../text/links/blocks.js';
import { referenceAddress } from '../../text/links/reference-address.js';
import { scanMarkdown } from '../../text/links/scan.js';
import { readableFields, splitFrontMatter } from '../../text/markdown/front-matter.js';
import { headingsOf } from '../../text/markdown/headings.js';
import { coverSpans } from './links.js';

/** Relation of a page to a target: the page links to it or depends on it (`ContentReferenceRelation`). */
export type Relation = 'reference' | 'dependsOn';

/** A destination in a text. */
interface TextReference {
  /** The destination without escapes and entities, at most 2,048 code units, without NUL and lone surrogates. */
  address: string;
  relation: Relation;
  /** Id of the heading above the destination; '' before the first heading. */
  section: string;
}

/** References of a page's text, and the anchors in it. */
export interface TextReferences {
  /** Destinations in text order, except those that are empty or contain their own data (`data:`). */
  references: TextReference[];
  /** Keys of the anchors in the text, without duplicates: ids and titles of headings, and ids of tags. */
  anchors: string[];
  /** Whether the front matter contains a cover, which is one of the references. */
  hasCover: boolean;
}

/**
 * Maximum number of references of a page; further ones are ignored. It limits the number of rows that one write of a
 * malicious page creates.
 */
const maxReferences = 4_000;

/** Maximum number of tags with an id; further ones are ignored. */
const maxIds = 5_000;

/** Maximum length of an address, in code units. Longer addresses are truncated, because they have no target. */
const maxAddress = 2_048;

/** Finds the references of a text, including front matter, in linear time. */
export function findReferences(text: string): TextReferences {
  const parts = splitFrontMatter(text);
  const yamlStart = parts.bodyStart - parts.closing.length - parts.yaml.length;
  const covers = parts.yaml.includes('cover') ? coverSpans(parts.yaml, readableFields(parts)) : [];
  const inFront = covers.map(([start, end]): Span => [yamlStart + start, yamlStart + end]);
  const scan = scanMarkdown(text, parts.bodyStart);
  const named = new Set(scan.specifications);
  const inBody = [...scan.destinations, ...scan.specifications].sort((left, right) => left[0] - right[0]);
  const headings = headingsOf(text, parts.bodyStart);
  const references: TextReference[] = [];
  let heading = 0;
  for (const span of [...inFront, ...inBody]) {
    const [start, end] = span;
    const isSpecification = named.has(span);
    const written = readable(text.slice(start, end));
    const address = isSpecification ? (referenceAddress({ kind: 'openapi', spec: written }) ?? '') : written;
    if (address === '' || /^data:/i.test(address)) continue;
    if (references.length === maxReferences) break;
    while (heading < headings.length && headings[heading]!.start <= start) heading += 1;
    const section = heading === 0 ? '' : headings[heading - 1]!.anchor;
    references.push({ address, relation: isSpecification ? 'dependsOn' : relationAt(text, start), section });
  }
  const ofHeadings = headings.flatMap(({ title, anchor }) => keysOfHeading(title, anchor));
  const ofTags = scan.ids.filter((id) => /^[^\s\0]{1,999}$/.test(id) && id.isWellFormed());
  return {
    references,
    anchors: [...new Set(ofHeadings.concat(ofTags.slice(0, maxIds).map(anchorKey)))],
    hasCover: covers.length > 0,
  };
}

function readable(raw: string): string {
  const address = readAddress(raw.slice(0, 2 * maxAddress)).trim();
  return address.slice(0, maxAddress).toWellFormed().replaceAll('\0', '\ufffd');
}

/** Returns the relation of a destination. `{% include "…" %}` makes its target a part of the page. */
function relationAt(text: string, start: number): Relation {
  return /\{%[ \t]{0,8}include[ \t]{1,8}["']$/.test(text.slice(Math.max(0, start - 30), start))
    ? 'dependsOn'
    : 'reference';
}
