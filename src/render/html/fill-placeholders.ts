import type { ContentRef } from '../../engine/base/types.js';
import { imageAddress, linkAddress } from './addresses.js';
import { attribute, escapeText } from './markup.js';
import type { Placeholder, PlaceholderImage, ReferenceResolver, RenderedText } from './rendered.js';

/** Maximum nesting depth of shared texts. */
const maxDepth = 5;

/**
 * Maximum total length of the shared texts on a page, in characters. Without it, a few texts that include each other
 * could grow very large.
 */
const maxShared = 5_000_000;

/**
 * Fills the holes of a text for one reader, with values from the filler. Omits unsafe addresses, and shared texts that
 * are nested in themselves.
 */
export function fillText(text: RenderedText, filler: ReferenceResolver): string {
  return fillRendered({ filler, within: [], scope: '', shared: { count: 0, length: 0 } }, text);
}

/** Returns a text without its leading heading, for pages whose title equals that heading. */
export function withoutLeadingTitle(text: RenderedText): RenderedText {
  const { pieces, headings, leadingPieces = 0 } = text;
  if (leadingPieces === 0) return text;
  return { pieces: pieces.slice(leadingPieces), headings: headings.slice(1), leadingTitle: null };
}

interface FillState {
  filler: ReferenceResolver;
  /** Texts that contain the current one, the outermost first. */
  within: readonly RenderedText[];
  scope: string;
  /** Number and total length of the shared texts on the page. */
  shared: { count: number; length: number };
}

function fillRendered(fillState: FillState, text: RenderedText): string {
  const inner = { ...fillState, within: [...fillState.within, text] };
  return fillPieces(inner, text.pieces);
}

function fillPieces(fillState: FillState, pieces: RenderedText['pieces']): string {
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece : fillers[piece.placeholder](fillState, piece as never)))
    .join('');
}

const fillers: {
  [Name in Placeholder['placeholder']]: (
    fillState: FillState,
    placeholder: Extract<Placeholder, { placeholder: Name }>,
  ) => string;
} = {
  link: ({ filler }, { ref }) => linkAttributes(filler, ref),
  name: ({ filler }, { ref }) => escapeText(filler.nameOf(ref)),
  image: ({ filler }, { image }) => imageHtml(filler, image),
  scope: ({ scope }) => scope,
  specification(fillState, { ref, part, card }) {
    return fillState.filler.specificationOf(ref, part) ?? fillPieces(fillState, card);
  },
  shared(fillState, { ref }) {
    const { filler, within, shared } = fillState;
    const text = within.length <= maxDepth ? filler.sharedOf(ref) : null;
    if (!text || within.includes(text) || shared.length > maxShared) return '';
    shared.count += 1;
    const html = fillRendered({ ...fillState, scope: `${shared.count}-` }, text);
    shared.length += html.length;
    return html;
  },
};

function linkAttributes(filler: ReferenceResolver, ref: ContentRef): string {
  const link = filler.linkOf(ref);
  const address = link && linkAddress(link.url);
  if (!address) return '';
  if (!link.isExternal) return attribute('href', address);
  const target = filler.opensWindows ? attribute('target', '_blank') : '';
  return `${attribute('href', address)}${target}${attribute('rel', 'noopener noreferrer')}`;
}

/**
 * Renders an image. If there is a dark variant, renders two images. The theme of the page determines which one is
 * shown.
 */
function imageHtml(filler: ReferenceResolver, image: PlaceholderImage): string {
  const light = imageTag(filler, image, image.refDark && 'only-light');
  const dark = image.refDark ? imageTag(filler, { ...image, ref: image.refDark }, 'only-dark') : null;
  if (light && dark) return light + dark;
  const either = imageTag(filler, image) ?? (image.refDark && imageTag(filler, { ...image, ref: image.refDark }));
  if (either) return either;
  const name = escapeText(image.alt || filler.nameOf(image.ref));
  return name && `<span class="missing-image">${name}</span>`;
}

function imageTag(filler: ReferenceResolver, image: PlaceholderImage, only?: string): string | null {
  const found = filler.imageOf(image.ref);
  const address = found && imageAddress(found.url);
  if (!address) return null;
  const className = [image.className, only].filter(Boolean).join(' ');
  const { width, height } = sizeAttributes(image, found);
  const attributes = [
    ['class', className || undefined],
    ['src', address],
    ['alt', image.alt],
    ['title', image.title],
    ['width', width],
    ['height', height],
    ['loading', 'lazy'],
    ['decoding', 'async'],
  ] as const;
  return `<img${attributes.map(([name, value]) => (value === undefined ? '' : attribute(name, value))).join('')}>`;
}

type Size = { width: string | undefined; height: string | undefined };

/**
 * Returns the size of an image. If the width or height is missing, computes it from the aspect ratio, so that the
 * layout does not shift when the image loads.
 */
function sizeAttributes(image: PlaceholderImage, own: { width?: number; height?: number }): Size {
  const [width, height] = [lengthAttribute(image.width), lengthAttribute(image.height)];
  const { width: across, height: down } = own;
  if (!across || !down) return { width, height };
  if (!width && !height) return { width: String(across), height: String(down) };
  if (width && height) return { width, height };
  const sides = { width: width ?? scaleSide(height, across / down), height: height ?? scaleSide(width, down / across) };
  return sides;
}

function scaleSide(side: string | undefined, by: number): string | undefined {
  return side === undefined || side.endsWith('%') ? undefined : String(Math.max(1, Math.round(Number(side) * by)));
}

/** Returns a length in pixels or percent, the units that attributes of images allow; undefined for other units. */
function lengthAttribute(length: string | undefined): string | undefined {
  const [, number, unit] = /^(\d{1,6}(?:\.\d{1,6})?)(px|%)?$/.exec(length ?? '') ?? [];
  if (number === undefined) return undefined;
  return unit === '%' ? `${number}%` : String(Math.round(Number(number)));
}
