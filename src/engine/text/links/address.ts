import { decodeString } from 'micromark-util-decode-string';

/**
 * The length of a destination's path as written: up to its query or anchor.
 * A `#` behind `&` belongs to an entity such as `&#32;`.
 */
export function pathLength(raw: string): number {
  const end = raw.search(/\?|(?<!&)#/);
  return end === -1 ? raw.length : end;
}

/** Whether a destination as written leaves the content: it names a scheme or a host, or nothing but an anchor. */
export function isExternal(raw: string): boolean {
  return /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/\/|[#?]|$)/.test(raw);
}

/** The address that Markdown reads from a destination as written: without backslash escapes and entities. */
export function readAddress(raw: string): string {
  return decodeString(raw);
}

/** Decodes the percent-encoded parts that are UTF-8 and leaves the others. */
export function decodePercent(address: string): string {
  return address.replace(/(?:%[0-9A-Fa-f]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/** Where a destination stands: bare, in `<>`, or in the quotes of a tag; the latter two may hold spaces and parentheses. */
export type Enclosure = 'bare' | 'enclosed';

/**
 * Writes a path so that every place a destination can stand in reads the same path back: Markdown, HTML, GitBook's blocks and
 * YAML. What any of them could take for its own is percent-encoded.
 */
export function writeAddress(path: string, enclosure: Enclosure): string {
  const kept = enclosure === 'bare' ? bare : enclosed;
  const written = path.toWellFormed().replace(kept, (letter) => {
    return letter.charCodeAt(0) < 0x80
      ? `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
      : encodeURIComponent(letter);
  });
  // `~`, `-` and the like would mean something to YAML at the start.
  return /^[^\w./%]/.test(written) && written.charCodeAt(0) < 0x80 ? `./${written}` : written;
}

const bare = /[^A-Za-z0-9._~!$*+,;=@/\u0080-\uffff-]|[\s\u0085\u200b-\u200f\u2028-\u202f\ufeff]/g;
const enclosed = /[^A-Za-z0-9._~!$*+,;=@/() \u0080-\uffff-]|[\t-\r\u0085\u200b-\u200f\u2028-\u202f\ufeff]/g;
