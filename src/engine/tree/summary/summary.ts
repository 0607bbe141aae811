import { posix } from 'node:path';
import type { Definition, Heading, Link, LinkReference, List, ListItem, Nodes, RootContent } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { ContentError } from '../../base/types.js';
import { decodePercent, isExternal, pathLength } from '../../text/links/address.js';
import { oneLine, plainText } from '../../text/markdown/plain-text.js';
import { absolutePath } from '../links/links.js';

/**
 * One entry of a table of contents. Only groups and files have entries below them. Groups exist only at the top level.
 */
export type SummaryEntry =
  | (LinkTitles & { kind: 'file'; file: string; anchor?: string; line: number; children: SummaryEntry[] })
  | (LinkTitles & { kind: 'url'; url: string; line: number })
  | { kind: 'group'; title: string; line: number; children: SummaryEntry[] };

/** Title and link title of a link, each on one line; '' if the link has none. */
interface LinkTitles {
  title: string;
  /** Link title, as in `[Title](page.md "Link title")`. */
  linkTitle: string;
}

/** A table of contents. Its paths are relative to its folder. */
export interface SummarySource {
  text: string;
  /** Path relative to the imported folder. */
  file: string;
}

const parser = unified().use(remarkParse);
// Limits of a table of contents. Nesting is what costs the Markdown parser the most time. Within these limits, no text
// takes over two seconds.
const limits = { bytes: 1_048_576, line: 2_000, indentation: 100, allIndentation: 100_000, lines: 20_000 };
const markLimits: [marks: RegExp, most: number, name: string][] = [
  [/\]/g, 12_000, '`]`'],
  [/[[*_<&`]/g, 100_000, 'marks such as `[` and `*`'],
];

/**
 * Reads a SUMMARY.md: nested lists of links, mdBook's entries without a bullet, and headings. A heading is a group of
 * the entries after it, except a level-one heading at the very start, which is the title. A group ends at the next
 * heading, at a horizontal rule, and before an entry without a bullet that follows a list (mdBook's suffix chapters).
 *
 * A draft is an entry without a target, such as `[Later]()` or bare text. It is not a page: it stays only in the bytes
 * of the stored SUMMARY, and the entries below it take its position. An external link has no sub-pages, so the entries
 * below it follow it on the same level.
 *
 * An entry is the first link of its list item, even if it is emphasized or by reference. Titles are plain text; '' if a
 * link has none.
 * @throws ContentError for text over the limits: 1 MiB, 20,000 lines, 2,000 characters per line, 12,000 links. Also for
 * over 100 columns of indentation in a line or 100,000 in total.
 */
export function parseSummary(source: SummarySource): SummaryEntry[] {
  checkLimits(source);
  const top: SummaryEntry[] = [];
  const state: State = { source, top, group: null, listed: false, definitions: new Map() };
  const nodes = parser.parse(source.text.replace(/^\uFEFF/, ' ')).children;
  for (const node of nodes)
    if (node.type === 'definition' && !state.definitions.has(node.identifier))
      state.definitions.set(node.identifier, node);
  for (const [index, node] of nodes.entries()) readers[node.type]?.(state, node, index);
  return top;
}

interface State {
  source: SummarySource;
  top: SummaryEntry[];
  group: SummaryEntry[] | null;
  /** Whether a list was read since the last heading. */
  listed: boolean;
  /** Targets of reference-style links, by identifier. */
  definitions: Map<string, Definition>;
}

const readers: Partial<Record<RootContent['type'], (state: State, node: RootContent, index: number) => void>> = {
  heading(state, node, index) {
    const heading = node as Heading;
    endGroup(state);
    if (heading.depth === 1 && index === 0) return;
    const children: SummaryEntry[] = [];
    state.top.push({ kind: 'group', title: plainText(heading), line: lineNumber(heading), children });
    state.group = children;
  },
  thematicBreak: endGroup,
  list(state, node) {
    (state.group ?? state.top).push(...listEntries(node as List, state));
    state.listed = true;
  },
  paragraph(state, node) {
    if (state.listed) endGroup(state);
    (state.group ?? state.top).push(...linksIn(node, state).flatMap((link) => linkEntries(link, [], state.source)));
  },
};

function endGroup(state: State): void {
  state.group = null;
  state.listed = false;
}

function listEntries(list: List, state: State): SummaryEntry[] {
  return list.children.flatMap((item) => itemEntries(item, state));
}

function itemEntries(item: ListItem, state: State): SummaryEntry[] {
  const children = item.children.flatMap((child) => (child.type === 'list' ? listEntries(child, state) : []));
  const [link] = item.children.flatMap((child) => (child.type === 'list' ? [] : linksIn(child, state)));
  return link ? linkEntries(link, children, state.source) : children;
}

/** Returns the links in a node at any depth. A link by reference gets the address and the title of its definition. */
function linksIn(node: Nodes, state: State): Link[] {
  if (node.type === 'link') return [node];
  if (node.type === 'linkReference') return resolveReferenceLink(node, state);
  return 'children' in node ? node.children.flatMap((child) => linksIn(child, state)) : [];
}

function resolveReferenceLink({ identifier, children, position }: LinkReference, { definitions }: State): Link[] {
  const definition = definitions.get(identifier);
  if (!definition) return [];
  return [{ type: 'link', url: definition.url, title: definition.title, children, ...(position && { position }) }];
}

function linkEntries(link: Link, children: SummaryEntry[], source: SummarySource): SummaryEntry[] {
  const entry = { title: plainText(link), linkTitle: oneLine(link.title ?? ''), line: lineNumber(link) };
  if (link.url === '') return children;
  if (isExternal(link.url)) return [{ kind: 'url', url: link.url, ...entry }, ...children];
  const written = decodePercent(link.url.slice(0, pathLength(link.url)));
  const file = absolutePath(written, source.file, folderOf(source.file));
  const anchor = /#(.+)$/s.exec(link.url)?.[1];
  if (anchor !== undefined) return [{ kind: 'file', file, anchor, ...entry, children: [] }, ...children];
  return [{ kind: 'file', file, ...entry, children }];
}

function folderOf(file: string): string {
  const folder = posix.dirname(file);
  return folder === '.' ? '' : folder;
}

function lineNumber(node: Nodes): number {
  return node.position?.start.line ?? 1;
}

function checkLimits({ text, file }: SummarySource): void {
  const refuse = (rule: string) => new ContentError(`"${file}" ${rule}`, file);
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.bytes) throw refuse(`must be at most ${limits.bytes} bytes (got ${bytes})`);
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.length > limits.lines) throw refuse(`must have at most ${limits.lines} lines (got ${lines.length})`);
  for (const [marks, most, name] of markLimits) {
    const count = text.match(marks)?.length ?? 0;
    if (count > most) throw refuse(`must have at most ${most} ${name} (got ${count})`);
  }
  let allIndentation = 0;
  for (const [index, line] of lines.entries()) {
    if (line.length > limits.line)
      throw refuse(`line ${index + 1} must have at most ${limits.line} characters (got ${line.length})`);
    const indentation = /^[\s>]*/.exec(line)![0].length;
    if (indentation > limits.indentation) {
      throw refuse(`line ${index + 1} must be indented by at most ${limits.indentation} columns (got ${indentation})`);
    }
    allIndentation += indentation;
  }
  if (allIndentation > limits.allIndentation) {
    throw refuse(`must be indented by at most ${limits.allIndentation} columns in all (got ${allIndentation})`);
  }
}

/** Returns the files in an entry of a table of contents and in the entries below it, in order. */
export function filesOfEntry(entry: SummaryEntry): string[] {
  if (entry.kind === 'url') return [];
  const below = entry.children.flatMap(filesOfEntry);
  return entry.kind === 'file' ? [entry.file, ...below] : below;
}
