import { arrange, below, isSection, type SiteParts, shownFirst } from './parts.js';

/** What is, or is not, the first that is shown of several. */
interface Choosable {
  id: string;
  isDefault: boolean;
}

/**
 * Sees to it that one site space is the default at the root of a site without sections; else one section is, and in each
 * section that has any, one site space. Of several, and where there is none, it is the first in order.
 */
export function settled({ groups, sections, siteSpaces }: SiteParts): SiteParts {
  const arrangement = arrange({ groups, sections, siteSpaces });
  const chosen = new Set([
    shownFirst(below(arrangement, null).filter(isSection))?.id,
    ...[...arrangement.siteSpaces.values()].map((items) => shownFirst(items)?.id),
  ]);
  return { groups, sections: choose(sections, chosen), siteSpaces: choose(siteSpaces, chosen) };
}

/** Makes one of some rows the default, instead of those that were. */
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
