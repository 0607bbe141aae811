import { commentEnd } from './html-comments.js';
import { decodeReferences } from './tag-text.js';

/** An HTML element; `open` is the source of its opening tag. */
export interface HtmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  open: string;
  /** Whether the element has no content and no closing tag. */
  isVoid: boolean;
  children: HtmlNode[];
  /** Range of the element in the HTML. */
  start: number;
  end: number;
}

/** Source of a text in HTML, with its character references. */
interface HtmlText {
  text: string;
  /** Range of the text in the HTML. */
  start: number;
  end: number;
}

export type HtmlNode = HtmlElement | HtmlText;

/** Elements that have no content and no closing tag. */
export const voidElements: ReadonlySet<string> = new Set(['br', 'img', 'source', 'hr', 'input', 'col', 'wbr']);

/** Maximum nesting depth of elements. */
const maxHtmlDepth = 30;

/**
 * Parses HTML in which every element is closed in order, as programs write it. Returns undefined for other HTML, which
 * stays text. The time is proportional to the length of the HTML.
 */
export function parseHtml(html: string): HtmlNode[] | undefined {
  const root: HtmlElement = {
    name: '',
    attributes: new Map(),
    open: '',
    isVoid: false,
    children: [],
    start: 0,
    end: 0,
  };
  const stack = [root];
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf('<', at);
    const text = html.slice(at, next < 0 ? html.length : next);
    if (text) stack.at(-1)!.children.push({ text, start: at, end: at + text.length });
    if (next < 0) break;
    const end = commentEnd(html, next) ?? (html[next + 1] === '/' ? close(stack, html, next) : open(stack, html, next));
    if (end === undefined) return undefined;
    at = end;
  }
  return stack.length === 1 ? root.children : undefined;
}

/** Reports whether a node is an element, with this name if one is given. */
export function isElement(node: HtmlNode | undefined, name?: string): node is HtmlElement {
  return node !== undefined && 'name' in node && (name === undefined || node.name === name);
}

/** Removes text nodes that contain only white space. */
export function withoutBlanks(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.filter((node) => isElement(node) || !/^[ \t\r\n]*$/.test(node.text));
}

/**
 * Writes an opening tag. Omits attributes whose value is undefined or false. `true` results in an attribute without a
 * value.
 */
export function openTag(name: string, attributes: { [name: string]: string | number | boolean | undefined }): string {
  const words = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined || value === false) return [];
    return [value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`];
  });
  return `<${name}${words.join('')}>`;
}

/** Escapes text as HTML on one line, so that it cannot end an attribute, a tag or the block. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<"\n\t]/g, (character) => `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`);
}

function close(stack: HtmlElement[], html: string, at: number): number | undefined {
  const [tag, name] = matchAt(/<\/([a-z][a-z0-9-]*)[ \t\r\n]*>/iy, html, at) ?? [];
  if (tag === undefined || stack.length < 2 || stack.at(-1)!.name !== name!.toLowerCase()) return undefined;
  stack.pop()!.end = at + tag.length;
  return at + tag.length;
}

function open(stack: HtmlElement[], html: string, start: number): number | undefined {
  const [begin, written] = matchAt(/<([a-z][a-z0-9-]*)/iy, html, start) ?? [];
  if (begin === undefined) return undefined;
  const attributes = new Map<string, string>();
  let at = start + begin.length;
  for (;;) {
    const [end] = matchAt(/[ \t\r\n]*\/?>/y, html, at) ?? [];
    if (end !== undefined) return opened(stack, { name: written!.toLowerCase(), end: at + end.length });
    const match = matchAt(/[ \t\r\n]+([^\s"'<>=/]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y, html, at);
    if (!match) return undefined;
    attributes.set(match[1]!.toLowerCase(), decodeReferences(match[2] ?? match[3] ?? match[4] ?? ''));
    at += match[0].length;
  }

  function opened(into: HtmlElement[], { name, end }: { name: string; end: number }) {
    const isVoid = voidElements.has(name);
    const element = { name, attributes, open: html.slice(start, end), isVoid, children: [], start, end };
    into.at(-1)!.children.push(element);
    if (!isVoid) into.push(element);
    return into.length > maxHtmlDepth ? undefined : end;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Returns the text alignment of an element: its `align`, otherwise the `text-align` of its `style`. */
export function textAlignOf({ attributes }: HtmlElement): string | undefined {
  return attributes.get('align') ?? alignIn(attributes.get('style') ?? '');
}

/** Returns the `text-align` of a `style`; undefined if there is none. */
export function alignIn(style: string): string | undefined {
  return /(?:^|;)\s*text-align\s*:\s*([a-z]+)/i.exec(style)?.[1];
}
