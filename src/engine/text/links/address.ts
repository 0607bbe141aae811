import { decodeString } from 'micromark-util-decode-string';

/**
 * Returns the length of a destination's path in its source, up to its query or anchor. A `#` after `&` belongs to an
 * entity such as `&#32;`.
 */
export function pathLength(raw: string): number {
  const end = raw.search(/\?|(?<!&)#/);
  return end === -1 ? raw.length : end;
}

/**
 * Reports whether a destination, given by its source, is not in the content. Such a destination has a scheme or a host,
 * or is only an anchor.
 */
export function isExternal(raw: string): boolean {
  return /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/\/|[#?]|$)/.test(raw);
}

/** Decodes the source of a destination: its backslash escapes and entities. */
export function readAddress(raw: string): string {
  return decodeString(raw);
}

/** Decodes percent-encoded parts that are UTF-8. Other parts stay. */
export function decodePercent(address: string): string {
  return address.replace(/(?:%[0-9A-Fa-f]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/**
 * Whether a destination is bare, or enclosed in `<>` or in the quotes of a tag. Enclosed destinations may contain
 * spaces and parentheses.
 */
export type Enclosure = 'bare' | 'enclosed';

/**
 * Encodes a path so that every context of a destination reads the same path: Markdown, HTML, GitBook's blocks and YAML.
 * Percent-encodes characters that have a meaning in any of them.
 */
export function writeAddress(path: string, enclosure: Enclosure): string {
  const unsafeCharacters = enclosure === 'bare' ? bare : enclosed;
  const written = path.toWellFormed().replace(unsafeCharacters, (letter) => {
    return letter.charCodeAt(0) < 0x80
      ? `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
      : encodeURIComponent(letter);
  });
  // `~`, `-` and similar characters have a meaning at the start of a YAML value.
  return /^[^\w./%]/.test(written) && written.charCodeAt(0) < 0x80 ? `./${written}` : written;
}

const bare = /[^A-Za-z0-9._~!$*+,;=@/\u0080-\uffff-]|[\s\u0085\u200b-\u200f\u2028-\u202f\ufeff]/g;
const enclosed = /[^A-Za-z0-9._~!$*+,;=@/() \u0080-\uffff-]|[\t-\r\u0085\u200b-\u200f\u2028-\u202f\ufeff]/g;
