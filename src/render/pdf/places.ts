import { keysOfHeading } from '../../engine/text/links/anchor-key.js';
import type { Piece } from './pieces/pieces.js';
import type { PrintedSection } from './pieces/section-pieces.js';

/** The places of one PDF that links may lead to: pages (`id`) and headings in them (`id#anchor`), under short names. */
export interface Places {
  /** The name of a place; undefined where the PDF lacks it. */
  nameOf(place: string): string | undefined;
  /**
   * The name of the place that a link asking for one leads to: the place itself, else the first heading of the page with the
   * same letters and digits, else the page, as in a browser; undefined where the PDF lacks that too.
   */
  nearestTo(place: string): string | undefined;
}

/** Names the places of some sections, in reading order. */
export function placesOf(sections: readonly PrintedSection[]): Places {
  const names = new Map<string, string>();
  const alike = new Map<string, string>();
  const add = (piece: Piece): void => {
    if (piece.kind === 'text')
      for (const place of piece.places ?? []) name(place, piece.runs.map(({ text }) => text).join(''));
    if (piece.kind === 'panel') piece.pieces.forEach(add);
    if (piece.kind === 'list') for (const item of piece.items) item.pieces.forEach(add);
    if (piece.kind === 'table') piece.rows.flat(2).forEach(add);
  };
  const name = (place: string, title = ''): void => {
    if (names.has(place)) return;
    const made = `p${String(names.size + 1).padStart(7, '0')}`;
    names.set(place, made);
    for (const key of keysOf(place, title)) if (!alike.has(key)) alike.set(key, made);
  };
  for (const { section, pieces } of sections) {
    name(section.id);
    pieces.forEach(add);
  }
  return {
    nameOf: (place) => names.get(place),
    nearestTo: (place) => names.get(place) ?? alike.get(keysOf(place)[0] ?? '') ?? names.get(place.split('#')[0]!),
  };
}

/** What a heading's place is found by beside its exact spelling; nothing for a page. */
function keysOf(place: string, title = ''): string[] {
  const at = place.indexOf('#');
  return at === -1 ? [] : keysOfHeading(title, place.slice(at + 1)).map((key) => place.slice(0, at + 1) + key);
}
