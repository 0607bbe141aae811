import type { Definition, FootnoteDefinition, Nodes, Root } from 'mdast';
import type { ContentRef } from '../types.js';
import type { HeadingIds } from './heading-ids.js';
import type { KeyMaker } from './keys.js';
import type { Block, BlockType } from './nodes.js';

/** Lines of a text: the first and the last one, counted from 1. */
export interface Lines {
  from: number;
  to: number;
}

/** What the readers of blocks, inlines and tables share while one page is read. */
export interface Reading {
  /** The Markdown, without a byte-order mark. */
  source: string;
  resolve(destination: string): ContentRef;
  /** Whether the tree is for readers: then it has no markup that says nothing to them (`for-readers.ts`). */
  forReaders: boolean;
  makeKey: KeyMaker;
  headingId: HeadingIds;
  survey: Survey;
  /** Lines of every block by its key, in reading order. */
  lines: Map<string, Lines>;
  notes: Notes;
  /** The blocks of a footnote, as those of a note. */
  readNote(definition: FootnoteDefinition): Block[];
}

/** What is known of a page's footnotes while they are read. */
export interface Notes {
  /** Those that some annotation has as its note. */
  read: Set<FootnoteDefinition>;
  /** Those that are being read, each within the one before. */
  open: Set<FootnoteDefinition>;
  /** Characters of footnotes that are in the document more than once. */
  repeated: number;
}

/** What must be known of a whole page before its parts can be read. */
export interface Survey {
  /** Nodes within nodes, the root counted. */
  depth: number;
  /** Link definitions by label; the first of a label counts. */
  definitions: Map<string, Definition>;
  /** Definitions that some link or image of the page uses; what they say is in the document there. */
  used: Set<Definition>;
  /** Footnotes by label; the first of a label counts. */
  footnotes: Map<string, FootnoteDefinition>;
  /** Footnotes that something on the page refers to. */
  cited: Set<FootnoteDefinition>;
}

/** Walks a page without recursion, so that any depth is safe. */
export function surveyOf(root: Root): Survey {
  const survey: Survey = {
    depth: 0,
    definitions: new Map(),
    used: new Set(),
    footnotes: new Map(),
    cited: new Set(),
  };
  const references: string[] = [];
  const citations: string[] = [];
  let level: Nodes[] = [root];
  for (; level.length > 0; survey.depth++) {
    for (const node of level) {
      if (node.type === 'definition') define(survey.definitions, node);
      if (node.type === 'footnoteDefinition') define(survey.footnotes, node);
      if (node.type === 'footnoteReference') citations.push(labelOf(node));
      if (node.type === 'html' || node.type === 'tag') citations.push(...citedInHtml(node.value));
      if (node.type === 'linkReference' || node.type === 'imageReference') references.push(labelOf(node));
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

/** Labels of footnotes that HTML refers to (`read-elements.ts`). */
function citedInHtml(html: string): string[] {
  const found = html.matchAll(/["'=]#user-content-fn-([\w-]+)/g);
  return Array.from(found, ([, label = '']) => labelOf({ identifier: label }));
}

/** Under which label a definition is found; CommonMark compares labels without case. */
export function labelOf(node: { identifier: string }): string {
  return node.identifier.toUpperCase();
}

/** The source of a node; lines after the first keep the markers of what they stand in. */
export function sourceOf(reading: Reading, node: Nodes): string {
  return reading.source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
}

/** A block for a node of the page, with its key and lines noted, still without content. */
export function blockOf(reading: Reading, node: Nodes, type: BlockType): Block {
  const { start, end } = node.position!;
  return notedBlock(reading, { type, source: sourceOf(reading, node), from: start.line, to: end.line });
}

/** A block for a part of the page that is no node of its own, such as a line of code. */
export function notedBlock(
  reading: Pick<Reading, 'makeKey' | 'lines'>,
  { type, source, from, to }: Lines & { type: BlockType; source: string },
): Block {
  const key = reading.makeKey(type, source);
  reading.lines.set(key, { from, to });
  return { object: 'block', type, key, data: {} };
}

function define<Node extends { identifier: string }>(definitions: Map<string, Node>, node: Node): void {
  const label = labelOf(node);
  if (!definitions.has(label)) definitions.set(label, node);
}
