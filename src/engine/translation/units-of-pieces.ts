import type { Body } from './body.js';
import { type BlockPosition, type Host, type InlinePiece, piecesHaveWords, taggedText, type Unit } from './pieces.js';

/**
 * Returns the inline pieces as one translation unit, if they contain words. Units within `kept` pieces, such as the
 * texts of images, come before it. White space at the edges is not part of the unit.
 */
export function unitsOfPieces(
  body: Body,
  pieces: readonly InlinePiece[],
  at: { host: Host; place: BlockPosition },
): Unit[] {
  const within = pieces.flatMap(unitsWithin);
  if (!piecesHaveWords(pieces)) return within;
  const trimmed = withoutEdges(body, pieces);
  const [start, end] = [trimmed[0]!.start, trimmed.at(-1)!.end];
  return [...within, { ...taggedText(trimmed), start, end, ...at }];
}

function unitsWithin(piece: InlinePiece): Unit[] {
  if (piece.kind === 'around') return piece.children.flatMap(unitsWithin);
  return piece.kind === 'kept' ? piece.units : [];
}

function withoutEdges(body: Body, pieces: readonly InlinePiece[]): InlinePiece[] {
  const innerPieces = pieces.filter((piece, index) => {
    const isEdge = index === 0 || index === pieces.length - 1;
    return !isEdge || piece.kind !== 'text' || !/^[ \t\r\n]*$/.test(body.slice(piece.start, piece.end));
  });
  const [first, last] = [innerPieces[0], innerPieces.at(-1)];
  if (first?.kind === 'text') {
    const space = /^[ \t\r\n]+/.exec(body.slice(first.start, first.end))?.[0].length ?? 0;
    if (space > 0)
      innerPieces[0] = { ...first, start: first.start + space, text: first.text.replace(/^[ \t\r\n]+/, '') };
  }
  if (last?.kind === 'text') {
    const piece = innerPieces.at(-1) as typeof last;
    const space = /[ \t\r\n]+$/.exec(body.slice(piece.start, piece.end))?.[0].length ?? 0;
    if (space > 0)
      innerPieces[innerPieces.length - 1] = {
        ...piece,
        end: piece.end - space,
        text: piece.text.replace(/[ \t\r\n]+$/, ''),
      };
  }
  return innerPieces;
}
