/**
 * What the spellings of one anchor have alike: its letters and digits, of any script and in lower case, without an `id-` before a
 * digit. `3.1 First steps` is spelled `31-first-steps`, `3-1-first-steps`, `3.1-first-steps` and `id-3.1-first-steps`, by what
 * wrote it. An anchor without letters and digits is its own key.
 */
export function anchorKey(anchor: string): string {
  return lettersOf(anchor) || anchor;
}

/** The keys that lead to a heading: that of its id, and that of its title where it is another. */
export function keysOfHeading(title: string, id: string): string[] {
  const [own, ofTitle] = [anchorKey(id), lettersOf(title)];
  return ofTitle === '' || ofTitle === own ? [own] : [own, ofTitle];
}

function lettersOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/^id-(?=\p{N})/u, '')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
