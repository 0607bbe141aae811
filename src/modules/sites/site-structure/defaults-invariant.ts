import { arrangeParts, defaultItem, descendantsInOrder, isSection, type SiteParts } from './parts.js';

/** A part of a site that can be the default of its list. */
interface DefaultCandidate {
  id: string;
  isDefault: boolean;
}

/**
 * Ensures exactly one default in each list. A site without sections has a default site space at the root. Other sites
 * have a default section, and a default site space in each section. If a list has several defaults or none, its first
 * item becomes the default.
 */
export function withValidDefaults({ groups, sections, siteSpaces }: SiteParts): SiteParts {
  const arrangement = arrangeParts({ groups, sections, siteSpaces });
  const defaultIds = new Set([
    defaultItem(descendantsInOrder(arrangement, null).filter(isSection))?.id,
    ...[...arrangement.siteSpaces.values()].map((items) => defaultItem(items)?.id),
  ]);
  return { groups, sections: markDefaults(sections, defaultIds), siteSpaces: markDefaults(siteSpaces, defaultIds) };
}

/**
 * Makes the row with an id the only default of its list. `isInList` selects the rows of the list; other rows stay
 * unchanged.
 */
export function withDefault<Row extends DefaultCandidate>(
  rows: readonly Row[],
  id: string,
  isInList: (row: Row) => boolean,
): Row[] {
  return rows.map((row) => (isInList(row) ? setDefault(row, row.id === id) : row));
}

function markDefaults<Row extends DefaultCandidate>(
  rows: readonly Row[],
  defaultIds: ReadonlySet<string | undefined>,
): Row[] {
  return rows.map((row) => setDefault(row, defaultIds.has(row.id)));
}

function setDefault<Row extends DefaultCandidate>(row: Row, isDefault: boolean): Row {
  return row.isDefault === isDefault ? row : { ...row, isDefault };
}
