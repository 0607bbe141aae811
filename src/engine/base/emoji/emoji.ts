/** Matches one emoji sequence that Unicode recommends for general interchange (UTS #51), fully qualified. */
const recommended = /^\p{RGI_Emoji}$/v;

/** Matches code points in hexadecimal digits of either case, separated by `-`. */
const hexadecimal = /^[0-9a-f]{2,5}(?:-[0-9a-f]{2,5})*$/i;

/** Matches code points that are displayed as text unless U+FE0F follows, such as ❤, or 1 in a keycap. */
const defaultTextPresentation = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;

const presentation = '\uFE0F';
const joiner = '\u200D';

/**
 * Maximum length of an emoji in `/v1`, in characters, in either form. It equals `maxLength` of `Emoji` in openapi.json.
 */
export const maxEmojiLength = 50;

/**
 * Reads one emoji, given as characters or as hexadecimal code points (`1f44d`, `1F468-200D-2695-FE0F`). U+FE0F may be
 * missing or superfluous. Code points may also omit U+200D, as published clients do.
 * @returns the fully qualified characters, which is the only stored spelling; undefined if the text is not exactly one
 * emoji
 */
export function parseEmoji(text: string): string | undefined {
  if (!hexadecimal.test(text)) return recommendedForm(text);
  const points = text.split('-').map((digits) => String.fromCodePoint(Number.parseInt(digits, 16)));
  if (!points.every((point) => point.isWellFormed())) return undefined;
  return recommendedForm(points.join('')) ?? recommendedForm(joined(points));
}

/**
 * Returns the code points of an emoji in lower-case hexadecimal, separated by `-`; '' for ''. If the code would exceed
 * `maxEmojiLength` characters, it omits U+FE0F and U+200D. An example is the code of two people with different skin
 * tones who kiss. Published clients look up such short codes in a table, and use every other code unchanged.
 */
export function emojiCode(characters: string): string {
  const code = hexCodePoints([...characters]);
  if (code.length <= maxEmojiLength) return code;
  return hexCodePoints([...characters].filter((point) => point !== presentation && point !== joiner));
}

/**
 * Returns an object with its `emoji` as fully qualified characters, or without the member if it is not exactly one
 * emoji. Returns the same object if nothing changes.
 */
export function withReadEmoji<Holder extends { emoji?: string }>(holder: Holder): Holder {
  if (holder.emoji === undefined) return holder;
  const emoji = parseEmoji(holder.emoji);
  if (emoji === holder.emoji) return holder;
  const { emoji: _, ...rest } = holder;
  return (emoji === undefined ? rest : { ...holder, emoji }) as Holder;
}

function recommendedForm(characters: string): string | undefined {
  const qualified = characters.replaceAll(presentation, '').replace(defaultTextPresentation, `$&${presentation}`);
  return recommended.test(qualified) ? qualified : undefined;
}

/** Joins the code points with U+200D, except before a skin tone. */
function joined(points: readonly string[]): string {
  const visiblePoints = points.filter((point) => point !== joiner);
  return visiblePoints.join(joiner).replace(/\u200D(?=\p{Emoji_Modifier})/gu, '');
}

function hexCodePoints(points: readonly string[]): string {
  return points.map((point) => point.codePointAt(0)!.toString(16)).join('-');
}
