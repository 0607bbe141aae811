import type { Html, Image, ImageReference, Link, LinkReference, Paragraph, PhrasingContent } from 'mdast';
import type { ContentRef } from '../../../base/types.js';
import { type InlinePart, normalizeInlines } from '../nodes/leaves.js';
import { type MarkName, type Marks, withMark } from '../nodes/marks.js';
import type { Inline, InlineImage, Text } from '../nodes/nodes.js';
import { normalizedLabel, type ReadState, sourceOf, withoutLineEndings } from '../nodes/read-state.js';
import { readTag } from '../syntax/html-tags.js';
import { isElement, parseHtml, withoutBlanks } from '../syntax/html-tree.js';
import { isHiddenTag } from './elements-in-text.js';
import { elementMeaning, type Siblings, taggedSiblings } from './inline-siblings.js';
import { createAnnotation, readNote, takeLastWord } from './read-annotation.js';
import { imageRef, type Meaning, mentionTitle } from './read-elements.js';
import { visibleParts } from './text.js';

/** Context of inline content that is being read: its marks, its container, and the pieces read so far. */
interface InlineContext {
  marks: Marks;
  /** The REST API allows all inlines in text, only images in links, and none in annotated text. */
  within: 'text' | 'link' | 'annotation';
  pieces: InlinePart[];
}

type Read<Type extends PhrasingContent['type']> = (
  readState: ReadState,
  node: Extract<PhrasingContent, { type: Type }>,
  site: InlineContext,
) => void;

/** Readers of inline Markdown nodes, by node type. HTML that has no corresponding inline becomes visible text. */
const readers: { [Type in PhrasingContent['type']]: Read<Type> } = {
  text: (readState, node, site) => {
    const parts = readState.forReaders
      ? visibleParts(readState, node, site.pieces.length === 0)
      : [{ text: node.value }];
    for (const { text, isCode } of parts) addText(isCode ? withSiteMark(site, 'code') : site, withoutLineEndings(text));
  },
  inlineCode: (_, node, site) => addText(withSiteMark(site, 'code'), withoutLineEndings(node.value)),
  break: (_, _node, site) => addText(site, '\n'),
  html: (readState, { value }, site) => {
    if (isLineBreak(value)) addText(site, '\n');
    else if (!readState.forReaders) addText(site, value.replace(/\r\n?/g, '\n'));
    else if (!isHiddenTag(readTag(value))) addText(withSiteMark(site, 'code'), value);
  },
  strong: (readState, node, site) => readInto(readState, node.children, withSiteMark(site, 'bold')),
  emphasis: (readState, node, site) => readInto(readState, node.children, withSiteMark(site, 'italic')),
  delete: (readState, node, site) => readInto(readState, node.children, withSiteMark(site, 'strikethrough')),
  link: (readState, node, site) =>
    addInline(readState, node, { site, inline: () => linkOf(readState, node, { target: node, site }) }),
  linkReference: (readState, node, site) => {
    const target = readState.survey.definitions.get(normalizedLabel(node));
    addInline(readState, node, { site, inline: () => target && linkOf(readState, node, { target, site }) });
  },
  image: (readState, node, site) => addInline(readState, node, { site, inline: () => imageInline(readState, node) }),
  imageReference: (readState, node, site) => {
    const image = imageOf(readState, node);
    addInline(readState, node, { site, inline: () => image && imageInline(readState, image) });
  },
  footnoteReference: (readState, node, site) => {
    const inline = (): Inline | undefined => {
      const note = readNote(readState, normalizedLabel(node));
      return note && createAnnotation(takeLastWord(site.pieces), note);
    };
    addInline(readState, node, { site, inline });
  },
  inlineMath: (readState, node, site) => {
    const inline: Inline = { object: 'inline', type: 'inline-math', data: { formula: node.value }, isVoid: true };
    addInline(readState, node, { site, inline: () => inline });
  },
  emoji: (readState, node, site) => {
    const data = { code: node.value.slice(1, -1) };
    addInline(readState, node, { site, inline: () => ({ object: 'inline', type: 'emoji', data, isVoid: true }) });
  },
};

/** Reads the inlines and text of a paragraph, heading or cell, in normal form (`leaves.ts`). */
export function readInlines(readState: ReadState, children: readonly PhrasingContent[]): (Text | Inline)[] {
  const pieces: InlinePart[] = [];
  readInto(readState, children, { marks: new Set(), within: 'text', pieces });
  return normalizeInlines(pieces);
}

