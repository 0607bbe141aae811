/** An entity tag of a header (RFC 9110, 8.8.3), without its quotes. */
export interface EntityTag {
  text: string;
  isWeak: boolean;
}

/** Value of `If-Match` or `If-None-Match`: a list of entity tags, or `*` for any representation. */
export type EntityTags = '*' | readonly EntityTag[];

/** Matches the separators between list elements, including empty elements. */
const between = /[\t ,]*/y;

/** Matches one entity tag of the list, up to the comma or the end. The tag itself may contain commas. */
const element = /(W\/)?"([!#-~\x80-\xff]*)"[\t ]*(?=,|$)/y;

/** Parses a list of entity tags; returns null if it is malformed or empty. */
export function readEntityTags(header: string): EntityTags | null {
  if (header.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  for (let at = endOfMatch(between, header, 0); at < header.length; ) {
    element.lastIndex = at;
    const found = element.exec(header);
    if (!found) return null;
    tags.push({ text: found[2]!, isWeak: found[1] !== undefined });
    at = endOfMatch(between, header, element.lastIndex);
  }
  return tags.length === 0 ? null : tags;
}

/** Returns the end of a sticky pattern's match at `at`. */
function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return pattern.lastIndex;
}

/** Reports whether `If-None-Match` lists an entity tag. Uses the weak comparison, which ignores `W/`. */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = ifNoneMatch === undefined ? null : readEntityTags(ifNoneMatch);
  return tags === '*' || (tags ?? []).some(({ text }) => `"${text}"` === tag);
}

/**
 * Returns the texts of the strong tags in a list. `If-Match` requires the strong comparison, so weak tags never match.
 */
export function strongTexts(tags: readonly EntityTag[]): string[] {
  return tags.filter(({ isWeak }) => !isWeak).map(({ text }) => text);
}
