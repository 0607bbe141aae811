import type { Nodes, PhrasingContent, Text } from 'mdast';
import { decodeString } from 'micromark-util-decode-string';
import { type HtmlTag, pairedTags, readTag } from '../text/document/syntax/html-tags.js';
import type { Body } from './body.js';
import { imageUnits } from './image-units.js';
import { type InlinePiece, oneLine, piecesHaveWords, type VerbatimPiece, type Wrapper } from './pieces.js';
import { hasTag } from './tagged-parts.js';
import { addText, addWritten, mayHaveExpressions, openExpression } from './written-text.js';

/** Maximum nesting depth of elements. The content of a deeper element is copied unchanged. */
const maxNesting = 20;

/**
 * Converts the inline content of a paragraph, heading or cell to pieces. Markup without words becomes one verbatim
 * piece.
 */
export function readPieces(body: Body, children: readonly PhrasingContent[], depth = 0): InlinePiece[] {
  const pieces: InlinePiece[] = [];
  const tags = children.map((node) => (node.type === 'html' ? readTag(node.value) : null));
  const pairs = tags.some(Boolean) ? pairedTags(tags) : new Map<number, number>();
  for (let index = 0; index < children.length; index++) {
    const node = children[index]!;
    const end = pairs.get(index);
    if (end !== undefined) {
      pieces.push(elementPiece(body, { children: children.slice(index, end + 1), tag: tags[index]!, depth }));
      index = end;
    } else if (node.type === 'text') index = readText(body, { children, index, pieces });
    else pieces.push(isWrapper(node) ? wrapperPiece(body, node, depth) : verbatimPiece(body, [node]));
  }
  return pieces;
}

/** Returns the offset of a node's start in the body. */
export function startOffset(node: Nodes): number {
  return node.position!.start.offset!;
}

/** Returns the offset after a node's end. */
export function endOffset(node: Nodes): number {
  return node.position!.end.offset!;
}

function isWrapper(node: PhrasingContent): node is Wrapper {
  if (node.type === 'link') return node.title !== mentionTitle;
  return node.type === 'linkReference' || node.type === 'strong' || node.type === 'emphasis' || node.type === 'delete';
}

/** Title of a link that has no text and shows the title of its target. */
const mentionTitle = 'mention';

function wrapperPiece(body: Body, node: Wrapper, depth: number): InlinePiece {
  const children = depth < maxNesting ? readPieces(body, node.children, depth + 1) : [];
  if (!piecesHaveWords(children)) return verbatimPiece(body, [node]);
  return { kind: 'around', start: startOffset(node), end: endOffset(node), children, by: { node } };
}

/** Returns a piece that is copied unchanged, with the texts of its images. */
function verbatimPiece(body: Body, nodes: readonly PhrasingContent[]): VerbatimPiece {
  const [first] = nodes;
  return {
    kind: 'kept',
    start: startOffset(first!),
    end: endOffset(nodes.at(-1)!),
    units: nodes.flatMap((node) => unitsWithin(body, node)),
    ...(nodes.length === 1 && { node: first! }),
  };
}

function unitsWithin(body: Body, node: PhrasingContent): VerbatimPiece['units'] {
  if ('children' in node) return node.children.flatMap((child) => unitsWithin(body, child));
  return imageUnits(body, node);
}

/** Elements whose content is not translatable. */
const untranslatableElements = new Set(['code', 'pre', 'kbd', 'samp', 'var', 'script', 'style', 'svg', 'math']);

/**
 * Reports whether an HTML element is copied with its content: code, an expression, an icon, a formula, an emoji or a
 * mention.
 */
export function isLiteral(name: string, attribute: (name: string) => string | undefined): boolean {
  if (untranslatableElements.has(name)) return true;
  const className = attribute('class') ?? '';
  if (name === 'i') return className.startsWith('fa-');
  if (name === 'span') return className === 'math' || attribute('data-tag') !== undefined;
  if (name !== 'a') return false;
  const isMention = attribute('data-mention') !== undefined || attribute('title') === mentionTitle;
  return isMention || attribute('data-footnote-ref') !== undefined;
}

function elementPiece(
  body: Body,
  { children, tag, depth }: { children: readonly PhrasingContent[]; tag: HtmlTag; depth: number },
): InlinePiece {
  const [first, last] = [children[0]!, children.at(-1)!];
  const isVerbatim = depth >= maxNesting || isLiteral(tag.name, (name) => tag.attributes[name]);
  const inner = isVerbatim ? [] : readPieces(body, children.slice(1, -1), depth + 1);
  if (!piecesHaveWords(inner)) return verbatimPiece(body, children);
  const [open, close] = [first, last].map((node) => body.slice(startOffset(node), endOffset(node)));
  return {
    kind: 'around',
    start: startOffset(first),
    end: endOffset(last),
    children: inner,
    by: { open: open!, close: close! },
  };
}

/**
 * Adds the pieces of a text, and of the nodes up to the end of an expression that begins in it. Returns the index of
 * the last of these nodes.
 */
function readText(
  body: Body,
  { children, index, pieces }: { children: readonly PhrasingContent[]; index: number; pieces: InlinePiece[] },
): number {
  const node = children[index] as Text;
  const last = closingIndex(body, children, index);
  if (last === index && hasTag(node.value)) pieces.push(verbatimPiece(body, [node]));
  else if (!mayHaveExpressions(node.value))
    addText(pieces, { text: oneLine(node.value), start: startOffset(node), end: endOffset(node) });
  else {
    const start = startOffset(node);
    addWritten(pieces, { written: body.slice(start, endOffset(children[last]!)), start, decode: decodeMarkdown });
  }
  return last;
}

/**
 * Returns the index of the node that closes an expression that begins in a text. The nodes in between are part of the
 * expression, even if they look like emphasis.
 */
function closingIndex(body: Body, children: readonly PhrasingContent[], index: number): number {
  const node = children[index] as Text;
  if (!mayHaveExpressions(node.value)) return index;
  const opening = openExpression(body.slice(startOffset(node), endOffset(node)));
  if (opening === undefined) return index;
  const closing = opening === '{{' ? '}}' : '%}';
  const found = children.findIndex(
    (sibling, at) => at > index && sibling.type === 'text' && sibling.value.includes(closing),
  );
  return found < 0 ? index : found;
}

function decodeMarkdown(written: string): string {
  return decodeString(oneLine(written.replace(/(\r\n?|\n)[ \t]*(?:>[ \t]?)*/g, '$1')));
}
