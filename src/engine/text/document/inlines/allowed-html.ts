import type { Element, Nodes, Root } from 'hast';
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import { alignIn } from '../syntax/html-tree.js';

// This is the only list of the raw HTML that a page may show (docs/pages-for-readers.md). It is similar to GitHub's
// list.

/** Inline elements that the document can represent neither as a mark nor as an inline. */
const phrasing = [
  'abbr',
  'bdi',
  'bdo',
  'cite',
  'dfn',
  'ins',
  'q',
  'rp',
  'rt',
  'ruby',
  's',
  'samp',
  'small',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
];

/** All elements that are allowed within text. */
const inText = new Set([
  ...phrasing,
  ...[
    'a',
    'b',
    'br',
    'code',
    'del',
    'em',
    'i',
    'img',
    'kbd',
    'mark',
    'picture',
    'source',
    'span',
    'strike',
    'strong',
    'sub',
    'sup',
  ],
]);

/** Block elements and the elements that they consist of. */
const blocks = [
  ...[
    'blockquote',
    'center',
    'dd',
    'details',
    'div',
    'dl',
    'dt',
    'figcaption',
    'figure',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
  ],
  ...['li', 'ol', 'p', 'pre', 'section', 'summary', 'ul'],
  ...['caption', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'],
];

/** Elements that are removed, including their content. */
export const hiddenElements = ['script', 'style', 'noscript', 'template', 'svg', 'math'] as const;

const schema: Schema = {
  ...defaultSchema,
  tagNames: [...inText, ...blocks],
  strip: [...hiddenElements, 'head', 'title', 'object'],
  attributes: {
    '*': ['align', 'dir', 'id', 'lang', 'title'],
    a: ['href', 'dataFootnoteRef', 'dataMention', 'dataIcon', ['className', 'button', 'primary', 'secondary']],
    code: [['className', 'expression', /^lang(?:uage)?-./]],
    details: ['open'],
    i: [['className', /^fa-[a-z\d-]+$/]],
    img: ['src', 'alt', 'width', 'height', 'dataSize', ['className', 'gitbook-drawing']],
    // Only colors of the REST API are shown.
    mark: [['style', /^[\w\s:;$-]*$/]],
    ol: ['start'],
    pre: [['className', /^language-./], 'dataTitle', 'dataOverflow', 'dataLineNumbers'],
    source: ['srcSet', ['media', '(prefers-color-scheme: dark)']],
    span: [['className', 'math'], 'dataGbCustomInline', 'dataTag', 'dataCode'],
    td: ['colSpan', 'rowSpan', 'vAlign'],
    th: ['colSpan', 'rowSpan', 'vAlign'],
    time: ['dateTime'],
  },
  required: {},
  protocols: { href: ['http', 'https', 'mailto', 'tel', 'docgraph'], src: ['http', 'https', 'docgraph'] },
  allowComments: true,
};

/** Removes elements and attributes that are not allowed, and adds the prefix `user-content-` to ids. Comments stay. */
export function sanitized(tree: Root): Root {
  return sanitize(tree, schema) as Root;
}

/** Reports whether an element is allowed within text. */
export function isPhrasing(name: string): boolean {
  return inText.has(name);
}

/**
 * Reports whether an inline element is shown as itself, because the document can represent it neither as a mark nor as
 * an inline.
 */
export function isShownInText(name: string): boolean {
  return phrasing.includes(name) || name === 'span' || name === 'a';
}

/** Returns the properties of an element as HTML attributes. */
export function attributesOf({ properties }: Element): { [name: string]: string } {
  const entries = Object.entries(properties).filter(
    ([, value]) => value !== null && value !== undefined && value !== false,
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [
      attributeName(name),
      value === true ? '' : Array.isArray(value) ? value.join(' ') : String(value),
    ]),
  );
}

function attributeName(property: string): string {
  if (property === 'className') return 'class';
  return /^data[A-Z]/.test(property)
    ? property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    : property.toLowerCase();
}

/**
 * Reduces a `style` to its text alignment, and uses the `name` of a link as its id. Runs before the attributes are
 * checked.
 */
export function withoutStyle(node: Nodes): void {
  if (node.type !== 'element') return;
  const { properties, tagName } = node;
  const align = alignIn(String(properties.style ?? ''));
  if (align) properties.align = align;
  if (tagName !== 'mark') delete properties.style;
  if (tagName === 'a' && properties.id === undefined && properties.name !== undefined) properties.id = properties.name;
}
