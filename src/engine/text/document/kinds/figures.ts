import { htmlOfPhrasing, phrasingOfHtml } from '../inlines/html-phrasing.js';
import { imageRef } from '../inlines/read-elements.js';
import { readInlines } from '../inlines/read-inlines.js';
import { writeInlines } from '../inlines/write-inlines.js';
import { lengthAt, readLength } from '../nodes/lengths.js';
import type { Block, Fragment } from '../nodes/nodes.js';
import { blockOf } from '../nodes/read-state.js';
import { listAt, type Members, membersAt, refuse, scalarText, textAt } from '../nodes/shape.js';
import type { WriteState } from '../nodes/write-state.js';
import { type HtmlElement, isElement, openTag, withoutBlanks } from '../syntax/html-tree.js';
import { captionAt } from './captions.js';
import { elementBlock, type HtmlContext, type ReadHtml } from './html-kind.js';

/** A figure: its image and the other elements in it. */
interface Figure {
  element: HtmlElement;
  image: HtmlElement;
  dark: string | undefined;
  caption: HtmlElement | undefined;
}

const darkSchemeQuery = '(prefers-color-scheme: dark)';
const aligns = ['left', 'center', 'right'];

/** Reads `<figure><img …><figcaption>…</figcaption></figure>`, or several in a `<div>`, as a block of images. */
export const readFigures: ReadHtml = (site) => {
  const [wrapper] = site.roots;
  const wrapped = site.roots.length === 1 && isElement(wrapper, 'div');
  const data = wrapped ? imageData(wrapper) : {};
  const elements = wrapped ? withoutBlanks(wrapper.children) : site.roots;
  const figures = elements.map((element) => (isElement(element) ? readFigure(element) : undefined));
  if (figures.length === 0 || !figures.every((figure) => figure !== undefined)) return undefined;
  const block = blockOf(site.readState, site.node, 'images');
  return { ...block, data, isVoid: false, nodes: figures.map((figure) => readImage(site, figure)) };
};

/**
 * Reads a figure as an inline image. It is used in containers that may not contain a block of images in the REST API.
 * Returns undefined if it has an image for dark mode, or a caption with more than text.
 */
export const readFigureInline: ReadHtml = (site) => {
  const [element] = site.roots;
  const figure = site.roots.length === 1 && isElement(element, 'figure') ? readFigure(element) : undefined;
  if (!figure || figure.dark !== undefined) return undefined;
  const caption = phrasingOfHtml(captionNodes(figure));
  const [text] = caption;
  if (caption.length > 1 || (text && text.type !== 'text')) return undefined;
  const { attributes } = figure.image;
  const title = text?.type === 'text' ? text.value : null;
  const image = { type: 'image', url: attributes.get('src')!, alt: attributes.get('alt') ?? null, title } as const;
  return { ...blockOf(site.readState, site.node, 'paragraph'), nodes: readInlines(site.readState, [image]) };
};

/** Reads `<img class="gitbook-drawing" …>` if it refers to a file of the revision. */
export const readDrawing: ReadHtml = (site) => {
  const [element] = site.roots;
  if (site.roots.length !== 1 || !isElement(element, 'img')) return undefined;
  if (element.attributes.get('class') !== 'gitbook-drawing') return undefined;
  const src = element.attributes.get('src');
  const alt = element.attributes.get('alt');
  const ref = src === undefined ? undefined : site.readState.resolve(src);
  if (ref && ref.kind !== 'file') return undefined;
  const block = blockOf(site.readState, site.node, 'drawing');
  return { ...block, data: { ...(ref && { ref }), ...(alt && { alt }) }, isVoid: true };
};

/** Writes a block of images as HTML. Use it if Markdown images cannot express the block. */
export function figuresHtml(
  writeState: WriteState,
  block: Members,
  { pointer, data }: { pointer: string; data: Members },
): string {
  const { align, fullWidth, withFrame } = data;
  if (align !== undefined && align !== null && !aligns.includes(scalarText(align))) {
    refuse(`${pointer}/data/align`, `must be ${aligns.join(', ')}`, align);
  }
  const figures = listAt(block.nodes, `${pointer}/nodes`).map((entry, index) =>
    figureHtml(writeState, membersAt(entry, `${pointer}/nodes/${index}`), `${pointer}/nodes/${index}`),
  );
  const attributes = {
    align: align ? String(align) : undefined,
    'data-full-width': fullWidth ? 'true' : undefined,
    'data-with-frame': withFrame ? 'true' : undefined,
  };
  const plain = figures.length === 1 && Object.values(attributes).every((value) => value === undefined);
  return plain ? figures[0]! : `${openTag('div', attributes)}${figures.join(' ')}</div>`;
}

