import { numbering } from '../diff/numbering.js';
import type { CommentableBlock } from './commentable-blocks.js';
import type { Signs } from './unique-blocks.js';

/** What the blocks of a page before and after can be known by. */
export interface Faces {
  /** Type and text: what makes two blocks equal. */
  whole: { before: number[]; after: number[] };
  /** The text alone, of blocks that hold no others and say something. */
  text: Signs;
}

/** Numbers in place of texts, which are long and are compared often. */
export function facesOf(before: readonly CommentableBlock[], after: readonly CommentableBlock[]): Faces {
  const [textNumber, wholeNumber] = [numbering<string>(), numbering<string>()];
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
