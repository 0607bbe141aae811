import type { Html, Image, Paragraph } from 'mdast';
import { dataAt, listAt, type Members, membersAt, refuse, textAt } from '../nodes/shape.js';
import type { WriteState } from '../nodes/write-state.js';
import { captionAt } from './captions.js';
import { figuresHtml } from './figures.js';

/** Writes a block of images as a paragraph of images, or as HTML figures if Markdown images cannot express it. */
export function writeImages(writeState: WriteState, block: Members, pointer: string): Paragraph | Html {
  const data = dataAt(block, pointer, ['align', 'fullWidth', 'withFrame']);
  const entries = listAt(block.nodes, `${pointer}/nodes`).map((entry, index) =>
    imageAt(entry, `${pointer}/nodes/${index}`),
  );
  const plain = ['align', 'fullWidth', 'withFrame'].every((name) => !data[name]);
  if (entries.length === 0 && !plain)
    refuse(`${pointer}/nodes`, 'must not be empty: Markdown has no images without one');
  if (!plain || !entries.every(({ title }) => title !== undefined)) {
    return { type: 'html', value: figuresHtml(writeState, block, { pointer, data }) };
  }
  const images = entries.map(({ image, title, pointer: at }): Image => {
    const alt = image.alt ? textAt(image.alt, `${at}/data/alt`) : null;
    return { type: 'image', url: writeState.destination(image.ref, `${at}/data/ref`), alt, title: title || null };
  });
  const children = images.flatMap((image, index) => (index ? [{ type: 'text' as const, value: ' ' }, image] : [image]));
  return { type: 'paragraph', children };
}

/**
 * Returns the data of an image, and its caption as a title; the title is undefined if only HTML can express the image.
 */
function imageAt(entry: unknown, pointer: string): { image: Members; title: string | undefined; pointer: string } {
  const block = membersAt(entry, pointer);
  if (block.type !== 'image') refuse(pointer, 'must be an image', block.type);
  const image = dataAt(block, pointer, ['ref', 'refDark', 'alt', 'width', 'height']);
  const caption = captionAt(block.fragments, `${pointer}/fragments`);
  const sized = ['refDark', 'width', 'height'].some((name) => image[name] !== undefined && image[name] !== null);
  return { image, title: sized ? undefined : imageTitle(caption?.nodes, caption?.pointer ?? pointer), pointer };
}

/** Returns inline content as the title of an image; undefined if it is more than text without marks. */
function imageTitle(value: unknown, pointer: string): string | undefined {
  const texts: string[] = [];
  for (const [index, entry] of listAt(value, pointer).entries()) {
    const node = membersAt(entry, `${pointer}/${index}`);
    if (node.object !== 'text') return undefined;
    for (const [leafIndex, leaf] of listAt(node.leaves, `${pointer}/${index}/leaves`).entries()) {
      const at = `${pointer}/${index}/leaves/${leafIndex}`;
      const { text, marks } = membersAt(leaf, at);
      if (listAt(marks, `${at}/marks`).length > 0) return undefined;
      texts.push(textAt(text, `${at}/text`));
    }
  }
  return texts.join('');
}