function imageData({ attributes }: HtmlElement): Block['data'] {
  const data: Block['data'] = {};
  for (const [name, value] of attributes) {
    if (name === 'align' && aligns.includes(value)) data.align = value;
    else if (name === 'data-full-width' && value === 'true') data.fullWidth = true;
    else if (name === 'data-with-frame' && value === 'true') data.withFrame = true;
  }
  return data;
}

function readFigure(element: HtmlElement): Figure | undefined {
  if (element.name !== 'figure') return imageIn(element, element, undefined);
  const [image, caption, ...more] = withoutBlanks(element.children);
  if (more.length > 0 || !isElement(image) || (caption && !isElement(caption, 'figcaption'))) return undefined;
  return imageIn(element, image, caption as HtmlElement | undefined);
}

function imageIn(element: HtmlElement, inner: HtmlElement, caption: HtmlElement | undefined): Figure | undefined {
  const [source, light, ...more] = inner.name === 'picture' ? withoutBlanks(inner.children) : [];
  const image = inner.name === 'picture' ? light : inner;
  if (more.length > 0 || !isElement(image, 'img') || !image.attributes.has('src')) return undefined;
  // These attributes exist only for inline images, so an image with one of them stays inline.
  if (inner === element && ['data-size', 'title'].some((name) => image.attributes.has(name))) return undefined;
  if (inner.name !== 'picture') return { element, image, dark: undefined, caption };
  if (!isElement(source, 'source')) return undefined;
  const srcset = source.attributes.get('srcset');
  if (source.attributes.get('media') !== darkSchemeQuery || srcset === undefined) return undefined;
  return { element, image, dark: srcset, caption };
}

function readImage(site: HtmlContext, figure: Figure): Block {
  const { attributes } = figure.image;
  const alt = attributes.get('alt');
  const [width, height] = ['width', 'height'].map((name) => readLength(attributes.get(name) ?? ''));
  const data = {
    ref: imageRef(site.readState, attributes.get('src')!),
    ...(figure.dark !== undefined && { refDark: imageRef(site.readState, figure.dark) }),
    ...(width && { width: width.value }),
    ...(height && { height: height.value }),
    ...(alt && { alt }),
  };
  const block = elementBlock(site, 'image', figure.element);
  return { ...block, data, fragments: captionFragments(site, figure), isVoid: true };
}

function captionFragments(site: HtmlContext, figure: Figure): Fragment[] {
  const nodes = readInlines(site.readState, phrasingOfHtml(captionNodes(figure)));
  if (nodes.length === 0) return [];
  const paragraph = { ...elementBlock(site, 'paragraph', figure.caption!), nodes };
  return [{ object: 'fragment', fragment: 'caption', nodes: [paragraph] }];
}

function captionNodes({ caption }: Figure) {
  const nodes = withoutBlanks(caption?.children ?? []);
  const [paragraph] = nodes;
  return nodes.length === 1 && isElement(paragraph, 'p') ? paragraph.children : (caption?.children ?? []);
}

function figureHtml(writeState: WriteState, image: Members, pointer: string): string {
  const data = membersAt(image.data, `${pointer}/data`);
  const caption = captionAt(image.fragments, `${pointer}/fragments`);
  const inner =
    caption && htmlOfPhrasing(writeInlines(writeState, caption.nodes, { pointer: caption.pointer, host: 'line' }));
  const img = openTag('img', {
    src: writeState.destination(data.ref, `${pointer}/data/ref`),
    alt: data.alt ? textAt(data.alt, `${pointer}/data/alt`) : '',
    width: lengthAt(data.width, `${pointer}/data/width`),
    height: lengthAt(data.height, `${pointer}/data/height`),
  });
  const picture = data.refDark ? `<picture>${darkSource()}${img}</picture>` : img;
  return `<figure>${picture}<figcaption>${inner ? `<p>${inner}</p>` : ''}</figcaption></figure>`;

  function darkSource(): string {
    return openTag('source', {
      srcset: writeState.destination(data.refDark, `${pointer}/data/refDark`),
      media: darkSchemeQuery,
    });
  }
}
