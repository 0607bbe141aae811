import type { ContentRef } from '../../engine/base/types.js';
import type { Hole } from './rendered.js';

// HTML that is safe by construction: all text and all values of attributes go through escaping, and nothing but this file
// and what it names as trusted makes HTML of a string.

/** Some HTML, whose holes are still open. */
export interface Html {
  readonly html: readonly (string | Hole | Html)[];
}

/** What may stand in an element: text, which is escaped, and HTML. What is no content is left out. */
export type Content = string | Html | readonly Content[] | null | undefined | false;

/** Attributes by name: text is escaped, true is one without a value, undefined and false are left out. */
export type Attributes = { readonly [name: string]: string | Html | boolean | undefined };

/** An element; the names of elements and attributes are the program's own, never an author's. */
export function element(name: string, attributes: Attributes, ...content: Content[]): Html {
  const opening = ['<', name, ...attributeHtml(attributes), '>'];
  return isVoid.has(name) ? { html: opening } : { html: [...opening, contentOf(content), `</${name}>`] };
}

/** A link to what a reference leads to, if it leads anywhere. */
export function linkTo(ref: ContentRef, attributes: Attributes, ...content: Content[]): Html {
  return { html: ['<a', { hole: 'link', ref }, ...attributeHtml(attributes), '>', contentOf(content), '</a>'] };
}

/** Text, HTML and lists of them as one. */
export function contentOf(content: Content): Html {
  if (content === null || content === undefined || content === false) return nothing;
  if (typeof content === 'string') return { html: [escapeText(content)] };
  return 'html' in content ? content : { html: content.map(contentOf) };
}

/** A hole, to be filled by whoever shows the text. */
export function hole(open: Hole): Html {
  return { html: [open] };
}

/** HTML that another program made of what it was given, and that escapes as this one does. */
export function trusted(html: string): Html {
  return { html: [html] };
}

/** Whether nothing at all would be shown: no text, no element, no hole. */
export function isEmpty({ html }: Html): boolean {
  return html.every((part) => (typeof part === 'string' ? part === '' : 'html' in part && isEmpty(part)));
}

/** HTML as the fewest pieces: strings with the holes between them. */
export function piecesOf(html: Html): (string | Hole)[] {
  const pieces: (string | Hole)[] = [];
  const texts: string[] = [];
  const endText = (): void => {
    if (texts.length > 0) pieces.push(texts.join(''));
    texts.length = 0;
  };
  const walk = (part: string | Hole | Html): void => {
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

/** Text as it stands between tags and in the quotes of attributes. What HTML forbids becomes U+FFFD. */
export function escapeText(text: string): string {
  return awkward.test(text) ? wellFormed(text).replace(/[&<>"]/g, (character) => references[character]!) : text;
}

/** Text without what HTML forbids: control characters, halves of characters, and code points that are no characters. */
export function wellFormed(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(forbidden, '\uFFFD');
}

/** An attribute as it stands in a tag, with the space before it. */
export function attribute(name: string, value: string): string {
  return ` ${name}="${escapeText(value)}"`;
}

const nothing: Html = { html: [] };

const isVoid: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'link', 'meta']);

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const forbidden = /(?![\t\n\f])\p{Cc}|\p{Cs}|\p{NChar}/gu;

/** A quick look: most texts hold nothing of this. */
const awkward = /[&<>"]|(?![\t\n\f])\p{Cc}|\p{Cs}|\p{NChar}/u;

function attributeHtml(attributes: Attributes): (string | Html)[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    if (value === true) return [` ${name}`];
    if (typeof value === 'string') return [attribute(name, value)];
    return [` ${name}="`, value, '"'];
  });
}
