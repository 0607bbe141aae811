import type { ContentRef, Json } from '../../../base/types.js';
import { readLength } from '../nodes/lengths.js';
import { isColor, type MarkName } from '../nodes/marks.js';
import type { Inline } from '../nodes/nodes.js';
import type { ReadState } from '../nodes/read-state.js';
import type { HtmlTag } from '../syntax/html-tags.js';
import { emojiCode, inlineFormula } from '../syntax/inline-syntax.js';
import type { TagDisplay } from './elements-in-text.js';
import { expressionIn } from './expression-html.js';

/** An inline HTML element that is being read. */
interface Element {
  readState: ReadState;
  attributes: HtmlTag['attributes'];
  /** Returns the content of the element if it is only text; otherwise undefined. */
  text(): string | undefined;
  /** Returns the source of the element's content; undefined if it contains other tags. */
  source(): string | undefined;
  /** Returns the tags in the element if it contains nothing except tags; otherwise undefined. */
  tags(): HtmlTag[] | undefined;
}

/**
 * Meaning of an element: a mark on its content, an inline that replaces it, a link, an annotation or a footnote
 * reference. Other elements have a display for readers.
 */
export type Meaning =
  | { mark: MarkName }
  | { inline: Inline }
  | { link: { ref: ContentRef; title?: string } }
  | { annotated: true }
  | { cited: string }
  | TagDisplay;

type Read = (element: Element) => Meaning | undefined;

/** Elements that have a meaning in a document, as GitBook and authors write them. Other elements are text. */
export const elements: { readonly [name: string]: Read } = {
  strong: markElement('bold'),
  b: markElement('bold'),
  em: markElement('italic'),
  i: (element) => readIcon(element) ?? markElement('italic')(element),
  del: markElement('strikethrough'),
  s: markElement('strikethrough'),
  code: (element) => readExpression(element) ?? markElement('code')(element),
  kbd: markElement('keyboard'),
  sub: markElement('subscript'),
  sup: markElement('superscript'),
  mark: readColor,
  a: (element) => readButton(element) ?? readMention(element) ?? readCitation(element) ?? readLink(element),
  span: (element) => readMath(element) ?? readEmoji(element) ?? { annotated: true },
  picture: readPicture,
};

/** Title of a link that is a mention, as GitBook writes it. */
export const mentionTitle = 'mention';

/** Elements without content. */
export const voidElements: { readonly [name: string]: Read } = { img: (element) => imageInline(element) };

function markElement(mark: MarkName): Read {
  return () => ({ mark });
}

function readColor({ readState, attributes }: Element): Meaning | undefined {
  const { color, 'background-color': background } = parseStyle(attributes.style);
  // Browsers show `<mark>` without a color in yellow. The REST API has no such color.
  const marked = readState.forReaders && !isColor(color) ? 'yellow' : 'default';
  return { mark: `color ${isColor(color) ? color : 'default'} ${isColor(background) ? background : marked}` };
}

function readExpression({ attributes, text, source }: Element): Meaning | undefined {
  if (attributes.class !== 'expression') return undefined;
  // The source is used because authors do not escape expressions, and Markdown reads `a*b*c` as emphasis.
  const written = source();
  const expression = text() ?? (written === undefined ? undefined : expressionIn(written));
  return expression === undefined
    ? undefined
    : { inline: { object: 'inline', type: 'expression', data: { expression }, isVoid: true } };
}

function readIcon({ attributes, text }: Element): Meaning | undefined {
  const icon = /^fa-([a-z\d][a-z\d-]*)$/.exec(attributes.class ?? '')?.[1];
  if (!icon || !['', `:${icon}:`].includes(text() ?? '-')) return undefined;
  const { color } = parseStyle(attributes.style);
  const data = { icon, ...(isColor(color) && { color }) };
  return { inline: { object: 'inline', type: 'icon', data, isVoid: true } };
}

function readButton({ readState, attributes, text }: Element): Meaning | undefined {
  const kind = /^button (primary|secondary)$/.exec(attributes.class ?? '')?.[1] as 'primary' | 'secondary' | undefined;
  const label = text();
  if (!kind || label === undefined || !hasAttributes(attributes, 'href')) return undefined;
  const icon = attributes['data-icon'];
  const data = { label, kind, ...(icon && { icon }), ref: readState.resolve(attributes.href!) };
  return { inline: { object: 'inline', type: 'button', data, isVoid: true } };
}

