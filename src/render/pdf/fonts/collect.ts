import { betweenTitles, type Piece, type Run, type RunStyle } from '../pieces/pieces.js';

/** Font face: sans or mono, upright or italic, regular or bold. */
export type Face = `${'sans' | 'mono'}-${'normal' | 'italic'}-${400 | 700}`;

/** Returns the face that a style is printed in. */
export function faceOf({ mono, italic, bold }: RunStyle): Face {
  return `${mono ? 'mono' : 'sans'}-${italic && !mono ? 'italic' : 'normal'}-${bold ? 700 : 400}`;
}

/** Code points to print in each face. */
export type Used = Map<Face, Set<number>>;

/** Adds the characters of a text to those of a face. */
export function note(used: Used, face: Face, text: string): void {
  const points = used.get(face) ?? new Set();
  used.set(face, points);
  for (const character of text.normalize('NFC')) points.add(character.codePointAt(0)!);
}

/** Adds the characters of pieces, by face. */
export function collect(used: Used, pieces: readonly Piece[]): void {
  for (const piece of pieces) (collectors[piece.kind] as (used: Used, piece: Piece) => void)(used, piece);
}

type Of<Kind extends Piece['kind']> = Extract<Piece, { kind: Kind }>;

const collectors: { [Kind in Piece['kind']]: (used: Used, piece: Of<Kind>) => void } = {
  text: (used, { runs }) => collectRuns(used, runs),
  list: (used, { items }) => {
    for (const { marker, pieces } of items) {
      collectRuns(used, marker);
      collect(used, pieces);
    }
  },
  panel: (used, { pieces }) => collect(used, pieces),
  code: (used, { lines, title = '' }) => {
    note(used, 'sans-normal-700', title);
    for (const { runs } of lines) collectRuns(used, runs);
  },
  table: (used, { columns, rows }) => {
    note(used, 'sans-normal-700', betweenTitles);
    for (const { title } of columns) note(used, 'sans-normal-700', title);
    for (const row of rows) for (const cell of row) collect(used, cell);
  },
  image: (used, { otherwise }) => collectRuns(used, otherwise),
  rule: () => {},
};

function collectRuns(used: Used, runs: readonly Run[]): void {
  for (const { text, style } of runs) note(used, faceOf(style), text);
}
