import { type ScalarForms, textScalar } from '../../api/graphql/schema/declare-scalars.js';
import { emojiCode, maxEmojiLength, parseEmoji } from '../../engine/base/emoji/emoji.js';
import type { Json } from '../../engine/base/types.js';

/** JSON Schema of an emoji, given as characters or as code points; '' for no emoji. */
export const emojiSchema = { type: 'string', maxLength: maxEmojiLength, format: 'emoji' };

/**
 * Emoji of a space, a page or a reaction: characters in the database and in GraphQL, code points in `/v1`; '' for no
 * emoji.
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
    normalize: stored,
    print: (characters) => emojiCode(characters as string),
  },
);

/** Description of the field `emojiCode`, which GraphQL has next to each emoji. */
export const emojiCodeText =
  'Code points of the emoji in lower-case hexadecimal with `-` between them, such as `1f4d8`.';

/** Conversions for JSON values that may have a member `emoji` with the schema `emojiSchema`. */
export const emojiMemberForms: ScalarForms = {
  normalize: (holder) => withEmoji(holder, stored),
  print: (holder) => withEmoji(holder, (characters) => emojiCode(characters as string)) as Json,
};

/**
 * Returns the stored form of an emoji. Any other value is returned unchanged, so that the validation error shows the
 * given value.
 */
function stored(value: unknown): unknown {
  return typeof value === 'string' && value.length <= maxEmojiLength ? (parseEmoji(value) ?? value) : value;
}

function withEmoji(holder: unknown, change: (emoji: unknown) => unknown): unknown {
  const isHolder = typeof holder === 'object' && holder !== null && 'emoji' in holder;
  return isHolder ? { ...holder, emoji: change(holder.emoji) } : holder;
}
