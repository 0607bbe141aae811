import { type PrintBlock, type Run, type RunStyle, titleSeparator } from '../blocks/print-blocks.js';

/** Font face: sans or mono, upright or italic, regular or bold. */
export type Face = `${'sans' | 'mono'}-${'normal' | 'italic'}-${400 | 700}`;

/** Returns the face that prints a style. */
export function faceOf({ mono, italic, bold }: RunStyle): Face {
  return `${mono ? 'mono' : 'sans'}-${italic && !mono ? 'italic' : 'normal'}-${bold ? 700 : 400}`;
}

/** Code points to print, by face. */
export type UsedCharacters = Map<Face, Set<number>>;

/** Adds the characters of a text to those of a face. */
export function addCharacters(used: UsedCharacters, face: Face, text: string): void {
  const points = used.get(face) ?? new Set();
  used.set(face, points);
  for (const character of text.normalize('NFC')) points.add(character.codePointAt(0)!);
}

/** Adds the characters of print blocks to those of their faces. */
export function collectCharacters(used: UsedCharacters, pieces: readonly PrintBlock[]): void {
  for (const piece of pieces)
    (collectors[piece.kind] as (used: UsedCharacters, piece: PrintBlock) => void)(used, piece);
}

type BlockOfKind<Kind extends PrintBlock['kind']> = Extract<PrintBlock, { kind: Kind }>;

const collectors: { [Kind in PrintBlock['kind']]: (used: UsedCharacters, piece: BlockOfKind<Kind>) => void } = {
  text: (used, { runs }) => collectRuns(used, runs),
  list: (used, { items }) => {
    for (const { marker, pieces } of items) {
      collectRuns(used, marker);
      collectCharacters(used, pieces);
    }
  },
  panel: (used, { pieces }) => collectCharacters(used, pieces),
  code: (used, { lines, title = '' }) => {
    addCharacters(used, 'sans-normal-700', title);
    for (const { runs } of lines) collectRuns(used, runs);
  },
  table: (used, { columns, rows }) => {
    addCharacters(used, 'sans-normal-700', titleSeparator);
    for (const { title } of columns) addCharacters(used, 'sans-normal-700', title);
    for (const row of rows) for (const cell of row) collectCharacters(used, cell);
  },
  image: (used, { fallback }) => collectRuns(used, fallback),
  rule: () => {},
};

function collectRuns(used: UsedCharacters, runs: readonly Run[]): void {
  for (const { text, style } of runs) addCharacters(used, faceOf(style), text);
}