function readMention({ readState, attributes }: Element): Meaning | undefined {
  const titled = hasAttributes(attributes, 'href') && attributes.title === mentionTitle;
  if (!titled && !hasAttributes(attributes, 'href', 'data-mention')) return undefined;
  const data = { ref: readState.resolve(attributes.href!) };
  return { inline: { object: 'inline', type: 'mention', data, isVoid: true } };
}

/**
 * Reads a link. Ignores the window in which it opens: the site decides this, and the REST API has no property for it.
 */
function readLink({ readState, attributes }: Element): Meaning | undefined {
  const { href, title } = attributes;
  if (!hasAttributes(attributes, 'href') || title === mentionTitle) return undefined;
  return { link: { ref: readState.resolve(href!), ...(title && { title }) } };
}

/** Reads a footnote reference in HTML. Markdown's `[^1]` would be text there. */
function readCitation({ attributes }: Element): Meaning | undefined {
  if (!hasAttributes(attributes, 'data-footnote-ref', 'href')) return undefined;
  const label = /^#user-content-fn-([\w-]+)$/.exec(attributes.href!)?.[1];
  return label === undefined ? undefined : { cited: label };
}

/**
 * Reads a formula in HTML. Markdown's dollars would be text there. A formula that Markdown cannot express stays as it
 * is.
 */
function readMath({ attributes, text, source }: Element): Meaning | undefined {
  if (attributes.class !== 'math') return undefined;
  const formula = text() ?? source();
  if (formula === undefined || !inlineFormula.test(formula) || formula.includes('\\|')) return undefined;
  return { inline: { object: 'inline', type: 'inline-math', data: { formula }, isVoid: true } };
}

/** Reads an emoji in HTML. Markdown's colons would be text there. */
function readEmoji({ attributes, text }: Element): Meaning | undefined {
  const code = attributes['data-code'] ?? '';
  if (
    !hasAttributes(attributes, 'data-gb-custom-inline', 'data-tag', 'data-code') ||
    attributes['data-tag'] !== 'emoji' ||
    !emojiCode.test(code)
  )
    return undefined;
  return text() === undefined
    ? undefined
    : { inline: { object: 'inline', type: 'emoji', data: { code }, isVoid: true } };
}

function readPicture({ readState, tags }: Element): Meaning | undefined {
  const [source, image, ...otherTags] = tags() ?? [];
  if (source?.name !== 'source' || image?.name !== 'img' || otherTags.length) return undefined;
  const { srcset, media } = source.attributes;
  if (!hasAttributes(source.attributes, 'srcset') || media !== '(prefers-color-scheme: dark)') return undefined;
  return imageInline({ readState, attributes: image.attributes }, imageRef(readState, srcset!));
}

function imageInline(
  { readState, attributes }: Pick<Element, 'readState' | 'attributes'>,
  refDark?: ContentRef,
): Meaning | undefined {
  const { src, alt, title, 'data-size': size } = attributes;
  if (!hasAttributes(attributes, 'src')) return undefined;
  const data = {
    ref: imageRef(readState, src!),
    ...(refDark && { refDark }),
    ...(alt && { alt }),
    ...(title && { caption: title }),
    ...((size === 'line' || size === 'original') && { size }),
    // In the REST API, an image within text has no size in pixels.
    ...(readState.forReaders && { width: parseLength(attributes.width), height: parseLength(attributes.height) }),
  };
  return { inline: { object: 'inline', type: 'inline-image', data: data as never, isVoid: true } };
}

/**
 * Returns the reference of an image. The REST API allows a file or a URL, so any other destination becomes a URL
 * without changes.
 */
export function imageRef(readState: ReadState, url: string): ContentRef {
  const ref = readState.resolve(url);
  return ref.kind === 'file' || ref.kind === 'url' ? ref : { kind: 'url', url };
}

/** Reports whether a tag has the required attributes. Other attributes are ignored; the Markdown retains them. */
function hasAttributes(attributes: HtmlTag['attributes'], ...needed: readonly string[]): boolean {
  return needed.every((name) => attributes[name] !== undefined);
}

/** Parses a width or height as a length of the REST API; undefined if it is not one. */
function parseLength(text = ''): Json | undefined {
  return readLength(text)?.value;
}

/** Returns the declarations of a style by name. */
function parseStyle(style = ''): { readonly [name: string]: string | undefined } {
  return Object.fromEntries(style.split(';').map((part) => part.trim().split(/\s*:\s*/)));
}
