import { expressionIn } from '../expressions/html.js';
import type { ContentRef } from '../types.js';
import type { HtmlTag } from './html-tags.js';
import { emojiCode, inlineFormula } from './inline-syntax.js';
import { isColor, type MarkName } from './marks.js';
import type { Color, Inline } from './nodes.js';
import type { Reading } from './reading.js';

/** What the elements of HTML within text need of the page. */
export interface Element {
  reading: Reading;
  attributes: HtmlTag['attributes'];
  /** Its content where that is nothing but text; undefined where it holds more. */
  text(): string | undefined;
  /** Its content as written; undefined where it holds other tags. */
  source(): string | undefined;
  /** The tags it consists of; undefined where it holds more than tags. */
  tags(): HtmlTag[] | undefined;
}

/** What an element says: a mark on its content, an inline in place of it, what its content is the text of, or a footnote. */
export type Meaning =
  | { mark: MarkName }
  | { inline: Inline }
  | { link: { ref: ContentRef; title?: string } }
  | { annotated: true }
  | { cited: string };

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
  span: (element) =>
    readMath(element) ?? readEmoji(element) ?? (has(element.attributes, []) ? { annotated: true } : undefined),
  picture: readPicture,
};

/** Title of a link that is a mention, as GitBook writes it. */
export const mentionTitle = 'mention';

/** Elements without content. */
export const voidElements: { readonly [name: string]: Read } = { img: (element) => imageInline(element) };

function markElement(mark: MarkName): Read {
  return ({ attributes }) => (has(attributes, []) ? { mark } : undefined);
}

function readColor({ attributes }: Element): Meaning | undefined {
  if (!has(attributes, ['style'])) return undefined;
  const style = styleOf(attributes.style);
  if (!style || Object.keys(style).some((key) => key !== 'color' && key !== 'background-color')) return undefined;
  const { color = 'default', 'background-color': background = 'default' } = style;
  return isColor(color) && isColor(background) ? { mark: `color ${color} ${background}` } : undefined;
}

function readExpression({ attributes, text, source }: Element): Meaning | undefined {
  if (!has(attributes, ['class']) || attributes.class !== 'expression') return undefined;
  // Authors do not escape: `a*b*c` reads as emphasis in Markdown.
  const written = source();
  const expression = text() ?? (written === undefined ? undefined : expressionIn(written));
  return expression === undefined
    ? undefined
    : { inline: { object: 'inline', type: 'expression', data: { expression }, isVoid: true } };
}

function readIcon({ attributes, text }: Element): Meaning | undefined {
  const icon = /^fa-([a-z\d][a-z\d-]*)$/.exec(attributes.class ?? '')?.[1];
  if (!icon || !has(attributes, ['class', 'style']) || !['', `:${icon}:`].includes(text() ?? '-')) return undefined;
  const style = styleOf(attributes.style);
  if (!style || Object.keys(style).some((key) => key !== 'color')) return undefined;
  if (style.color !== undefined && !isColor(style.color)) return undefined;
  const data = { icon, ...(style.color && { color: style.color as Color }) };
  return { inline: { object: 'inline', type: 'icon', data, isVoid: true } };
}

function readButton({ reading, attributes, text }: Element): Meaning | undefined {
  const kind = /^button (primary|secondary)$/.exec(attributes.class ?? '')?.[1] as 'primary' | 'secondary' | undefined;
  const label = text();
  if (!kind || label === undefined || !has(attributes, ['href', 'class', 'data-icon'], ['href'])) return undefined;
  const icon = attributes['data-icon'];
  const data = { label, kind, ...(icon && { icon }), ref: reading.resolve(attributes.href!) };
  return { inline: { object: 'inline', type: 'button', data, isVoid: true } };
}

function readMention({ reading, attributes }: Element): Meaning | undefined {
  const titled = has(attributes, ['href', 'title'], ['href']) && attributes.title === mentionTitle;
  if (!titled && !has(attributes, ['href', 'data-mention'], ['href', 'data-mention'])) return undefined;
  const data = { ref: reading.resolve(attributes.href!) };
  return { inline: { object: 'inline', type: 'mention', data, isVoid: true } };
}

