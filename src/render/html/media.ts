import type { ContentRef } from '../../engine/base/types.js';
import { type DocumentNode, refOf, textOf } from '../../engine/text/document/node-shape.js';
import { nameOf } from './inlines.js';
import { alignClass, classes, wideClass } from './look.js';
import { type Content, element, type Html, hole, isEmpty, linkTo } from './markup.js';
import type { ImageHole } from './rendered.js';
import type { Rendering } from './rendering.js';
import { lengthText } from './values.js';

/** A block of images: one with its caption, or several side by side. */
export function imagesHtml(rendering: Rendering, node: DocumentNode): Content {
  const nodes = node.nodes ?? [];
  const look = [alignClass(node), node.data?.withFrame === true && 'framed', wideClass(node)];
  if (nodes.length === 1 && nodes[0]!.type === 'image') return imageHtml(rendering, nodes[0]!, look);
  const figures = nodes.map((image) =>
    image.type === 'image' ? imageHtml(rendering, image) : rendering.blocks([image]),
  );
  return figures.length > 0 && element('div', classes('gallery', ...look), figures);
}

/** An image with its caption. */
export function imageHtml(
  rendering: Rendering,
  node: DocumentNode,
  look: (string | false | undefined)[] = [],
): Content {
  const ref = refOf(node);
  const refDark = refOf(node, 'refDark');
  const [width, height] = [lengthText(node.data?.width), lengthText(node.data?.height)];
  const image = ref && {
    ref,
    ...(refDark && { refDark }),
    alt: textOf(node, 'alt'),
    ...(width && { width }),
    ...(height && { height }),
  };
  return element(
    'figure',
    classes('image', ...look),
    image ? pictureHtml(image) : textOf(node, 'alt'),
    captionHtml(rendering, node),
  );
}

/** A drawing: an image that the editor made. */
export function drawingHtml(rendering: Rendering, node: DocumentNode): Content {
  const ref = refOf(node);
  const alt = textOf(node, 'alt');
  if (!ref) return element('p', {}, alt || '[drawing]');
  return element('figure', { class: 'image drawing' }, pictureHtml({ ref, alt }), captionHtml(rendering, node));
}

/** An embed: a card that leads there, for a page loads nothing from elsewhere but images. */
export function embedHtml(rendering: Rendering, node: DocumentNode): Content {
  const url = textOf(node, 'url');
  return captioned(rendering, node, cardHtml({ kind: 'url', url }, 'Embedded', url));
}

/** A file to download. */
export function fileHtml(rendering: Rendering, node: DocumentNode): Content {
  const ref = refOf(node);
  return captioned(rendering, node, ref ? cardHtml(ref, 'File', nameOf(ref)) : null);
}

/** A card that leads to what the node refers to. */
export function cardBlock(node: DocumentNode): Content {
  const ref = refOf(node);
  return ref ? cardHtml(ref, '', nameOf(ref)) : null;
}

/** What another service shows where it is installed: its name, and a card where it has an address. */
export function integrationHtml(rendering: Rendering, node: DocumentNode): Content {
  const name = [textOf(node, 'integration'), textOf(node, 'block')].filter(Boolean).join(' / ');
  const url = textOf(node, 'url');
  const card = url ? cardHtml({ kind: 'url', url }, name, url) : name && element('p', {}, name);
  return [card, rendering.blocks(node.nodes), (node.fragments ?? []).map(({ nodes }) => rendering.blocks(nodes))];
}

/** An image that the filler knows. */
function pictureHtml(image: ImageHole): Html {
  return hole({ hole: 'image', image });
}

function cardHtml(ref: ContentRef, kind: string, name: Content): Html {
  const label = kind !== '' && [element('span', { class: 'card-kind' }, kind), ' '];
  return linkTo(ref, { class: 'card' }, label, element('span', { class: 'card-title' }, name));
}

function captioned(rendering: Rendering, node: DocumentNode, card: Content): Content {
  const caption = captionHtml(rendering, node);
  return caption ? element('figure', { class: 'linked' }, card, caption) : card;
}

function captionHtml(rendering: Rendering, node: DocumentNode): Html | null {
  const caption = { html: (node.fragments ?? []).map(({ nodes }) => rendering.blocks(nodes)) };
  return isEmpty(caption) ? null : element('figcaption', {}, caption);
}
