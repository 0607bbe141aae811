/** No emoji has a lower code point; those of a key or a flag have a higher one with them. */
const firstEmoji = 0x203c;

/** The characters of an emoji's code points, `1f600-200d-…`; `:bee:` or `:100:` where it is a name; else as it is. */
export function emojiText(code: string): string {
  const points = code.split('-').map((part) => (/^[0-9a-f]{1,6}$/i.test(part) ? Number.parseInt(part, 16) : -1));
  const isCode = points.every((point) => point > 0 && point <= 0x10ffff) && points.some((point) => point >= firstEmoji);
  if (isCode || /^a[9e]$/i.test(code)) return String.fromCodePoint(...points);
  return /^[\w+-]+$/.test(code) ? `:${code}:` : code;
}
