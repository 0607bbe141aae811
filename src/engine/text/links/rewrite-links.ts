import type { PageLink } from '../../base/types.js';
import { writeAddress } from './address.js';

/** Returns the new address of a link's target; null if the link does not change. */
export type ResolveTarget = (target: PageLink['target']) => string | null;

/** Returns a text with new addresses in its links to pages and files. The anchors of the links do not change. */
export function rewriteLinks(text: string, links: readonly PageLink[], linkTo: ResolveTarget): string {
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

/** Encodes the path of an absolute URL for its context. Scheme, host and query do not change. */
function writtenUrl(address: string, enclosure: Parameters<typeof writeAddress>[1]): string {
  const [, head = '', path = '', query = ''] = /^([a-z]+:\/\/[^/]*)?([^?]*)(.*)$/s.exec(address) ?? [];
  return head + writeAddress(decodeURI(path), enclosure) + query;
}
