import { readAddress } from '../../text/links/address.js';
import { anchorKey, keysOfHeading } from '../../text/links/anchor-key.js';
import type { Span } from '../../text/links/blocks.js';
import { referenceAddress } from '../../text/links/reference-address.js';
import { scanMarkdown } from '../../text/links/scan.js';
import { readableFields, splitFrontMatter } from '../../text/markdown/front-matter.js';
import { headingsOf } from '../../text/markdown/headings.js';
import { coverSpans } from './links.js';

/** Whether something is pointed at, or the page is made with it (`ContentReferenceRelation`). */
export type Relation = 'reference' | 'dependsOn';

/** A destination of a text. */
interface TextReference {
  /** As its writer means it, without escapes and entities; at most 2,048 code units, without NUL and lone surrogates. */
  address: string;
  relation: Relation;
  /** Id of the heading that it stands below; '' before the first. */
  section: string;
}

/** What a page's text points at, and what of it can be pointed at. */
export interface TextReferences {
  /** In the order of the text; destinations without an address and those that hold their own content (`data:`) left out. */
  references: TextReference[];
  /** Keys of what addresses may name behind `#`, each once: headings by their ids and titles, tags by their ids. */
  anchors: string[];
  /** Whether the front matter names a cover: it is among the references then. */
  hasCover: boolean;
}

/** References of a page beyond these are not found: a bound for hostile pages, whose rows one write inserts. */
const maxReferences = 4_000;

/** Tags that addresses can name by their ids; later ones are not found. */
const maxIds = 5_000;

/** An address is cut here: no longer one names anything. */
const maxAddress = 2_048;

/** Finds the references of a text, front matter included, in time linear to it. */
export function findReferences(text: string): TextReferences {
  const parts = splitFrontMatter(text);
  const yamlStart = parts.bodyStart - parts.closing.length - parts.yaml.length;
  const covers = parts.yaml.includes('cover') ? coverSpans(parts.yaml, readableFields(parts)) : [];
  const inFront = covers.map(([start, end]): Span => [yamlStart + start, yamlStart + end]);
  const scan = scanMarkdown(text, parts.bodyStart);
  const named = new Set(scan.specifications);
  const inBody = [...scan.destinations, ...scan.specifications].sort((one, other) => one[0] - other[0]);
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

/** `{% include "…" %}` makes what it names a part of the page. */
function relationAt(text: string, start: number): Relation {
  return /\{%[ \t]{0,8}include[ \t]{1,8}["']$/.test(text.slice(Math.max(0, start - 30), start))
    ? 'dependsOn'
    : 'reference';
}