/** Reads inlines as `readInlines` does, but keeps footnotes as text. Used for content that cannot have notes. */
export function readTitle(readState: ReadState, children: readonly PhrasingContent[]): (Text | Inline)[] {
  return readInlines({ ...readState, survey: { ...readState.survey, footnotes: new Map() } }, children);
}

/** Returns an image whose destination is part of the node; undefined for a reference without a definition. */
export function imageOf(readState: ReadState, node: Image | ImageReference): Image | undefined {
  if (node.type === 'image') return node;
  const target = readState.survey.definitions.get(normalizedLabel(node));
  return target && { ...node, type: 'image', url: target.url, title: target.title };
}

/**
 * Returns the paragraph for an HTML block that contains only an inline image. Returns undefined for other HTML,
 * including an image with text on the next lines. Such text belongs to the same block, up to the next blank line.
 */
export function imageParagraph(readState: ReadState, node: Html): Paragraph | undefined {
  const [element, ...more] = /^<img\s/i.test(node.value) ? withoutBlanks(parseHtml(node.value) ?? []) : [];
  if (!isElement(element, 'img') || more.length > 0) return undefined;
  const [inline] = readInlines(readState, [node]);
  if (inline?.object !== 'inline') return undefined;
  return { type: 'paragraph', children: [node], position: node.position };
}

/** Reports whether HTML is exactly one line break. */
export function isLineBreak(html: string): boolean {
  return /^<br[ \t]*\/?>$/i.test(html);
}

/** An element that is being read, up to the index of its closing tag. */
interface OpenElement {
  end: number;
  site: InlineContext;
  /**
   * Creates the inline from its content. If this function is absent, the content becomes part of the enclosing inline.
   */
  inline?(pieces: readonly InlinePart[]): Inline;
  /** Number of nodes after the closing tag that belong to the element. */
  nodesAfterEnd: number;
}

/**
 * Reads sibling nodes. HTML tags are separate nodes among them. Nested elements are read without recursion, so that any
 * depth is safe.
 */
function readInto(readState: ReadState, children: readonly PhrasingContent[], site: InlineContext): void {
  const siblings = taggedSiblings(children);
  const open: OpenElement[] = [];
  for (let index = 0; index < children.length; index++) {
    const node = children[index]!;
    const around = open.at(-1);
    const here = around?.site ?? site;
    if (around?.end === index) {
      open.pop();
      if (around.inline) (open.at(-1)?.site ?? site).pieces.push(around.inline(around.site.pieces));
      index += around.nodesAfterEnd;
      continue;
    }
    const annotated = annotatedLink(readState, siblings, { index, site: here });
    if (annotated) {
      here.pieces.push(annotated);
      index += 1;
      continue;
    }
    const end = siblings.pairs.get(index) ?? index;
    const meaning = elementMeaning(readState, siblings, index);
    const opened =
      meaning &&
      openElement(readState, { meaning, here, end, citation: () => citationAt(readState, siblings, end + 1) });
    if (meaning && 'transparent' in meaning && end === index) continue;
    if (!opened) (readers[node.type] as Read<PhrasingContent['type']>)(readState, node, here);
    else if ('object' in opened) {
      here.pieces.push(opened);
      index = end;
    } else open.push(opened);
  }
}

/**
 * Reads annotated text with its note, in GitBook's style: `[words](#user-content-fn-1)[^1]`. Returns undefined for
 * other nodes.
 */
function annotatedLink(
  readState: ReadState,
  { children }: Siblings,
  { index, site }: { index: number; site: InlineContext },
): Inline | undefined {
  const [link, reference] = [children[index]!, children[index + 1]];
  if (link.type !== 'link' || !link.url.startsWith('#user-content-fn-') || site.within !== 'text') return undefined;
  const note = reference?.type === 'footnoteReference' ? readNote(readState, normalizedLabel(reference)) : undefined;
  if (!note) return undefined;
  const pieces: InlinePart[] = [];
  readInto(readState, link.children, { ...site, within: 'annotation', pieces });
  return createAnnotation(pieces, note);
}

