/** An entity tag of a header (RFC 9110, 8.8.3), without its quotes. */
export interface EntityTag {
  text: string;
  isWeak: boolean;
}

/** What `If-Match` and `If-None-Match` list: tags, or whatever there is. */
export type EntityTags = '*' | readonly EntityTag[];

/** What stands between the elements of a list, which may be empty. */
const between = /[\t ,]*/y;

/** An element up to its comma; there are commas in tags, too. */
const element = /(W\/)?"([!#-~\x80-\xff]*)"[\t ]*(?=,|$)/y;

/** Reads a list of entity tags; null where it is none, or an empty one. */
export function readEntityTags(header: string): EntityTags | null {
  if (header.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  for (let at = behind(between, header, 0); at < header.length; ) {
    element.lastIndex = at;
    const found = element.exec(header);
    if (!found) return null;
    tags.push({ text: found[2]!, isWeak: found[1] !== undefined });
    at = behind(between, header, element.lastIndex);
  }
  return tags.length === 0 ? null : tags;
}

/** Where what a pattern takes at a place ends. */
function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return pattern.lastIndex;
}

/** Whether the header `If-None-Match` has a tag: by the weak comparison, which takes no heed of `W/`. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = ifNoneMatch === undefined ? null : readEntityTags(ifNoneMatch);
  return tags === '*' || (tags ?? []).some(({ text }) => `"${text}"` === tag);
}

/** Texts of the strong tags of a list: `If-Match` compares strongly, so that a weak one never matches. */
export function strongTexts(tags: readonly EntityTag[]): string[] {
  return tags.filter(({ isWeak }) => !isWeak).map(({ text }) => text);
}
