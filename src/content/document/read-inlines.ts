import type { Image, ImageReference, Link, LinkReference, PhrasingContent } from 'mdast';
import type { ContentRef } from '../types.js';
import { nodesOfPieces, type Piece } from './leaves.js';
import type { Inline, Mark, Text } from './nodes.js';
import { labelOf, type Reading, sourceOf } from './reading.js';

type Marks = ReadonlySet<Mark['type']>;
type Read<Type extends PhrasingContent['type']> = (
  reading: Reading,
  node: Extract<PhrasingContent, { type: Type }>,
  marks: Marks,
) => Piece[];

/**
 * What each inline of Markdown is in a document. HTML and footnote references, which the contract has no inline for,
 * stay as visible text; only `<br>` says something the contract has, a line break.
 */
const readers: { [Type in PhrasingContent['type']]: Read<Type> } = {
  text: (_, node, marks) => [{ text: withoutLineEndings(node.value), marks }],
  inlineCode: (_, node, marks) => [{ text: withoutLineEndings(node.value), marks: withMark(marks, 'code') }],
  break: (_, _node, marks) => [{ text: '\n', marks }],
  html: (_, node, marks) => [{ text: isLineBreak(node.value) ? '\n' : node.value.replace(/\r\n?/g, '\n'), marks }],
  strong: (reading, node, marks) => readPieces(reading, node.children, withMark(marks, 'bold')),
  emphasis: (reading, node, marks) => readPieces(reading, node.children, withMark(marks, 'italic')),
  delete: (reading, node, marks) => readPieces(reading, node.children, withMark(marks, 'strikethrough')),
  link: (reading, node, marks) => [linkOf(reading, node, { target: node, marks })],
  linkReference: (reading, node, marks) => {
    const target = reading.survey.definitions.get(labelOf(node));
    return target ? [linkOf(reading, node, { target, marks })] : [{ text: sourceOf(reading, node), marks }];
  },
  image: (reading, node) => [imageInline(reading, node)],
  imageReference: (reading, node, marks) => {
    const image = imageOf(reading, node);
    return image ? [imageInline(reading, image)] : [{ text: sourceOf(reading, node), marks }];
  },
  footnoteReference: (reading, node, marks) => [{ text: sourceOf(reading, node), marks }],
};

/** The inlines and text of a paragraph, heading or cell, in normal form (`leaves.ts`). */
export function readInlines(reading: Reading, children: readonly PhrasingContent[]): (Text | Inline)[] {
  return nodesOfPieces(readPieces(reading, children, new Set()));
}

/** Text as a document shows it: a line ending within a paragraph is a space, only hard breaks are newlines. */
export function withoutLineEndings(text: string): string {
  return text.replace(/\r\n?|\n/g, ' ');
}

/** An image with its own destination, wherever it was written; undefined for a reference to no definition. */
export function imageOf(reading: Reading, node: Image | ImageReference): Image | undefined {
  if (node.type === 'image') return node;
  const target = reading.survey.definitions.get(labelOf(node));
  return target && { ...node, type: 'image', url: target.url, title: target.title };
}

/** Where an image lies: the contract allows a file or a URL, so any other destination stays a URL as written. */
export function imageRef(reading: Reading, url: string): ContentRef {
  const ref = reading.resolve(url);
  return ref.kind === 'file' || ref.kind === 'url' ? ref : { kind: 'url', url };
}

/** Whether some HTML is exactly one line break. */
export function isLineBreak(html: string): boolean {
  return /^<br[ \t]*\/?>$/i.test(html);
}

function readPieces(reading: Reading, children: readonly PhrasingContent[], marks: Marks): Piece[] {
  return children.flatMap((node) => (readers[node.type] as Read<PhrasingContent['type']>)(reading, node, marks));
}

function withMark(marks: Marks, type: Mark['type']): Marks {
  return new Set([...marks, type]);
}

function linkOf(
  reading: Reading,
  node: Link | LinkReference,
  { target, marks }: { target: { url: string; title?: string | null }; marks: Marks },
): Inline {
  const data = { ref: reading.resolve(target.url), ...(target.title && { title: target.title }) };
  return { object: 'inline', type: 'link', data, nodes: nodesOfPieces(readPieces(reading, node.children, marks)) };
}

function imageInline(reading: Reading, node: Image): Inline {
  const data = {
    ref: imageRef(reading, node.url),
    ...(node.alt && { alt: withoutLineEndings(node.alt) }),
    ...(node.title && { caption: node.title }),
  };
  return { object: 'inline', type: 'inline-image', data, isVoid: true };
}
