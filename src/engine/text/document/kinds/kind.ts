import type { BlockContent, DefinitionContent } from 'mdast';
import type { Block, BlockContainer } from '../nodes/nodes.js';
import { createBlock, type ReadState } from '../nodes/read-state.js';
import type { Members } from '../nodes/shape.js';
import type { Content, WriteState } from '../nodes/write-state.js';
import type { Siblings } from '../syntax/tag-groups.js';
import type { TagText } from '../syntax/tag-text.js';

/** The tags of a block that is being read, with the blocks between them; or a single tag. */
export interface TagContext {
  readState: ReadState;
  siblings: Siblings<BlockContent | DefinitionContent>;
  tag: TagText;
  /** Index of the opening tag among the siblings. */
  start: number;
  /** Index of the closing tag; equals `start` for a single tag. */
  end: number;
  /** Reads the siblings from index `from` up to, but not including, `to`. */
  readBlocks(from: number, to: number, place: BlockContainer): Block[];
}

/** A block that is being written, and its pointer in the document. */
export interface BlockContext {
  writeState: WriteState;
  block: Members;
  pointer: string;
  /** Writes the blocks in the list at a pointer. */
  writeBlocks(value: unknown, pointer: string, place: BlockContainer): Content[];
}

/** Reads one kind of tag in Markdown. */
export interface TagKind {
  tag: string;
  type: Block['type'];
  /** Whether the tag may have no closing tag. */
  alone?: true;
  /** Returns the block. To keep the tags as text, returns undefined before it reads any content. */
  read(site: TagContext): Block | undefined;
}

/** Writes one kind of block. */
export type WriteKind = (site: BlockContext) => Content[];

/** Creates a block without content for an opening and a closing tag, and records its key and lines. */
export function tagBlock({ readState, siblings, start, end }: TagContext, type: Block['type']): Block {
  const first = siblings.nodes[start]!.position!.start;
  const last = siblings.nodes[end]!.position!.end;
  const source = readState.source.slice(first.offset, last.offset);
  return createBlock(readState, { type, source, from: first.line, to: last.line });
}
