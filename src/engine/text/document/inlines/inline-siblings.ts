import type { PhrasingContent } from 'mdast';
import { type ReadState, withoutLineEndings } from '../nodes/read-state.js';
import { type HtmlTag, pairedTags, readTag } from '../syntax/html-tags.js';
import { displayOfTag } from './elements-in-text.js';
import { elements, type Meaning, voidElements } from './read-elements.js';

/** Sibling nodes with their tags. `pairs` maps the index of an opening tag to that of its closing tag. */
export interface Siblings {
  children: readonly PhrasingContent[];
  tags: readonly (HtmlTag | null)[];
  pairs: ReadonlyMap<number, number>;
}

/** Returns the meaning of the element whose opening tag has this index; undefined if there is none. */
export function elementMeaning(
  readState: ReadState,
  { children, tags, pairs }: Siblings,
  index: number,
): Meaning | undefined {
  const tag = tags[index];
  if (tag?.kind !== 'open') return undefined;
  const { name, attributes } = tag;
  const end = pairs.get(index) ?? index;
  const known = end === index ? voidElements : elements;
  const read = Object.hasOwn(known, name) ? known[name]! : () => undefined;
  const meaning = read({
    readState,
    attributes,
    text: () => textWithin(children, index + 1, end),
    source: () => sourceWithin(readState, children, { index, end }),
    tags: () => {
      const within = end - index <= 3 ? tags.slice(index + 1, end) : [null];
      return within.every((tag) => tag !== null) ? within : undefined;
    },
  });
  return meaning ?? (readState.forReaders ? displayOfTag(tag, end !== index) : undefined);
}

/** Returns siblings with their tags paired. */
export function taggedSiblings(children: readonly PhrasingContent[]): Siblings {
  const tags = children.map((node) => (node.type === 'html' ? readTag(node.value) : null));
  return { children, tags, pairs: tags.some(Boolean) ? pairedTags(tags) : new Map() };
}

/**
 * Returns the text between two siblings; undefined if there is more than text. Stops at the first tag, so that nested
 * elements do not multiply the cost.
 */
function textWithin(children: readonly PhrasingContent[], from: number, to: number): string | undefined {
  let text = '';
  for (let index = from; index < to; index++) {
    const node = children[index]!;
    if (node.type !== 'text' && node.type !== 'emoji') return undefined;
    text += withoutLineEndings(node.value);
  }
  return text;
}

function sourceWithin(
  readState: ReadState,
  children: readonly PhrasingContent[],
  { index, end }: { index: number; end: number },
): string | undefined {
  for (let at = index + 1; at < end; at++) if (children[at]!.type === 'html') return undefined;
  const from = children[index]!.position?.end.offset;
  const source = readState.source.slice(from, children[end]!.position?.start.offset);
  return from === undefined || /[\r\n]/.test(source) ? undefined : source;
}
