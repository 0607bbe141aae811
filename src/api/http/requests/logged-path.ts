/** What whoever reads it may use: ids of invite links, with which one joins, access tokens, and what opens previews. */
const credentials: readonly [RegExp, string][] = [
  [/inv_[0-9a-z]{26}/gi, 'inv_…'],
  [/dg_[\w-]{43}/g, 'dg_…'],
  [/\/preview\/[^/]*/gi, '/preview/…'],
];

/** How often an address may be encoded and still be shown. */
const mostLayers = 8;

/**
 * What the log may know of an address: its path as it reads when all of it is decoded, however often it was encoded,
 * without credentials, and without what follows the path: tickets and signatures stand there. An address of more than
 * eight layers is `…`.
 */
export function loggedPath(url: string): string {
  const plain = decoded(url);
  if (plain === null) return '…';
  return credentials.reduce((shown, [secret, mask]) => shown.replace(secret, mask), plain.split(/[?#;]/, 1)[0]!);
}

/** Null where it has too many layers. Broken escapes stay as they are, for they hide nothing from who mends them. */
function decoded(url: string): string | null {
  let shown = url;
  for (let layer = 0; layer <= mostLayers; layer++) {
    const next = shown.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
      Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
    );
    if (next === shown) return shown;
    shown = next;
  }
  return null;
}
