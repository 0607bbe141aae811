import type { Image, Paragraph } from 'mdast';
import { plainTextAt } from './plain-text.js';
import { dataAt, listAt, type Members, membersAt, refuse, textAt } from './shape.js';
import type { Writing } from './writing.js';

/** A block of images as a paragraph of them. */
export function writeImages(writing: Writing, block: Members, pointer: string): Paragraph {
  dataAt(block, pointer, []);
  const images = listAt(block.nodes, `${pointer}/nodes`).map((entry, index) =>
    writeImage(writing, membersAt(entry, `${pointer}/nodes/${index}`), `${pointer}/nodes/${index}`),
  );
  const children = images.flatMap((image, index) => (index ? [{ type: 'text' as const, value: ' ' }, image] : [image]));
  return { type: 'paragraph', children };
}

function writeImage(writing: Writing, image: Members, pointer: string): Image {
  if (image.type !== 'image') refuse(pointer, 'must be an image', image.type);
  const data = dataAt(image, pointer, ['ref', 'alt']);
  const captions = listAt(image.fragments, `${pointer}/fragments`);
  if (captions.length > 1) refuse(`${pointer}/fragments`, 'must have at most one caption');
  const title = captions.length ? captionAt(captions[0], `${pointer}/fragments/0`) : null;
  const alt = data.alt ? textAt(data.alt, `${pointer}/data/alt`) : null;
  return { type: 'image', url: writing.destination(data.ref, `${pointer}/data/ref`), alt, title: title || null };
}

/** A caption is the image's title in Markdown: plain text of one paragraph. */
function captionAt(value: unknown, pointer: string): string {
  const fragment = membersAt(value, pointer);
  if (fragment.fragment !== 'caption') refuse(`${pointer}/fragment`, 'must be "caption"', fragment.fragment);
  const blocks = listAt(fragment.nodes, `${pointer}/nodes`);
  if (blocks.length > 1) refuse(`${pointer}/nodes`, 'must be one paragraph: Markdown captions have no more');
  return blocks.map((block) => plainParagraph(membersAt(block, `${pointer}/nodes/0`), `${pointer}/nodes/0`)).join('');
}

function plainParagraph(block: Members, pointer: string): string {
  if (block.type !== 'paragraph') refuse(pointer, 'must be a paragraph', block.type);
  dataAt(block, pointer, []);
  return plainTextAt(
    block.nodes,
    `${pointer}/nodes`,
    'must be text without marks: Markdown captions hold nothing else',
  );
}
