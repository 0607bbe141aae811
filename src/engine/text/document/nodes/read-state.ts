import type { Definition, FootnoteDefinition, Nodes, Root } from 'mdast';
import type { ContentRef } from '../../../base/types.js';
import type { HeadingIds } from './heading-ids.js';
import type { KeyMaker } from './keys.js';
import { type Block, type BlockContainer, blocksAllowedIn } from './nodes.js';

/** Range of lines in a text: the first and the last one, counted from 1. */
export interface Lines {
  from: number;
  to: number;
}

/** State of reading one page, shared by the readers of blocks, inlines and tables. */
export interface ReadState {
  /** The Markdown, without a byte-order mark. */
  source: string;
  resolve(destination: string): ContentRef;
  /** Whether the tree is for readers, so that it omits markup that they never see (`raw-html/`). */
  forReaders: boolean;
  makeKey: KeyMaker;
  headingId: HeadingIds;
  survey: PageIndex;
  /** Lines of every block by its key, in reading order. */
  lines: Map<string, Lines>;
  notes: FootnoteState;
  /** Current depth of nested tags. */
  depth: number;
  /** Reads the blocks of a footnote as the note of an annotation. */
  readNote(definition: FootnoteDefinition): Block[];
}

/** State of a page's footnotes while the page is read. */
export interface FootnoteState {
  /** Footnotes that are already in an annotation. */
  read: Set<FootnoteDefinition>;
  /** Footnotes that are being read; each is nested in the previous one. */
  open: Set<FootnoteDefinition>;
  /** Number of characters that repeated footnotes have added to the document. */
  repeated: number;
}

/** Data of a whole page that is needed before its parts are read. */
export interface PageIndex {
  /** Nesting depth of nodes, including the root. */
  depth: number;
  /** Link definitions by label; the first definition of a label counts. */
  definitions: Map<string, Definition>;
  /**
   * Definitions that a link or image of the page uses. The links in the document contain the destinations of these
   * definitions.
   */
  used: Set<Definition>;
  /** Footnotes by label; the first footnote of a label counts. */
  footnotes: Map<string, FootnoteDefinition>;
  /** Footnotes that the page refers to. */
  cited: Set<FootnoteDefinition>;
  /** Ids of HTML elements that are not headings. */
  ids: Set<string>;
  /** Ids that HTML gives to headings. */
  headingIds: Set<string>;
}

/** Collects the data of a page without recursion, so that any depth is safe. */
export function indexPage(root: Root): PageIndex {
  const survey: PageIndex = {
    depth: 0,
    definitions: new Map(),
    used: new Set(),
    footnotes: new Map(),
    cited: new Set(),
    ids: new Set(),
    headingIds: new Set(),
  };
  const references: string[] = [];
  const citations: string[] = [];
  let level: Nodes[] = [root];
  for (; level.length > 0; survey.depth++) {
    for (const node of level) {
      if (node.type === 'definition') define(survey.definitions, node);
      if (node.type === 'footnoteDefinition') define(survey.footnotes, node);
      if (node.type === 'footnoteReference') citations.push(normalizedLabel(node));
      if (node.type === 'html' || node.type === 'tag') citations.push(...citedInHtml(node.value));
      if (node.type === 'html') noteIds(survey, node.value);
      if (node.type === 'heading') {
        for (const child of node.children) if (child.type === 'html') noteIds(survey, child.value, 'headingIds');
      }
      if (node.type === 'linkReference' || node.type === 'imageReference') references.push(normalizedLabel(node));
    }
    level = level.flatMap((node): Nodes[] => ('children' in node ? node.children : []));
  }
  for (const label of references) {
    const definition = survey.definitions.get(label);
    if (definition) survey.used.add(definition);
  }
  for (const label of citations) {
    const footnote = survey.footnotes.get(label);
    if (footnote) survey.cited.add(footnote);
  }
  return survey;
}

/** Records the ids in some HTML. Ids of headings are recorded twice: with the heading, and in its content. */
function noteIds(survey: PageIndex, html: string, kind: 'ids' | 'headingIds' = 'ids'): void {
  const found = html.matchAll(/<([a-z][a-z\d]*)[^<>]*?\s(?:id|name)\s*=\s*["']?([^\s"'<>]+)/gi);
  for (const [, name = '', id = ''] of found) survey[/^h[1-6]$/i.test(name) ? 'headingIds' : kind].add(id);
}

/** Returns the labels of footnotes that HTML refers to (`read-elements.ts`). */
function citedInHtml(html: string): string[] {
  const found = html.matchAll(/["'=]#user-content-fn-([\w-]+)/g);
  return Array.from(found, ([, label = '']) => normalizedLabel({ identifier: label }));
}

/** Returns the label of a definition for lookups. CommonMark ignores the case of labels. */
export function normalizedLabel(node: { identifier: string }): string {
  return node.identifier.toUpperCase();
}

/** Returns the source of a node. Lines after the first one include the markers of the node's containers. */
export function sourceOf(readState: ReadState, node: Nodes): string {
  return readState.source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
}

/**
 * Reports whether a type of block is allowed in a container. Documents follow the REST API; trees for readers allow all
 * blocks.
 */
export function allows({ forReaders }: ReadState, place: BlockContainer, type: Block['type']): boolean {
  return forReaders || blocksAllowedIn[place].has(type);
}

/** Creates a block without content for a node of the page, and records its key and lines. */
export function blockOf(readState: ReadState, node: Nodes, type: Block['type']): Block {
  const { start, end } = node.position!;
  return createBlock(readState, { type, source: sourceOf(readState, node), from: start.line, to: end.line });
}

/** Creates a block for a part of the page that is not a node, such as a line of code. */
export function createBlock(
  readState: Pick<ReadState, 'makeKey' | 'lines'>,
  { type, source, from, to }: Lines & { type: Block['type']; source: string },
): Block {
  const key = readState.makeKey(type, source);
  readState.lines.set(key, { from, to });
  return { object: 'block', type, key, data: {} };
}

/** Replaces line endings by spaces. In a document, only hard breaks are newlines. */
export function withoutLineEndings(text: string): string {
  return text.replace(/\r\n?|\n/g, ' ');
}

function define<Node extends { identifier: string }>(definitions: Map<string, Node>, node: Node): void {
  const label = normalizedLabel(node);
  if (!definitions.has(label)) definitions.set(label, node);
}
