import { createNumbering } from '../diff/numbering.js';
import type { CommentableBlock } from './commentable-blocks.js';
import type { EntryNumbers } from './unique-blocks.js';

/** Numbers that identify the content of a page's blocks before and after a change. */
export interface BlockNumbers {
  /** A number for the type and text of each block; equal blocks have equal numbers. */
  whole: { before: number[]; after: number[] };
  /** A number for the text of each block; undefined for blocks with nested blocks or without text. */
  text: EntryNumbers;
}

/** Numbers the blocks. Blocks are compared often, and numbers are cheaper to compare than long texts. */
export function numberBlocks(before: readonly CommentableBlock[], after: readonly CommentableBlock[]): BlockNumbers {
  const [textNumber, wholeNumber] = [createNumbering<string>(), createNumbering<string>()];
  const whole = ({ type, text }: CommentableBlock) => wholeNumber(`${textNumber(text)} ${type}`);
  const texts = (blocks: readonly CommentableBlock[]) => {
    const parents = new Set(blocks.map(({ parent }) => parent));
    return blocks.map(({ key, text }) => (text === '' || parents.has(key) ? undefined : textNumber(text)));
  };
  return {
    whole: { before: before.map(whole), after: after.map(whole) },
    text: { before: texts(before), after: texts(after) },
  };
}
