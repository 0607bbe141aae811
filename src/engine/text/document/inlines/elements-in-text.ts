import type { Root } from 'hast';
import { html } from 'parse5';
import type { HtmlTag } from '../syntax/html-tags.js';
import { attributesOf, isShownInText, sanitized } from './allowed-html.js';

/** How readers see an inline tag that the document cannot represent. */
export type TagDisplay =
  /** Shown as an element of the page. */
  | { element: { name: string; attributes: { [name: string]: string } } }
  /** Not shown; its content is shown, on a new line if the element is a block. */
  | { transparent: { isBlock: boolean } };

/** Names of the HTML elements. */
const htmlElementNames: ReadonlySet<string> = new Set(Object.values(html.TAG_NAMES));

const blockElements = /^(?:p|div|li|ul|ol|tr|table|h[1-6]|center|section|figure|blockquote|pre|hr|d[ltd])$/;

/**
 * Elements that count as HTML even if they are not closed and have no attributes. Other tags that are not closed and
 * have no attributes are text.
 */
const validAlone = /^(?:wbr|hr|input|link|meta|p|div)$/;

/**
 * Returns how an opening tag is displayed. Returns undefined if it is text: the tag is not closed, and is unknown or
 * has no attributes, such as a type in `Option<A>`.
 */
export function displayOfTag({ name, attributes }: HtmlTag, isClosed: boolean): TagDisplay | undefined {
  if (!isClosed && !validAlone.test(name) && (!htmlElementNames.has(name) || Object.keys(attributes).length === 0))
    return undefined;
  if (!isClosed || !isShownInText(name)) return { transparent: { isBlock: blockElements.test(name) } };
  const safe = safeAttributes(name, attributes);
  const isHiddenTag = name === 'span' || name === 'a';
  if (isHiddenTag && Object.keys(safe).length === 0) return { transparent: { isBlock: false } };
  return { element: { name: name === 'a' ? 'span' : name, attributes: safe } };
}

/** Reports whether readers do not see an unmatched tag or a declaration; otherwise it is text. */
export function isHiddenTag(tag: HtmlTag | null): boolean {
  return tag === null || htmlElementNames.has(tag.name);
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
