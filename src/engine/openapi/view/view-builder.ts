import type { SpecDocument } from '../reading/reader.js';

/** Reader of the document, and the remaining size of a view. */
export interface ViewBuilder {
  reader: SpecDocument;
  /** Characters that may still be shown. */
  left: number;
}

/** Most characters of a view: some thousand members. */
const maxShown = 250_000;

/** Minimum cost of a member in characters, because it takes a line. */
const lineCost = 40;

/** Most characters of a text that is not a name. */
const maxText = 20_000;

/** Returns the state of an empty view. */
export function createViewBuilder(reader: SpecDocument): ViewBuilder {
  return { reader, left: maxShown };
}

/** Shows items until the view is full. The content of an item counts separately. */
export function buildItems<Item, Shown>(
  showing: ViewBuilder,
  items: Iterable<Item>,
  show: (item: Item) => Shown,
): Shown[] {
  const shown: Shown[] = [];
  for (const item of items) {
    showing.left -= lineCost;
    if (showing.left <= 0) break;
    shown.push(show(item));
  }
  return shown;
}

/** Returns a text for display, cut if it is too long. */
export function buildText(showing: ViewBuilder, text: string, most = maxText): string {
  const kept = text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
  showing.left -= kept.length;
  return showing.left <= 0 && kept.length > lineCost ? `${kept.slice(0, lineCost).toWellFormed()}…` : kept;
}

/** Returns the `description` of a view, if there is one. */
export function describedBy(showing: ViewBuilder, description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description: buildText(showing, description) };
}
