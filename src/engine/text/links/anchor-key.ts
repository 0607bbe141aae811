/**
 * Returns the part that all spellings of an anchor have in common: its letters and digits in lower case, without `id-`
 * before a digit. The letters may be in any script. Different tools write `3.1 First steps` as `31-first-steps`,
 * `3-1-first-steps`, `3.1-first-steps` or `id-3.1-first-steps`. An anchor without letters and digits is its own key.
 */
export function anchorKey(anchor: string): string {
  return lettersAndDigits(anchor) || anchor;
}

/** Returns the keys of a heading: the key of its id, and the key of its title if the two differ. */
export function keysOfHeading(title: string, id: string): string[] {
  const [own, ofTitle] = [anchorKey(id), lettersAndDigits(title)];
  return ofTitle === '' || ofTitle === own ? [own] : [own, ofTitle];
}

function lettersAndDigits(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/^id-(?=\p{N})/u, '')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
