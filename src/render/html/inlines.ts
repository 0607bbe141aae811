import type { ContentRef, Json } from '../../engine/base/types.js';
import { emojiText } from '../../engine/text/document/emoji-text.js';
import { type DocumentNode, dataText, refOf } from '../../engine/text/document/node-shape.js';
import type { Inline } from '../../engine/text/document/nodes/nodes.js';
import { inlineElementHtml } from './elements.js';
import { colorClass, leafHtml } from './marks.js';
import {
  type Attributes,
  type Content,
  element,
  type Html,
  isEmpty,
  joinContent,
  linkTo,
  placeholderHtml,
} from './markup.js';
import { formulaHtml } from './math.js';
import { type RenderState, rendererId } from './render-state.js';
import type { PlaceholderImage } from './rendered.js';
import { lengthText } from './values.js';

/** Context of inline nodes. In a link, no other link is allowed. */
export interface InlineContext {
  isLink?: boolean;
}

/** Renders inline nodes and texts. For blocks and unknown types, renders the text in them. */
export function inlinesHtml(
  renderState: RenderState,
  nodes: readonly DocumentNode[] | undefined = [],
  around: InlineContext = {},
): Html {
  return joinContent(
    nodes.map((node) => {
      if (node.object === 'text') return (node.leaves ?? []).map(leafHtml);
      const known = Object.hasOwn(inlines, node.type ?? '') ? inlines[node.type!] : undefined;
      return (known ?? otherInline)(renderState, node, around);
    }),
  );
}

/** Renders an icon by its name. Pages have no icon font, so a placeholder is shown, with the name as its tooltip. */
export function iconHtml(icon: string, color?: Json): Content {
  if (!icon) return null;
  const classes = ['icon', colorClass(color)].filter(Boolean).join(' ');
  return element('span', { class: classes, title: icon, 'aria-hidden': 'true' });
}

/** Returns the name of the target of a reference. */
export function referenceNameHtml(ref: ContentRef): Html {
  return placeholderHtml({ placeholder: 'name', ref });
}

type RenderInline = (renderState: RenderState, node: DocumentNode, around: InlineContext) => Content;

const inlines: Record<Inline['type'], RenderInline> & Record<string, RenderInline> = {
  link(renderState, node, around) {
    const ref = refOf(node);
    const inner = inlinesHtml(renderState, node.nodes, { isLink: true });
    const title = dataText(node, 'title') || undefined;
    return linkHtml({ ref, around }, { title }, isEmpty(inner) && ref ? referenceNameHtml(ref) : inner);
  },
  'inline-image'(_, node) {
    const ref = refOf(node);
    const [alt, caption] = [dataText(node, 'alt'), dataText(node, 'caption')];
    if (!ref) return alt || caption;
    const [width, height] = [lengthText(node.data?.width), lengthText(node.data?.height)];
    const image: PlaceholderImage = {
      ref,
      alt: alt || caption,
      ...(alt && caption && { title: caption }),
      ...(width && { width }),
      ...(height && { height }),
      className: dataText(node, 'size') === 'line' ? 'line-image' : 'inline-image',
    };
    const refDark = refOf(node, 'refDark');
    return placeholderHtml({ placeholder: 'image', image: refDark ? { ...image, refDark } : image });
  },
  element: (renderState, node, around) =>
    inlineElementHtml(renderState, node, inlinesHtml(renderState, node.nodes, around)),
  emoji: (_, node) => element('span', { class: 'emoji' }, emojiText(dataText(node, 'code'))),
  icon: (_, node) => iconHtml(dataText(node, 'icon'), node.data?.color),
  expression: (_, node) => element('code', { class: 'expression' }, dataText(node, 'expression')),
  'inline-math': (renderState, node) => formulaHtml(renderState, dataText(node, 'formula'), 'inline'),
  mention(_, node, around) {
    const ref = refOf(node);
    if (!ref) return null;
    return linkHtml({ ref, around }, { class: 'mention' }, ref.kind === 'user' && '@', referenceNameHtml(ref));
  },
  button(_, node, around) {
    const ref = refOf(node);
    const kind = dataText(node, 'kind') === 'secondary' ? 'secondary' : 'primary';
    const label = dataText(node, 'label') || (ref && referenceNameHtml(ref));
    return linkHtml({ ref, around }, { class: `button ${kind}` }, iconHtml(dataText(node, 'icon')), label);
  },
  annotation(renderState, node, { isLink }) {
    const text = inlinesHtml(renderState, node.nodes, isLink ? { isLink } : {});
    const number = String(renderState.note(node));
    const href = joinContent(['#', rendererId(`note-${number}`)]);
    const id = rendererId(`note-${number}-of`);
    const mark = isLink
      ? element('span', { id }, number)
      : element('a', { id, href, 'aria-label': `Note ${number}` }, number);
    return [element('span', { class: 'annotation' }, text), element('sup', {}, mark)];
  },
};

function otherInline(renderState: RenderState, node: DocumentNode, around: InlineContext): Content {
  const inside = [...(node.nodes ?? []), ...(node.fragments ?? [])];
  if (inside.length > 0) return inlinesHtml(renderState, inside, around);
  return node.object === 'fragment' ? null : `[${node.type ?? node.object}]`;
}

function linkHtml(
  { ref, around }: { ref: ContentRef | undefined; around: InlineContext },
  attributes: Attributes,
  ...content: Content[]
): Html {
  return ref && !around.isLink ? linkTo(ref, attributes, content) : element('span', attributes, content);
}
