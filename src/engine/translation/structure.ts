import type { Nodes, Parents, Root } from 'mdast';
import { readTag } from '../text/document/syntax/tag-text.js';

/**
 * Returns the structure of a page without its words: for each top-level block, its types of nodes, nesting, addresses,
 * code, formulas, tags and expressions. The parts of a text are sorted, because their order depends on the language.
 * Ignores ids at the end of headings. Pages with equal structures differ only in words, texts of images and titles.
 */
export function fingerprintBlocks(root: Root): string[] {
  return root.children.map(fingerprintNode);
}

function fingerprintNode(node: Nodes): string {
  const ownFingerprint = fingerprints[node.type]?.(node as never);
  if (!('children' in node)) return ownFingerprint ?? `${node.type} ${'value' in node ? node.value : ''}`;
  return `${node.type}${ownFingerprint === undefined ? '' : ` ${ownFingerprint}`}[${fingerprintChildren(node).join()}]`;
}

function fingerprintChildren(node: Parents): string[] {
  const children: Nodes[] = node.type === 'heading' ? withoutAnchor(node.children) : node.children;
  const found = children.map(fingerprintNode).filter((sign) => sign !== '');
  return orderedNodes.has(node.type) ? found : found.sort();
}

/** Nodes that contain blocks; the order of their children matters. */
const orderedNodes = new Set<string>('root blockquote list listItem table tableRow footnoteDefinition'.split(' '));

/**
 * Functions that return the properties that distinguish nodes of a type, apart from their children. For text, these are
 * only its expressions.
 */
const fingerprints: { readonly [type: string]: (node: never) => string } = {
  text: ({ value }: { value: string }) => (value.match(/\{\{.*?\}\}|\{%.*?%\}/gs) ?? []).sort().join(),
  html: ({ value }: { value: string }) => fingerprintTags(value),
  tag: ({ value }: { value: string }) => tagSign(value),
  heading: ({ depth }: { depth: number }) => String(depth),
  list: ({ ordered, start, spread }: { ordered: boolean; start: number; spread: boolean }) =>
    JSON.stringify([ordered, start, spread]),
  listItem: ({ checked, spread }: { checked: boolean | null; spread: boolean }) => JSON.stringify([checked, spread]),
  table: ({ align }: { align: unknown }) => JSON.stringify(align),
  code: ({ lang, meta, value }: { lang: string; meta: string; value: string }) =>
    `code ${JSON.stringify([lang, meta, value])}`,
  link: ({ url, title }: { url: string; title: string }) => JSON.stringify([url, title]),
  linkReference: ({ identifier }: { identifier: string }) => identifier,
  image: ({ url, title }: { url: string; title: string }) => `image ${JSON.stringify([url, Boolean(title)])}`,
  imageReference: ({ identifier }: { identifier: string }) => `image ${identifier}`,
  definition: ({ identifier, url, title }: { identifier: string; url: string; title: string }) =>
    `definition ${JSON.stringify([identifier, url, title])}`,
  footnoteDefinition: ({ identifier }: { identifier: string }) => identifier,
  footnoteReference: ({ identifier }: { identifier: string }) => `note ${identifier}`,
};

/** Returns HTML tags without the words in and between them. */
function fingerprintTags(html: string): string {
  const tags = html.match(/<(code|pre|script|style)\b[\s\S]*?<\/\1>|<[^<>]*>/g) ?? [html];
  return `html ${tags
    .map((tag) => tag.replace(/(\s(?:alt|title)=)(?:"[^"]*"|'[^']*')/g, '$1'))
    .sort()
    .join('')}`;
}

function tagSign(value: string): string {
  const tag = readTag(value);
  if (tag?.inner !== undefined) return `summary ${fingerprintTags(value)}`;
  if (tag?.name !== 'tab') return `tag ${value}`;
  return `tab ${JSON.stringify([tag.closing, [...tag.attributes].filter(([name]) => name !== 'title')])}`;
}

function withoutAnchor<Node extends Nodes>(children: readonly Node[]): Node[] {
  const [open, close] = children.slice(-2);
  const isAnchor =
    close?.type === 'html' && close.value === '</a>' && open?.type === 'html' && /^<a [^>]*id=/.test(open.value);
  return isAnchor ? children.slice(0, -2) : [...children];
}
