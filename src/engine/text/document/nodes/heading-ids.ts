/** Returns a unique id for a heading of a page. URLs contain the id after `#`. */
export type HeadingIds = (title: string, explicit: string | undefined) => string;

/**
 * Creates ids for the headings of one page, in reading order. If the author has chosen an id (in HTML, or as mdBook's
 * `{#id}` at the end of the title), it is used. Otherwise the id is the title in lower case, with hyphens for white
 * space and without punctuation. If another heading has the same id, `-1`, `-2` and so on are appended.
 */
export function createHeadingIds(): HeadingIds {
  const usedIds = new Set<string>();
  const next = new Map<string, number>();
  return (title, explicit) => {
    const id = explicit ?? idInBraces(title) ?? freeId(slugOf(title), usedIds, next);
    usedIds.add(id);
    return id;
  };
}

/** Returns the id in braces at the end of a title, as mdBook writes it; undefined if there is none. */
export function idInBraces(title: string): string | undefined {
  return /\s\{#([-a-z0-9.+_]+)\}$/.exec(title)?.[1];
}

/** Returns a title as a URL fragment: letters and digits of any script, marks, `_` and `-`. */
function slugOf(title: string): string {
  const slug = title
    .normalize('NFC')
    .toLowerCase()
    // Removes marks of emoji: variation selectors and the keycap frame.
    .replace(/[\uFE00-\uFE0F\u20E3]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}_\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  return slug || 'section';
}

function freeId(slug: string, usedIds: ReadonlySet<string>, next: Map<string, number>): string {
  let count = next.get(slug) ?? 0;
  let id = count ? `${slug}-${count}` : slug;
  while (usedIds.has(id)) id = `${slug}-${++count}`;
  next.set(slug, count + 1);
  return id;
}

/** Returns a heading's title without the id in braces at its end. */
export function withoutIdInBraces(title: string): string {
  const id = idInBraces(title);
  return id === undefined ? title : title.trimEnd().slice(0, -`{#${id}}`.length).trimEnd();
}
