/** The lowest code point of an emoji. Keycaps and flags start with a lower one, but also contain a higher one. */
const firstEmoji = 0x203c;

/**
 * Returns the characters of an emoji with these code points (`1f600-200d-…`). Returns `:bee:` or `:100:` for a name,
 * and any other text unchanged.
 */
export function emojiText(code: string): string {
  const points = code.split('-').map((part) => (/^[0-9a-f]{1,6}$/i.test(part) ? Number.parseInt(part, 16) : -1));
  const isCode = points.every((point) => point > 0 && point <= 0x10ffff) && points.some((point) => point >= firstEmoji);
  if (isCode || /^a[9e]$/i.test(code)) return String.fromCodePoint(...points);
  return /^[\w+-]+$/.test(code) ? `:${code}:` : code;
}
