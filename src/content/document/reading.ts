import type { Definition, Nodes, Root } from 'mdast';
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
  makeKey: KeyMaker;
  headingId: HeadingIds;
  survey: Survey;
  /** Lines of every block by its key, in reading order. */
  lines: Map<string, Lines>;
}

/** What must be known of a whole page before its parts can be read. */
export interface Survey {
  /** Nodes within nodes, the root counted. */
  depth: number;
  /** Link definitions by label; the first of a label counts. */
  definitions: Map<string, Definition>;
  /** Definitions that some link or image of the page uses; what they say is in the document there. */
  used: Set<Definition>;
}

/** Walks a page without recursion, so that any depth is safe. */
export function surveyOf(root: Root): Survey {
  const survey: Survey = { depth: 0, definitions: new Map(), used: new Set() };
  const references: string[] = [];
  let level: Nodes[] = [root];
  for (; level.length > 0; survey.depth++) {
    for (const node of level) {
      if (node.type === 'definition') define(survey.definitions, node);
      if (node.type === 'linkReference' || node.type === 'imageReference') references.push(labelOf(node));
    }
    level = level.flatMap((node): Nodes[] => ('children' in node ? node.children : []));
  }
  for (const label of references) {
    const definition = survey.definitions.get(label);
    if (definition) survey.used.add(definition);
  }
  return survey;
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

function define(definitions: Map<string, Definition>, node: Definition): void {
  const label = labelOf(node);
  if (!definitions.has(label)) definitions.set(label, node);
}
