import type { PageLink } from '../../base/types.js';
import { writeAddress } from './address.js';

/** The address of what a link points at; null where it stays as it is written. */
export type LinkTo = (target: PageLink['target']) => string | null;

/** A text whose links to pages and files lead elsewhere; what stands behind `#` in them stays. */
export function relinked(text: string, links: readonly PageLink[], linkTo: LinkTo): string {
  let copied = 0;
  const pieces = links.map(({ start, end, target }) => {
    const address = linkTo(target);
    const enclosure = /[<"']/.test(text[start - 1] ?? '') ? 'enclosed' : 'bare';
    const written = address === null ? text.slice(start, end) : writtenUrl(address, enclosure);
    const piece = text.slice(copied, start) + written;
    copied = end;
    return piece;
  });
  return pieces.join('') + text.slice(copied);
}

/** An absolute address as each place reads it: its scheme, host and query stay. */
function writtenUrl(address: string, enclosure: Parameters<typeof writeAddress>[1]): string {
  const [, head = '', path = '', query = ''] = /^([a-z]+:\/\/[^/]*)?([^?]*)(.*)$/s.exec(address) ?? [];
  return head + writeAddress(decodeURI(path), enclosure) + query;
}
