import type { Reader } from '../reading/reader.js';

/** What a view is made with. */
export interface Showing {
  reader: Reader;
  /** How much may still be shown, in characters. */
  left: number;
}

/** What one view may show: some thousand members. */
const maxShown = 250_000;

/** A member takes a line of its own, however little it says. */
const lineCost = 40;

/** Texts that are no names are at most so long. */
const maxText = 20_000;

/** Shows nothing yet. */
export function newShowing(reader: Reader): Showing {
  return { reader, left: maxShown };
}

/** Some items, while there is room for them; what one is made of takes room of its own. */
export function shownOf<Item, Shown>(showing: Showing, items: Iterable<Item>, show: (item: Item) => Shown): Shown[] {
  const shown: Shown[] = [];
  for (const item of items) {
    showing.left -= lineCost;
    if (showing.left <= 0) break;
    shown.push(show(item));
  }
  return shown;
}

/** A text as it is shown, cut where it is too long. */
export function shownText(showing: Showing, text: string, most = maxText): string {
  const kept = text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
  showing.left -= kept.length;
  return showing.left <= 0 && kept.length > lineCost ? `${kept.slice(0, lineCost).toWellFormed()}…` : kept;
}

/** The member of a view that is a description, where there is one. */
export function describedBy(showing: Showing, description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description: shownText(showing, description) };
}
