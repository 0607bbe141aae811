import type { ContentRef } from '../../engine/base/types.js';
import { imageAddress, linkAddress } from './addresses.js';
import { attribute, escapeText } from './markup.js';
import type { Filler, Hole, ImageHole, RenderedText } from './rendered.js';

/** Shared texts may stand this deep in one another. */
const maxDepth = 5;

/** Characters that all shared texts of a page may come to: a few that show each other often would be without end. */
const maxShared = 5_000_000;

/**
 * A text as it is shown to a reader: its holes filled with what the filler knows. Addresses that run something, or lead where
 * none of ours and none of the schemes that people follow lead, are left out, and so is a shared text within itself.
 */
export function fillText(text: RenderedText, filler: Filler): string {
  return filled({ filler, within: [], scope: '', shared: { count: 0, length: 0 } }, text);
}

/** A text without the heading that it begins with, where that says what the page's title says. */
export function withoutLeadingTitle(text: RenderedText): RenderedText {
  const { pieces, headings, leadingPieces = 0 } = text;
  if (leadingPieces === 0) return text;
  return { pieces: pieces.slice(leadingPieces), headings: headings.slice(1), leadingTitle: null };
}

interface Filling {
  filler: Filler;
  /** The texts around. */
  within: readonly RenderedText[];
  scope: string;
  /** How many shared texts there are on the page, and how long they are. */
  shared: { count: number; length: number };
}

function filled(filling: Filling, text: RenderedText): string {
  const inner = { ...filling, within: [...filling.within, text] };
  return filledPieces(inner, text.pieces);
}

function filledPieces(filling: Filling, pieces: RenderedText['pieces']): string {
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece : fillers[piece.hole](filling, piece as never)))
    .join('');
}

const fillers: { [Name in Hole['hole']]: (filling: Filling, hole: Extract<Hole, { hole: Name }>) => string } = {
  link: ({ filler }, { ref }) => linkAttributes(filler, ref),
  name: ({ filler }, { ref }) => escapeText(filler.nameOf(ref)),
  image: ({ filler }, { image }) => imageHtml(filler, image),
  scope: ({ scope }) => scope,
  specification(filling, { ref, part, card }) {
    return filling.filler.specificationOf(ref, part) ?? filledPieces(filling, card);
  },
  shared(filling, { ref }) {
    const { filler, within, shared } = filling;
    const text = within.length <= maxDepth ? filler.sharedOf(ref) : null;
    if (!text || within.includes(text) || shared.length > maxShared) return '';
    shared.count += 1;
    const html = filled({ ...filling, scope: `${shared.count}-` }, text);
    shared.length += html.length;
    return html;
  },
};

function linkAttributes(filler: Filler, ref: ContentRef): string {
  const link = filler.linkOf(ref);
  const address = link && linkAddress(link.url);
  if (!address) return '';
  if (!link.isExternal) return attribute('href', address);
  const target = filler.opensWindows ? attribute('target', '_blank') : '';
  return `${attribute('href', address)}${target}${attribute('rel', 'noopener noreferrer')}`;
}

/** An image; with its dark variant they are two, of which the theme of the page shows one. */
function imageHtml(filler: Filler, image: ImageHole): string {
  const light = imageTag(filler, image, image.refDark && 'only-light');
  const dark = image.refDark ? imageTag(filler, { ...image, ref: image.refDark }, 'only-dark') : null;
  if (light && dark) return light + dark;
  const either = imageTag(filler, image) ?? (image.refDark && imageTag(filler, { ...image, ref: image.refDark }));
  if (either) return either;
  const name = escapeText(image.alt || filler.nameOf(image.ref));
  return name && `<span class="missing-image">${name}</span>`;
}

function imageTag(filler: Filler, image: ImageHole, only?: string): string | null {
  const found = filler.imageOf(image.ref);
  const address = found && imageAddress(found.url);
  if (!address) return null;
  const className = [image.className, only].filter(Boolean).join(' ');
  const { width, height } = sizeOf(image, found);
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

/** The size as it is written; one side alone is completed by the proportions of the image, so that nothing jumps when it comes. */
function sizeOf(image: ImageHole, own: { width?: number; height?: number }): Size {
  const [width, height] = [lengthOf(image.width), lengthOf(image.height)];
  const { width: across, height: down } = own;
  if (!across || !down) return { width, height };
  if (!width && !height) return { width: String(across), height: String(down) };
  if (width && height) return { width, height };
  const sides = { width: width ?? scaled(height, across / down), height: height ?? scaled(width, down / across) };
  return sides;
}

function scaled(side: string | undefined, by: number): string | undefined {
  return side === undefined || side.endsWith('%') ? undefined : String(Math.max(1, Math.round(Number(side) * by)));
}

/** Pixels or a share, as attributes of images have them; other units cannot be said there. */
function lengthOf(length: string | undefined): string | undefined {
  const [, number, unit] = /^(\d{1,6}(?:\.\d{1,6})?)(px|%)?$/.exec(length ?? '') ?? [];
  if (number === undefined) return undefined;
  return unit === '%' ? `${number}%` : String(Math.round(Number(number)));
}
