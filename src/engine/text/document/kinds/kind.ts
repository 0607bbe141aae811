import type { BlockContent, DefinitionContent } from 'mdast';
import type { Block, Place } from '../nodes/nodes.js';
import { notedBlock, type Reading } from '../nodes/reading.js';
import type { Members } from '../nodes/shape.js';
import type { Content, Writing } from '../nodes/writing.js';
import type { Siblings } from '../syntax/tag-groups.js';
import type { TagText } from '../syntax/tag-text.js';

/** A block that tags enclose, or that one tag is, while it is read. */
export interface TagSite {
  reading: Reading;
  siblings: Siblings<BlockContent | DefinitionContent>;
  tag: TagText;
  /** Where the opening tag stands among its siblings. */
  start: number;
  /** Where the closing tag stands; the same as `start` for a tag that stands alone. */
  end: number;
  /** Reads the siblings from one place to before another. */
  readBlocks(from: number, to: number, place: Place): Block[];
}

/** A block that is being written, and where it stands in the document. */
export interface BlockSite {
  writing: Writing;
  block: Members;
  pointer: string;
  /** Writes the blocks of a list that stands at a pointer. */
  writeBlocks(value: unknown, pointer: string, place: Place): Content[];
}

/** How one tag of Markdown is read. */
export interface TagKind {
  tag: string;
  type: Block['type'];
  /** The tag may stand without a closing one. */
  alone?: true;
  /** The block; undefined, before anything is read, where these tags are none and stay text. */
  read(site: TagSite): Block | undefined;
}

/** How one kind of block is written. */
export type WriteKind = (site: BlockSite) => Content[];

/** A block from its opening to its closing tag, with its key and lines noted, still without content. */
export function tagBlock({ reading, siblings, start, end }: TagSite, type: Block['type']): Block {
  const first = siblings.nodes[start]!.position!.start;
  const last = siblings.nodes[end]!.position!.end;
  const source = reading.source.slice(first.offset, last.offset);
  return notedBlock(reading, { type, source, from: first.line, to: last.line });
}
