/** Gives each heading of one page an id of its own, which an address after `#` names. */
export type HeadingIds = (title: string, explicit: string | undefined) => string;

/**
 * Ids for the headings of one page, in reading order: the id the author gave (in HTML, or as mdBook's `{#id}` at the end
 * of the title), else the title in lower case with hyphens for white space and without punctuation, with `-1`, `-2` and
 * so on where another heading has it.
 */
export function headingIds(): HeadingIds {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return (title, explicit) => {
    const id = explicit ?? writtenId(title) ?? freeId(slugOf(title), taken, next);
    taken.add(id);
    return id;
  };
}

/** The id that mdBook writes in braces at the end of a title; undefined without one. */
export function writtenId(title: string): string | undefined {
  return /\s\{#([-a-z0-9.+_]+)\}$/.exec(title)?.[1];
}

/** A title as part of an address: letters and digits of any script, marks, `_` and `-`. */
function slugOf(title: string): string {
  const slug = title
    .normalize('NFC')
    .toLowerCase()
    // Marks that belong to emoji: variation selectors, and the frame of a keycap.
    .replace(/[\uFE00-\uFE0F\u20E3]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}_\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  return slug || 'section';
}

function freeId(slug: string, taken: ReadonlySet<string>, next: Map<string, number>): string {
  let count = next.get(slug) ?? 0;
  let id = count ? `${slug}-${count}` : slug;
  while (taken.has(id)) id = `${slug}-${++count}`;
  next.set(slug, count + 1);
  return id;
}

/** The title of a heading without the id that stands in braces at its end. */
export function withoutWrittenId(title: string): string {
  const id = writtenId(title);
  return id === undefined ? title : title.trimEnd().slice(0, -`{#${id}}`.length).trimEnd();
}
