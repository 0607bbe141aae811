import type { ContentRef } from '../../engine/base/types.js';
import { type DocumentNode, dataText, refOf } from '../../engine/text/document/node-shape.js';
import { referenceNameHtml } from './inlines.js';
import { type Content, element, type Html, isEmpty, linkTo, placeholderHtml } from './markup.js';
import { alignClass, classes, wideClass } from './presentation.js';
import type { RenderState } from './render-state.js';
import type { PlaceholderImage } from './rendered.js';
import { lengthText } from './values.js';

/** Renders a block of images: one image with its caption, or several next to each other. */
export function imagesHtml(renderState: RenderState, node: DocumentNode): Content {
  const nodes = node.nodes ?? [];
  const look = [alignClass(node), node.data?.withFrame === true && 'framed', wideClass(node)];
  if (nodes.length === 1 && nodes[0]!.type === 'image') return imageHtml(renderState, nodes[0]!, look);
  const figures = nodes.map((image) =>
    image.type === 'image' ? imageHtml(renderState, image) : renderState.blocks([image]),
  );
  return figures.length > 0 && element('div', classes('gallery', ...look), figures);
}

/** Renders an image with its caption. */
export function imageHtml(
  renderState: RenderState,
  node: DocumentNode,
  look: (string | false | undefined)[] = [],
): Content {
  const ref = refOf(node);
  const refDark = refOf(node, 'refDark');
  const [width, height] = [lengthText(node.data?.width), lengthText(node.data?.height)];
  const image = ref && {
    ref,
    ...(refDark && { refDark }),
    alt: dataText(node, 'alt'),
    ...(width && { width }),
    ...(height && { height }),
  };
  return element(
    'figure',
    classes('image', ...look),
    image ? pictureHtml(image) : dataText(node, 'alt'),
    captionHtml(renderState, node),
  );
}

/** Renders a drawing, which is an image made in the editor. */
export function drawingHtml(renderState: RenderState, node: DocumentNode): Content {
  const ref = refOf(node);
  const alt = dataText(node, 'alt');
  if (!ref) return element('p', {}, alt || '[drawing]');
  return element('figure', { class: 'image drawing' }, pictureHtml({ ref, alt }), captionHtml(renderState, node));
}

/** Renders an embed as a card with a link, because pages load nothing except images from other servers. */
export function embedHtml(renderState: RenderState, node: DocumentNode): Content {
  const url = dataText(node, 'url');
  return withCaption(renderState, node, cardHtml({ kind: 'url', url }, 'Embedded', url));
}

/** Renders a file for download. */
export function fileHtml(renderState: RenderState, node: DocumentNode): Content {
  const ref = refOf(node);
  return withCaption(renderState, node, ref ? cardHtml(ref, 'File', referenceNameHtml(ref)) : null);
}

/** Renders a card with a link to the target of the node. */
export function cardBlock(node: DocumentNode): Content {
  const ref = refOf(node);
  return ref ? cardHtml(ref, '', referenceNameHtml(ref)) : null;
}

/** Renders a block of an integration: its name and content, as a card if it has an address. */
export function integrationHtml(renderState: RenderState, node: DocumentNode): Content {
  const name = [dataText(node, 'integration'), dataText(node, 'block')].filter(Boolean).join(' / ');
  const url = dataText(node, 'url');
  const card = url ? cardHtml({ kind: 'url', url }, name, url) : name && element('p', {}, name);
  return [card, renderState.blocks(node.nodes), (node.fragments ?? []).map(({ nodes }) => renderState.blocks(nodes))];
}

/** Returns a hole for an image. It is filled when the text is shown. */
function pictureHtml(image: PlaceholderImage): Html {
  return placeholderHtml({ placeholder: 'image', image });
}

function cardHtml(ref: ContentRef, kind: string, name: Content): Html {
  const label = kind !== '' && [element('span', { class: 'card-kind' }, kind), ' '];
  return linkTo(ref, { class: 'card' }, label, element('span', { class: 'card-title' }, name));
}

function withCaption(renderState: RenderState, node: DocumentNode, card: Content): Content {
  const caption = captionHtml(renderState, node);
  return caption ? element('figure', { class: 'linked' }, card, caption) : card;
}

function captionHtml(renderState: RenderState, node: DocumentNode): Html | null {
  const caption = { html: (node.fragments ?? []).map(({ nodes }) => renderState.blocks(nodes)) };
  return isEmpty(caption) ? null : element('figcaption', {}, caption);
}
