import type { Image, Paragraph } from 'mdast';
import { imageRef } from '../inlines/read-elements.js';
import { imageOf } from '../inlines/read-inlines.js';
import { nodesOfPieces } from '../nodes/leaves.js';
import type { Block, Fragment } from '../nodes/nodes.js';
import { blockOf, notedBlock, type Reading, withoutLineEndings } from '../nodes/reading.js';

/** Reads a paragraph that only has images as a block of images; returns undefined for any other paragraph. */
export function readImages(reading: Reading, node: Paragraph): Block | undefined {
  const images: Image[] = [];
  for (const child of node.children) {
    if (child.type === 'text' && !child.value.trim()) continue;
    const image = child.type === 'image' || child.type === 'imageReference' ? imageOf(reading, child) : undefined;
    if (!image) return undefined;
    images.push(image);
  }
  if (images.length === 0) return undefined;
  return {
    ...blockOf(reading, node, 'images'),
    isVoid: false,
    nodes: images.map((image) => imageBlock(reading, image)),
  };
}

function imageBlock(reading: Reading, image: Image): Block {
  const alt = image.alt ? { alt: withoutLineEndings(image.alt) } : {};
  return {
    ...blockOf(reading, image, 'image'),
    data: { ref: imageRef(reading, image.url), ...alt },
    fragments: image.title ? [captionOf(reading, image, image.title)] : [],
    isVoid: true,
  };
}

function captionOf(reading: Reading, image: Image, title: string): Fragment {
  const { start, end } = image.position!;
  const paragraph = notedBlock(reading, { type: 'paragraph', source: title, from: start.line, to: end.line });
  const nodes = nodesOfPieces([{ text: title.replace(/\r\n?/g, '\n'), marks: new Set() }]);
  return { object: 'fragment', fragment: 'caption', nodes: [{ ...paragraph, nodes }] };
}
