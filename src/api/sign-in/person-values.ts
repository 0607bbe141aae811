/** Maximum length of a person's name, in characters. */
const maxNameLength = 255;

/**
 * Returns an e-mail address in lower case; null if the text is not an address. Accepts only ASCII, because lower-casing
 * could turn one address into another: the lower case of the Kelvin sign is `k`.
 */
export function emailAddressIn(text: string): string | null {
  const isAddress =
    text.length <= 254 && /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(text);
  return isAddress ? text.toLowerCase() : null;
}

/** Returns a text on one line, with at most 255 characters. */
export function onOneLine(text: string): string {
  return [...text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()].slice(0, maxNameLength).join('');
}
