import { emojiText } from '../../../engine/text/document/emoji-text.js';
import { linkAddress } from '../addresses.js';
import { type Attributes, type Content, contentOf, element, type Html } from '../markup.js';
import { icons } from './icons.js';
import type { Phrases } from './phrases.js';
import type { Link } from './site-page.js';

/** A title with its emoji; the title tells its own direction. */
export function titleOf({ title, emoji }: Pick<Link, 'title' | 'emoji'>): Html {
  return contentOf([emojiSign(emoji), element('span', { dir: 'auto' }, title)]);
}

/** The emoji before a title: readers of the screen need not say it. */
export function emojiSign(emoji: string | undefined): Content {
  return emoji && element('span', { class: 'title-emoji', 'aria-hidden': 'true' }, emojiText(emoji));
}

/** A link; what stands in it is shown without one where its address is none to follow. */
export function linkTo(href: string, attributes: Attributes, ...content: Content[]): Html {
  const address = linkAddress(href);
  if (address === null) return element('span', { class: attributes.class }, content);
  return element('a', { href: address, ...attributes }, content);
}

/** What stands behind the title of a link to another site. */
export function elsewhereSign({ elsewhere }: Pick<Phrases, 'elsewhere'>): Html {
  return contentOf([icons.elsewhere, element('span', { class: 'visually-hidden' }, ` ${elsewhere}`)]);
}
