import { textScalar } from '../../graphql/declare-scalars.js';

/** Emoji of a space or a page. */
export const Emoji = textScalar('Emoji', {
  description: 'An emoji, as characters or code; may be empty.',
  maxLength: 50,
});

/** Icon of a page, by its name. */
export const Icon = textScalar('Icon', { description: 'Name of an icon.', maxLength: 50 });
