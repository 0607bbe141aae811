import type { ContentRef } from '../../engine/base/types.js';
import type { Placeholder } from './rendered.js';

// HTML that is safe by construction. All text and all attribute values are escaped. Strings become HTML only in this
// file and in callers of `trusted`.

/** HTML with unfilled holes. */
export interface Html {
  readonly html: readonly (string | Placeholder | Html)[];
}

/** Content of an element: text, which is escaped, and HTML. Null, undefined and false are omitted. */
export type Content = string | Html | readonly Content[] | null | undefined | false;

/** Attributes by name. Text is escaped. `true` is an attribute without a value; `undefined` and `false` are omitted. */
export type Attributes = { readonly [name: string]: string | Html | boolean | undefined };

/** Renders an element. Its name and the names of its attributes come from the program, never from an author. */
export function element(name: string, attributes: Attributes, ...content: Content[]): Html {
  const opening = ['<', name, ...attributeHtml(attributes), '>'];
  return isVoid.has(name) ? { html: opening } : { html: [...opening, joinContent(content), `</${name}>`] };
}

/** Renders a link to the target of a reference. Its `href` is a hole, which stays empty if there is no target. */
export function linkTo(ref: ContentRef, attributes: Attributes, ...content: Content[]): Html {
  return {
    html: ['<a', { placeholder: 'link', ref }, ...attributeHtml(attributes), '>', joinContent(content), '</a>'],
  };
}

/** Joins text, HTML and lists of both. */
export function joinContent(content: Content): Html {
  if (content === null || content === undefined || content === false) return nothing;
  if (typeof content === 'string') return { html: [escapeText(content)] };
  return 'html' in content ? content : { html: content.map(joinContent) };
}

/** Returns a hole. It is filled when the text is shown. */
export function placeholderHtml(open: Placeholder): Html {
  return { html: [open] };
}

/** Marks HTML of another library as safe; that library must escape its input. */
export function trusted(html: string): Html {
  return { html: [html] };
}

/** Reports whether HTML would show nothing, because it has no text, element or hole. */
export function isEmpty({ html }: Html): boolean {
  return html.every((part) => (typeof part === 'string' ? part === '' : 'html' in part && isEmpty(part)));
}

/** Returns HTML as a list with as few pieces as possible: strings with holes between them. */
export function flattenHtml(html: Html): (string | Placeholder)[] {
  const pieces: (string | Placeholder)[] = [];
  const texts: string[] = [];
  const endText = (): void => {
    if (texts.length > 0) pieces.push(texts.join(''));
    texts.length = 0;
  };
  const walk = (part: string | Placeholder | Html): void => {
    if (typeof part === 'string') texts.push(part);
    else if ('html' in part) part.html.forEach(walk);
    else {
      endText();
      pieces.push(part);
    }
  };
  walk(html);
  endText();
  return pieces.filter((piece) => piece !== '');
}

/** Escapes text for content and quoted attribute values. Characters that HTML forbids become U+FFFD. */
export function escapeText(text: string): string {
  return needsEscaping.test(text) ? wellFormed(text).replace(/[&<>"]/g, (character) => entities[character]!) : text;
}

/**
 * Replaces characters that HTML forbids: control characters, lone surrogates and noncharacters. Line breaks become
 * `\n`.
 */
export function wellFormed(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(forbidden, '\uFFFD');
}

/** Returns the source of an attribute, with the space before it. */
export function attribute(name: string, value: string): string {
  return ` ${name}="${escapeText(value)}"`;
}

const nothing: Html = { html: [] };

const isVoid: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'link', 'meta']);

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const forbidden = /(?![\t\n\f])\p{Cc}|\p{Cs}|\p{NChar}/gu;

/** Fast path: most texts contain no such character. */
const needsEscaping = /[&<>"]|(?![\t\n\f])\p{Cc}|\p{Cs}|\p{NChar}/u;

function attributeHtml(attributes: Attributes): (string | Html)[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    if (value === true) return [` ${name}`];
    if (typeof value === 'string') return [attribute(name, value)];
    return [` ${name}="`, value, '"'];
  });
}
