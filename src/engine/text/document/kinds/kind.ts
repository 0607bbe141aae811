import type { BlockContent, DefinitionContent } from 'mdast';
import type { Block, BlockContainer } from '../nodes/nodes.js';
import { createBlock, type ReadState } from '../nodes/reading.js';
import type { Members } from '../nodes/shape.js';
import type { Content, WriteState } from '../nodes/writing.js';
import type { Siblings } from '../syntax/tag-groups.js';
import type { TagText } from '../syntax/tag-text.js';

/** A block that is being read: tags and the blocks between them, or a single tag. */
export interface TagContext {
  reading: ReadState;
  siblings: Siblings<BlockContent | DefinitionContent>;
  tag: TagText;
  /** Index of the opening tag among its siblings. */
  start: number;
  /** Index of the closing tag; equal to `start` for a single tag. */
  end: number;
  /** Reads the siblings from index `from` to before `to`. */
  readBlocks(from: number, to: number, place: BlockContainer): Block[];
}

/** A block that is being written, and its pointer in the document. */
export interface BlockContext {
  writing: WriteState;
  block: Members;
  pointer: string;
  /** Writes the blocks of the list at a pointer. */
  writeBlocks(value: unknown, pointer: string, place: BlockContainer): Content[];
}

/** Reader of one kind of tag in Markdown. */
export interface TagKind {
  tag: string;
  type: Block['type'];
  /** Whether the tag may have no closing tag. */
  alone?: true;
  /** Returns the block. If the tags stay text, returns undefined before it reads any content. */
  read(site: TagContext): Block | undefined;
}

/** Writes one kind of block. */
export type WriteKind = (site: BlockContext) => Content[];

/** Creates a block without content from its opening to its closing tag, and records its key and lines. */
export function tagBlock({ reading, siblings, start, end }: TagContext, type: Block['type']): Block {
  const first = siblings.nodes[start]!.position!.start;
  const last = siblings.nodes[end]!.position!.end;
  const source = reading.source.slice(first.offset, last.offset);
  return createBlock(reading, { type, source, from: first.line, to: last.line });
}
