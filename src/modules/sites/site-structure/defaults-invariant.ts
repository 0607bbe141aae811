import { arrange, below, defaultItem, isSection, type SiteParts } from './parts.js';

/** A part of a site that can be the default of its list. */
interface Choosable {
  id: string;
  isDefault: boolean;
}

/**
 * Ensures exactly one default in each list. A site without sections has a default site space at the root. Other sites
 * have a default section, and a default site space in each section. If a list has several defaults or none, its first
 * item becomes the default.
 */
export function withValidDefaults({ groups, sections, siteSpaces }: SiteParts): SiteParts {
  const arrangement = arrange({ groups, sections, siteSpaces });
  const chosen = new Set([
    defaultItem(below(arrangement, null).filter(isSection))?.id,
    ...[...arrangement.siteSpaces.values()].map((items) => defaultItem(items)?.id),
  ]);
  return { groups, sections: choose(sections, chosen), siteSpaces: choose(siteSpaces, chosen) };
}

/**
 * Makes the row with an id the only default of its list. `isInList` selects the rows of the list; other rows stay
 * unchanged.
 */
export function withDefault<Row extends Choosable>(
  rows: readonly Row[],
  id: string,
  such: (row: Row) => boolean,
): Row[] {
  return rows.map((row) => (such(row) ? chosenIf(row, row.id === id) : row));
}

function choose<Row extends Choosable>(rows: readonly Row[], chosen: ReadonlySet<string | undefined>): Row[] {
  return rows.map((row) => chosenIf(row, chosen.has(row.id)));
}

function chosenIf<Row extends Choosable>(row: Row, isDefault: boolean): Row {
  return row.isDefault === isDefault ? row : { ...row, isDefault };
}
