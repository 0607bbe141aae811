import { emojiText } from '../../../engine/text/document/emoji-text.js';
import { linkAddress } from '../addresses.js';
import { type Attributes, type Content, element, type Html, joinContent } from '../markup.js';
import { icons } from './icons.js';
import type { Phrases } from './phrases.js';
import type { Link } from './site-page.js';

/** Renders a title with its emoji. The text direction depends on the title. */
export function titleWithEmoji({ title, emoji }: Pick<Link, 'title' | 'emoji'>): Html {
  return joinContent([decorativeEmoji(emoji), element('span', { dir: 'auto' }, title)]);
}

/** Renders the emoji of a title, hidden from screen readers. */
export function decorativeEmoji(emoji: string | undefined): Content {
  return emoji && element('span', { class: 'title-emoji', 'aria-hidden': 'true' }, emojiText(emoji));
}

/** Renders a link. If the address is not allowed, shows only its content. */
export function linkTo(href: string, attributes: Attributes, ...content: Content[]): Html {
  const address = linkAddress(href);
  if (address === null) return element('span', { class: attributes.class }, content);
  return element('a', { href: address, ...attributes }, content);
}

/** Renders the sign that follows the title of a link to another site. */
export function externalLinkSign({ elsewhere }: Pick<Phrases, 'elsewhere'>): Html {
  return joinContent([icons.elsewhere, element('span', { class: 'visually-hidden' }, ` ${elsewhere}`)]);
}
