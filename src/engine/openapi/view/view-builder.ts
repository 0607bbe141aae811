import type { SpecDocument } from '../reading/reader.js';

/** Reader of the document, and the remaining size of the view. */
export interface ViewBuilder {
  reader: SpecDocument;
  /** Number of characters that may still be added. */
  left: number;
}

/** Maximum length of a view in characters, enough for a few thousand members. */
const maxViewLength = 250_000;

/** Minimum cost of a member in characters, because each takes at least one line. */
const lineCost = 40;

/** Maximum length of a text in characters, unless it is a name. */
const maxText = 20_000;

/** Creates the state of an empty view. */
export function createViewBuilder(reader: SpecDocument): ViewBuilder {
  return { reader, left: maxViewLength };
}

/** Adds items until the view is full. Each item costs `lineCost`; the content of an item is charged separately. */
export function buildItems<Item, Shown>(
  builder: ViewBuilder,
  items: Iterable<Item>,
  show: (item: Item) => Shown,
): Shown[] {
  const results: Shown[] = [];
  for (const item of items) {
    builder.left -= lineCost;
    if (builder.left <= 0) break;
    results.push(show(item));
  }
  return results;
}

/** Returns a text for display, shortened if it is too long. */
export function buildText(builder: ViewBuilder, text: string, most = maxText): string {
  const displayText = text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
  builder.left -= displayText.length;
  return builder.left <= 0 && displayText.length > lineCost
    ? `${displayText.slice(0, lineCost).toWellFormed()}…`
    : displayText;
}

/** Returns the `description` member of a view; an empty object if there is no description. */
export function descriptionMember(builder: ViewBuilder, description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description: buildText(builder, description) };
}