/** Returns the label of the footnote that is cited at an index, and the index of the citation's end. */
function citationAt(
  readState: ReadState,
  siblings: Siblings,
  index: number,
): { label: string; end: number } | undefined {
  const node = siblings.children[index];
  if (node?.type === 'footnoteReference') return { label: normalizedLabel(node), end: index };
  const meaning = elementMeaning(readState, siblings, index);
  if (!meaning || !('cited' in meaning)) return undefined;
  return { label: normalizedLabel({ identifier: meaning.cited }), end: siblings.pairs.get(index)! };
}

/**
 * Returns the state for reading an element's content, or an inline that replaces the element. Returns undefined if the
 * element is not allowed here.
 */
function openElement(
  readState: ReadState,
  {
    meaning,
    here,
    end,
    citation,
  }: { meaning: Meaning; here: InlineContext; end: number; citation(): ReturnType<typeof citationAt> },
): OpenElement | Inline | undefined {
  if ('mark' in meaning) return { end, site: withSiteMark(here, meaning.mark), nodesAfterEnd: 0 };
  if ('inline' in meaning) return isAllowed(meaning.inline, here) ? meaning.inline : undefined;
  if ('transparent' in meaning) {
    if (meaning.transparent.isBlock && here.pieces.length > 0) addText(here, '\n');
    return { end, site: here, nodesAfterEnd: 0 };
  }
  if ('element' in meaning) {
    const inline = (pieces: readonly InlinePart[]) => elementInline(meaning.element, pieces);
    return { end, site: { ...here, pieces: [] }, inline, nodesAfterEnd: 0 };
  }
  if (here.within !== 'text') return undefined;
  if ('link' in meaning) {
    const { link } = meaning;
    const site: InlineContext = { ...here, within: 'link', pieces: [] };
    return { end, site, inline: (pieces) => linkInline(link, pieces), nodesAfterEnd: 0 };
  }
  if ('cited' in meaning) {
    const note = readNote(readState, normalizedLabel({ identifier: meaning.cited }));
    return note && createAnnotation(takeLastWord(here.pieces), note);
  }
  const cited = citation();
  const note = cited && readNote(readState, cited.label);
  const site: InlineContext = { ...here, within: 'annotation', pieces: [] };
  return note && { end, site, inline: (pieces) => createAnnotation(pieces, note), nodesAfterEnd: cited.end - end };
}

function withSiteMark(site: InlineContext, mark: MarkName): InlineContext {
  return { ...site, marks: withMark(site.marks, mark) };
}

function isAllowed(inline: Inline, { within }: InlineContext): boolean {
  // A note within a link would contain a nested link.
  return within === 'text' || (within === 'link' && inline.type === 'inline-image');
}

function addText({ pieces, marks }: InlineContext, text: string): void {
  pieces.push({ text, marks });
}

/** Adds an inline. If there is none, or if the REST API does not allow it here, adds its source as text. */
function addInline(
  readState: ReadState,
  node: Exclude<PhrasingContent, Html>,
  { site, inline }: { site: InlineContext; inline: () => Inline | undefined },
): void {
  const inlineNode = site.within === 'text' || node.type.startsWith('image') ? inline() : undefined;
  if (inlineNode && isAllowed(inlineNode, site)) site.pieces.push(inlineNode);
  else addText(site, withoutLineEndings(sourceOf(readState, node)));
}

function linkOf(
  readState: ReadState,
  node: Link | LinkReference,
  { target: { url, title }, site }: { target: Pick<Link, 'url' | 'title'>; site: InlineContext },
): Inline {
  const ref = readState.resolve(url);
  if (title === mentionTitle) return { object: 'inline', type: 'mention', data: { ref }, isVoid: true };
  const pieces: InlinePart[] = [];
  readInto(readState, node.children, { ...site, within: 'link', pieces });
  return linkInline({ ref, ...(title && { title }) }, pieces);
}

function linkInline(data: { ref: ContentRef; title?: string }, pieces: readonly InlinePart[]): Inline {
  return { object: 'inline', type: 'link', data, nodes: normalizeInlines(pieces) };
}

function elementInline(
  data: { name: string; attributes: { [name: string]: string } },
  pieces: readonly InlinePart[],
): Inline {
  return { object: 'inline', type: 'element', data, nodes: normalizeInlines(pieces) };
}

function imageInline(readState: ReadState, node: Image): InlineImage {
  const data = {
    ref: imageRef(readState, node.url),
    ...(node.alt && { alt: withoutLineEndings(node.alt) }),
    ...(node.title && { caption: node.title }),
  };
  return { object: 'inline', type: 'inline-image', data, isVoid: true };
}
