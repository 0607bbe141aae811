import type { Inline, Text } from '../nodes/nodes.js';
import { plainTextAt } from '../nodes/plain-text.js';
import { dataAt, listAt, type Members, membersAt, refuse, textAt } from '../nodes/shape.js';

/** A part of a line of code: text, or an expression to be replaced by its value. */
type CodePiece = string | { expression: string };

/** A line of code; `highlighted` is true if the line is highlighted. */
export interface CodeLine {
  pieces: CodePiece[];
  highlighted: boolean;
}

/** Returns the text of a line without its expressions. */
export function lineText({ pieces }: CodeLine): string {
  return pieces.filter((piece) => typeof piece === 'string').join('');
}

/** Reports whether a Markdown code fence can express a line. */
export function isPlainLine({ pieces, highlighted }: CodeLine): boolean {
  return !highlighted && pieces.every((piece) => typeof piece === 'string');
}

/** Returns the nodes of a line in a document (`DocumentBlockCodeLine`). */
export function lineNodes({ pieces }: CodeLine): (Text | Inline)[] {
  return pieces
    .filter((piece) => piece !== '')
    .map((piece) =>
      typeof piece === 'string'
        ? { object: 'text', leaves: [{ object: 'leaf', text: piece, marks: [] }] }
        : { object: 'inline', type: 'expression', data: piece, isVoid: true },
    );
}

/**
 * Reads a line of a document.
 * @throws ContentError for content that code cannot express.
 */
export function codeLineAt(entry: unknown, pointer: string): CodeLine {
  const line = membersAt(entry, pointer);
  if (line.type !== 'code-line') refuse(pointer, 'must be a code-line', line.type);
  const { highlighted } = dataAt(line, pointer, ['highlighted']);
  const pieces = listAt(line.nodes, `${pointer}/nodes`).map((node, index) =>
    pieceAt(membersAt(node, `${pointer}/nodes/${index}`), `${pointer}/nodes/${index}`),
  );
  return { pieces, highlighted: highlighted === true };
}

function pieceAt(node: Members, pointer: string): CodePiece {
  if (node.type !== 'expression') {
    return plainTextAt(
      [node],
      pointer.replace(/\/\d+$/, ''),
      'must be text without marks: code in Markdown has only text',
    );
  }
  const { expression } = dataAt(node, pointer, ['expression']);
  return { expression: textAt(expression, `${pointer}/data/expression`) };
}
