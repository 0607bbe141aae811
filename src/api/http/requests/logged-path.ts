/** Credentials that any reader of the log could use: ids of invite links, access tokens, and the keys of previews. */
const credentials: readonly [RegExp, string][] = [
  [/inv_[0-9a-z]{26}/gi, 'inv_…'],
  [/dg_[\w-]{43}/g, 'dg_…'],
  [/\/preview\/[^/]*/gi, '/preview/…'],
];

/** Maximum number of layers of percent-encoding with which an address is still logged. */
const mostLayers = 8;

/**
 * Returns the part of an address that may be logged: its path, decoded completely, without credentials. The text after
 * the path is removed, because it holds tickets and signatures. An address with more than eight layers of encoding is
 * `…`.
 */
export function loggedPath(url: string): string {
  const plain = decoded(url);
  if (plain === null) return '…';
  return credentials.reduce((text, [secret, mask]) => text.replace(secret, mask), plain.split(/[?#;]/, 1)[0]!);
}

/**
 * Decodes all layers; null if there are too many. Malformed escapes stay as they are, because repairing them reveals
 * nothing.
 */
function decoded(url: string): string | null {
  let text = url;
  for (let layer = 0; layer <= mostLayers; layer++) {
    const next = text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
      Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
    );
    if (next === text) return text;
    text = next;
  }
  return null;
}
