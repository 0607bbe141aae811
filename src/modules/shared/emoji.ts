import { type ScalarForms, textScalar } from '../../api/graphql/schema/declare-scalars.js';
import { emojiCode, maxEmojiLength, parseEmoji } from '../../engine/base/emoji/emoji.js';
import type { Json } from '../../engine/base/types.js';

/**
 * JSON Schema of an emoji. Its value is the characters or the code points of the emoji, or an empty string for none.
 */
export const emojiSchema = { type: 'string', maxLength: maxEmojiLength, format: 'emoji' };

/**
 * Scalar for the emoji of a space, a page or a reaction. It is characters in the database and in GraphQL, code points
 * in `/v1`, and an empty string for no emoji.
 */
export const Emoji = textScalar(
  'Emoji',
  {
    description:
      'An emoji as hexadecimal code points in lower case with `-` between them, such as `1f4d8`; empty for none. Requests may have its characters instead.',
    maxLength: maxEmojiLength,
    format: 'emoji',
  },
  {
    description:
      'An emoji as characters, such as 📘; empty for none. Inputs may have its hexadecimal code points instead: `1f4d8`.',
    normalize: normalizeEmoji,
    print: (characters) => emojiCode(characters as string),
  },
);

/** Description of the field `emojiCode`, which follows each field with an emoji in GraphQL. */
export const emojiCodeText =
  'Code points of the emoji in lower-case hexadecimal with `-` between them, such as `1f4d8`.';

/** Conversions for JSON values that may have a member `emoji` with the schema `emojiSchema`. */
export const emojiMemberForms: ScalarForms = {
  normalize: (holder) => withEmoji(holder, normalizeEmoji),
  print: (holder) => withEmoji(holder, (characters) => emojiCode(characters as string)) as Json,
};

/**
 * Returns an emoji as characters, as it is stored. Returns any other value unchanged, so that the validation error
 * shows it.
 */
function normalizeEmoji(value: unknown): unknown {
  return typeof value === 'string' && value.length <= maxEmojiLength ? (parseEmoji(value) ?? value) : value;
}

function withEmoji(holder: unknown, change: (emoji: unknown) => unknown): unknown {
  const isHolder = typeof holder === 'object' && holder !== null && 'emoji' in holder;
  return isHolder ? { ...holder, emoji: change(holder.emoji) } : holder;
}
