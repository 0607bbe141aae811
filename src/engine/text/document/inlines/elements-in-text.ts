import type { Root } from 'hast';
import { html } from 'parse5';
import type { HtmlTag } from '../syntax/html-tags.js';
import { attributesOf, isShownInText, sanitized } from './allowed-html.js';

/** How a tag within text that the document has no word for is shown to readers. */
export type Showing =
  /** As an element of the page. */
  | { element: { name: string; attributes: { [name: string]: string } } }
  /** Not at all; its content is shown, on a new line if the element is a block. */
  | { transparent: { isBlock: boolean } };

/** Names of the elements of HTML. */
const known: ReadonlySet<string> = new Set(Object.values(html.TAG_NAMES));

const blocks = /^(?:p|div|li|ul|ol|tr|table|h[1-6]|center|section|figure|blockquote|pre|hr|d[ltd])$/;

/** Elements that are no text, although nothing in them says so: they have no content and no attribute is needed. */
const alone = /^(?:wbr|hr|input|link|meta|p|div)$/;

/**
 * How an opening tag is shown that is closed, or is not. Undefined for one that is text: a name that HTML has not, or one that
 * stands as alone as a type does in `Option<A>`.
 */
export function showingOf({ name, attributes }: HtmlTag, isClosed: boolean): Showing | undefined {
  if (!isClosed && !alone.test(name) && (!known.has(name) || Object.keys(attributes).length === 0)) return undefined;
  if (!isClosed || !isShownInText(name)) return { transparent: { isBlock: blocks.test(name) } };
  const safe = safeAttributes(name, attributes);
  const saysNothing = name === 'span' || name === 'a';
  if (saysNothing && Object.keys(safe).length === 0) return { transparent: { isBlock: false } };
  return { element: { name: name === 'a' ? 'span' : name, attributes: safe } };
}

/** Whether a closing tag without an opening one, or a declaration, is hidden from readers; otherwise it is text. */
export function saysNothing(tag: HtmlTag | null): boolean {
  return tag === null || known.has(tag.name);
}

function safeAttributes(
  name: string,
  { href: _, name: named, ...attributes }: HtmlTag['attributes'],
): { [name: string]: string } {
  const id = (attributes.id ?? (name === 'a' ? named : undefined))?.replace(/^user-content-/, '');
  const properties = { ...attributes, ...(id && { id }) };
  const root: Root = { type: 'root', children: [{ type: 'element', tagName: name, properties, children: [] }] };
  const [element] = sanitized(root).children;
  const { class: _class, ...safe } = element?.type === 'element' ? attributesOf(element) : {};
  return safe;
}
