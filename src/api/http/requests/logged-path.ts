/**
 * Credentials in paths that a reader of the log could misuse: ids of invite links, access tokens, and keys of previews.
 */
const credentials: readonly [RegExp, string][] = [
  [/inv_[0-9a-z]{26}/gi, 'inv_…'],
  [/dg_[\w-]{43}/g, 'dg_…'],
  [/\/preview\/[^/]*/gi, '/preview/…'],
];

/** Maximum number of layers of percent-encoding; a path with more is not logged. */
const maxLayers = 8;

/**
 * Returns the part of a URL that may be logged: its completely decoded path, without credentials. The query string is
 * removed, because it may contain tickets and signatures. A URL with more than eight layers of encoding is logged as
 * `…`.
 */
export function loggedPath(url: string): string {
  const plain = decoded(url);
  if (plain === null) return '…';
  return credentials.reduce((text, [secret, mask]) => text.replace(secret, mask), plain.split(/[?#;]/, 1)[0]!);
}

/**
 * Removes all layers of percent-encoding; null if there are too many. Malformed escapes stay as they are, because they
 * hide nothing.
 */
function decoded(url: string): string | null {
  let text = url;
  for (let layer = 0; layer <= maxLayers; layer++) {
    const next = text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
      Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
    );
    if (next === text) return text;
    text = next;
  }
  return null;
}
