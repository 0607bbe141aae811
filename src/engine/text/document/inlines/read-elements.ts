import type { ContentRef, Json } from '../../../base/types.js';
import { readLength } from '../nodes/lengths.js';
import { isColor, type MarkName } from '../nodes/marks.js';
import type { Inline } from '../nodes/nodes.js';
import type { Reading } from '../nodes/reading.js';
import type { HtmlTag } from '../syntax/html-tags.js';
import { emojiCode, inlineFormula } from '../syntax/inline-syntax.js';
import type { Showing } from './elements-in-text.js';
import { expressionIn } from './expression-html.js';

/** What the elements of HTML within text need of the page. */
interface Element {
  reading: Reading;
  attributes: HtmlTag['attributes'];
  /** Its content where that is nothing but text; undefined where it holds more. */
  text(): string | undefined;
  /** Its content as written; undefined where it holds other tags. */
  source(): string | undefined;
  /** The tags it consists of; undefined where it holds more than tags. */
  tags(): HtmlTag[] | undefined;
}

/** What an element says: a mark on its content, an inline in place of it, what its content is the text of, a footnote, or how readers see it. */
export type Meaning =
  | { mark: MarkName }
  | { inline: Inline }
  | { link: { ref: ContentRef; title?: string } }
  | { annotated: true }
  | { cited: string }
  | Showing;

type Read = (element: Element) => Meaning | undefined;

/** Elements that mean something in a document, as GitBook writes them and as authors do. Any other stays text. */
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

function readColor({ reading, attributes }: Element): Meaning | undefined {
  const { color, 'background-color': background } = styleOf(attributes.style);
  // Without a color of its own, marked text is yellow in browsers; the document has no word for that.
  const marked = reading.forReaders && !isColor(color) ? 'yellow' : 'default';
  return { mark: `color ${isColor(color) ? color : 'default'} ${isColor(background) ? background : marked}` };
}

function readExpression({ attributes, text, source }: Element): Meaning | undefined {
  if (attributes.class !== 'expression') return undefined;
  // Authors do not escape: `a*b*c` reads as emphasis in Markdown.
  const written = source();
  const expression = text() ?? (written === undefined ? undefined : expressionIn(written));
  return expression === undefined
    ? undefined
    : { inline: { object: 'inline', type: 'expression', data: { expression }, isVoid: true } };
}

function readIcon({ attributes, text }: Element): Meaning | undefined {
  const icon = /^fa-([a-z\d][a-z\d-]*)$/.exec(attributes.class ?? '')?.[1];
  if (!icon || !['', `:${icon}:`].includes(text() ?? '-')) return undefined;
  const { color } = styleOf(attributes.style);
  const data = { icon, ...(isColor(color) && { color }) };
  return { inline: { object: 'inline', type: 'icon', data, isVoid: true } };
}

function readButton({ reading, attributes, text }: Element): Meaning | undefined {
  const kind = /^button (primary|secondary)$/.exec(attributes.class ?? '')?.[1] as 'primary' | 'secondary' | undefined;
  const label = text();
  if (!kind || label === undefined || !has(attributes, 'href')) return undefined;
  const icon = attributes['data-icon'];
  const data = { label, kind, ...(icon && { icon }), ref: reading.resolve(attributes.href!) };
  return { inline: { object: 'inline', type: 'button', data, isVoid: true } };
}

function readMention({ reading, attributes }: Element): Meaning | undefined {
  const titled = has(attributes, 'href') && attributes.title === mentionTitle;
  if (!titled && !has(attributes, 'href', 'data-mention')) return undefined;
  const data = { ref: reading.resolve(attributes.href!) };
  return { inline: { object: 'inline', type: 'mention', data, isVoid: true } };
}

/** Where a link opens is the site's affair; the contract has no word for it. */
function readLink({ reading, attributes }: Element): Meaning | undefined {
  const { href, title } = attributes;
  if (!has(attributes, 'href') || title === mentionTitle) return undefined;
  return { link: { ref: reading.resolve(href!), ...(title && { title }) } };
}

/** A footnote in HTML, where Markdown's `[^1]` is text. */
function readCitation({ attributes }: Element): Meaning | undefined {
  if (!has(attributes, 'data-footnote-ref', 'href')) return undefined;
  const label = /^#user-content-fn-([\w-]+)$/.exec(attributes.href!)?.[1];
  return label === undefined ? undefined : { cited: label };
}

/** A formula in HTML, where Markdown's dollars are text; one that Markdown cannot say stays as written. */
function readMath({ attributes, text, source }: Element): Meaning | undefined {
  if (attributes.class !== 'math') return undefined;
  const formula = text() ?? source();
  if (formula === undefined || !inlineFormula.test(formula) || formula.includes('\\|')) return undefined;
  return { inline: { object: 'inline', type: 'inline-math', data: { formula }, isVoid: true } };
}

/** An emoji in HTML, where Markdown's colons are text. */
function readEmoji({ attributes, text }: Element): Meaning | undefined {
  const code = attributes['data-code'] ?? '';
  if (
    !has(attributes, 'data-gb-custom-inline', 'data-tag', 'data-code') ||
    attributes['data-tag'] !== 'emoji' ||
    !emojiCode.test(code)
  )
    return undefined;
  return text() === undefined
    ? undefined
    : { inline: { object: 'inline', type: 'emoji', data: { code }, isVoid: true } };
}

function readPicture({ reading, tags }: Element): Meaning | undefined {
  const [source, image, ...others] = tags() ?? [];
  if (source?.name !== 'source' || image?.name !== 'img' || others.length) return undefined;
  const { srcset, media } = source.attributes;
  if (!has(source.attributes, 'srcset') || media !== '(prefers-color-scheme: dark)') return undefined;
  return imageInline({ reading, attributes: image.attributes }, imageRef(reading, srcset!));
}

function imageInline(
  { reading, attributes }: Pick<Element, 'reading' | 'attributes'>,
  refDark?: ContentRef,
): Meaning | undefined {
  const { src, alt, title, 'data-size': size } = attributes;
  if (!has(attributes, 'src')) return undefined;
  const data = {
    ref: imageRef(reading, src!),
    ...(refDark && { refDark }),
    ...(alt && { alt }),
    ...(title && { caption: title }),
    ...((size === 'line' || size === 'original') && { size }),
    // The contract has no size in pixels for an image within text.
    ...(reading.forReaders && { width: lengthOf(attributes.width), height: lengthOf(attributes.height) }),
  };
  return { inline: { object: 'inline', type: 'inline-image', data: data as never, isVoid: true } };
}

/** Where an image lies: the contract allows a file or a URL, so any other destination stays a URL as written. */
export function imageRef(reading: Reading, url: string): ContentRef {
  const ref = reading.resolve(url);
  return ref.kind === 'file' || ref.kind === 'url' ? ref : { kind: 'url', url };
}

/** Whether a tag has the needed attributes. The reading ignores all others; the Markdown keeps them. */
function has(attributes: HtmlTag['attributes'], ...needed: readonly string[]): boolean {
  return needed.every((name) => attributes[name] !== undefined);
}

/** A width or height as a length of the contract; undefined if it is not one. */
function lengthOf(text = ''): Json | undefined {
  return readLength(text)?.value;
}

/** The declarations of a style by name. */
function styleOf(style = ''): { readonly [name: string]: string | undefined } {
  return Object.fromEntries(style.split(';').map((part) => part.trim().split(/\s*:\s*/)));
}
