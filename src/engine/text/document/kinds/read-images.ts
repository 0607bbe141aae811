import type { Image, Paragraph } from 'mdast';
import { imageRef } from '../inlines/read-elements.js';
import { imageOf } from '../inlines/read-inlines.js';
import { normalizeInlines } from '../nodes/leaves.js';
import type { Block, Fragment } from '../nodes/nodes.js';
import { blockOf, createBlock, type ReadState, withoutLineEndings } from '../nodes/read-state.js';

/** Reads a paragraph that contains only images as a block of images; returns undefined for any other paragraph. */
export function readImages(readState: ReadState, node: Paragraph): Block | undefined {
  const images: Image[] = [];
  for (const child of node.children) {
    if (child.type === 'text' && !child.value.trim()) continue;
    const image = child.type === 'image' || child.type === 'imageReference' ? imageOf(readState, child) : undefined;
    if (!image) return undefined;
    images.push(image);
  }
  if (images.length === 0) return undefined;
  return {
    ...blockOf(readState, node, 'images'),
    isVoid: false,
    nodes: images.map((image) => imageBlock(readState, image)),
  };
}

function imageBlock(readState: ReadState, image: Image): Block {
  const alt = image.alt ? { alt: withoutLineEndings(image.alt) } : {};
  return {
    ...blockOf(readState, image, 'image'),
    data: { ref: imageRef(readState, image.url), ...alt },
    fragments: image.title ? [captionOf(readState, image, image.title)] : [],
    isVoid: true,
  };
}

function captionOf(readState: ReadState, image: Image, title: string): Fragment {
  const { start, end } = image.position!;
  const paragraph = createBlock(readState, { type: 'paragraph', source: title, from: start.line, to: end.line });
  const nodes = normalizeInlines([{ text: title.replace(/\r\n?/g, '\n'), marks: new Set() }]);
  return { object: 'fragment', fragment: 'caption', nodes: [{ ...paragraph, nodes }] };
}