/** Where a link opens is the site's affair; the contract has no word for it. */
function readLink({ reading, attributes }: Element): Meaning | undefined {
  const { href, title } = attributes;
  if (!has(attributes, ['href', 'title', 'target', 'rel'], ['href']) || title === mentionTitle) return undefined;
  return { link: { ref: reading.resolve(href!), ...(title && { title }) } };
}

/** A footnote in HTML, where Markdown's `[^1]` is text. */
function readCitation({ attributes }: Element): Meaning | undefined {
  if (!has(attributes, ['data-footnote-ref', 'href'], ['data-footnote-ref', 'href'])) return undefined;
  const label = /^#user-content-fn-([\w-]+)$/.exec(attributes.href!)?.[1];
  return label === undefined ? undefined : { cited: label };
}

/** A formula in HTML, where Markdown's dollars are text; one that Markdown cannot say stays as written. */
function readMath({ attributes, text, source }: Element): Meaning | undefined {
  if (!has(attributes, ['class']) || attributes.class !== 'math') return undefined;
  const formula = text() ?? source();
  if (formula === undefined || !inlineFormula.test(formula) || formula.includes('\\|')) return undefined;
  return { inline: { object: 'inline', type: 'inline-math', data: { formula }, isVoid: true } };
}

/** An emoji in HTML, where Markdown's colons are text. */
function readEmoji({ attributes, text }: Element): Meaning | undefined {
  const names = ['data-gb-custom-inline', 'data-tag', 'data-code'];
  const code = attributes['data-code'] ?? '';
  if (!has(attributes, names, names) || attributes['data-tag'] !== 'emoji' || !emojiCode.test(code)) return undefined;
  return text() === undefined
    ? undefined
    : { inline: { object: 'inline', type: 'emoji', data: { code }, isVoid: true } };
}

function readPicture({ reading, attributes, tags }: Element): Meaning | undefined {
  const [source, image, ...others] = tags() ?? [];
  if (!has(attributes, []) || source?.name !== 'source' || image?.name !== 'img' || others.length) return undefined;
  const { srcset, media } = source.attributes;
  if (!has(source.attributes, ['srcset', 'media'], ['srcset']) || media !== '(prefers-color-scheme: dark)')
    return undefined;
  return imageInline({ reading, attributes: image.attributes }, imageRef(reading, srcset!));
}

function imageInline(
  { reading, attributes }: Pick<Element, 'reading' | 'attributes'>,
  refDark?: ContentRef,
): Meaning | undefined {
  const { src, alt, title, 'data-size': size } = attributes;
  if (!has(attributes, ['src', 'alt', 'title', 'data-size'], ['src'])) return undefined;
  if (size !== undefined && size !== 'line' && size !== 'original') return undefined;
  const data = {
    ref: imageRef(reading, src!),
    ...(refDark && { refDark }),
    ...(alt && { alt }),
    ...(title && { caption: title }),
    ...(size && { size }),
  };
  return { inline: { object: 'inline', type: 'inline-image', data: data as never, isVoid: true } };
}

/** Where an image lies: the contract allows a file or a URL, so any other destination stays a URL as written. */
export function imageRef(reading: Reading, url: string): ContentRef {
  const ref = reading.resolve(url);
  return ref.kind === 'file' || ref.kind === 'url' ? ref : { kind: 'url', url };
}

/** Whether a tag has the needed attributes, and none but the known ones: what cannot be told in a document is not dropped. */
function has(attributes: HtmlTag['attributes'], known: readonly string[], needed: readonly string[] = []): boolean {
  return (
    needed.every((name) => attributes[name] !== undefined) &&
    Object.keys(attributes).every((name) => known.includes(name))
  );
}

/** The declarations of a style; undefined where it is none. */
function styleOf(style = ''): Record<string, string> | undefined {
  const declarations = style.split(';').map((part) => part.trim());
  const pairs = declarations.filter(Boolean).map((part) => part.split(/\s*:\s*/));
  return pairs.every((pair) => pair.length === 2) ? Object.fromEntries(pairs) : undefined;
}
