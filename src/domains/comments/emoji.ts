import { badInput } from '../../errors.js';

/** One emoji as Unicode recommends them for interchange, of one or more characters. */
const emoji = /^\p{RGI_Emoji}$/v;

/** The code of an emoji: its code points in hexadecimal digits, joined by hyphens. */
const code = /^[0-9a-f]{2,5}(-[0-9a-f]{2,5})*$/i;

/** A symbol within an emoji that is shown as text unless it is told to be one, such as ❤, or 1 in a keycap. */
const symbol = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;

/**
 * The characters of an emoji that a client gives as characters or as code: 👍 or `1f44d`. What tells a symbol to be an emoji
 * (U+FE0F) is often left out or added, by codes above all: it is put where Unicode has it, so that one emoji is one kind of
 * reaction.
 * @throws BAD_USER_INPUT naming the field where it is none
 */
export function emojiOf(field: string, written: string): string {
  const characters = code.test(written) ? charactersOf(written) : written;
  const found = characters.replaceAll('\uFE0F', '').replace(symbol, '$&\uFE0F');
  if (emoji.test(found)) return found;
  const got = JSON.stringify(written);
  throw badInput(field, `\`${field}\` must be an emoji, such as 👍 or its code 1f44d, got ${got}`);
}

function charactersOf(written: string): string {
  return String.fromCodePoint(...written.split('-').map((digits) => Number.parseInt(digits, 16)));
}
