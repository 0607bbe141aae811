import type { ContentRef, Page, PageCover, PageLink } from '../../base/types.js';
import type { PageAddress } from '../../tree/pages/address.js';
import { withLinks } from '../../tree/pages/text.js';
import type { CopyState } from './copy-content.js';
import { copyReference } from './copy-references.js';

/** A copy in progress with the addresses of its pages. */
export interface PlacedCopyState {
  copyState: CopyState;
  addresses: ReadonlyMap<string, PageAddress>;
}

/**
 * Copies pages with their sub-pages. The copies have new ids and the given addresses, and refer to copies of objects
 * instead of the originals. The texts are still those of the source. The `git` field is not copied.
 */
export function copyPages(pages: Page[], placed: PlacedCopyState): Page[] {
  return pages.map((page) => copyPage(page, placed));
}

function copyPage({ git: _, ...page }: Page, placed: PlacedCopyState): Page {
  const { copyState, addresses } = placed;
  const refer = (ref: ContentRef) => copyReference(ref, copyState);
  const copy: Page = {
    ...page,
    ...addresses.get(page.id),
    id: copyState.ids.get(page.id)!,
    ...(page.target && { target: refer(page.target) }),
    ...(page.cover && { cover: copyCover(page.cover, refer) }),
    ...(page.metaLinks && { metaLinks: copyMetaLinks(page.metaLinks, refer) }),
    ...(page.children && { children: copyPages(page.children, placed) }),
  };
  return page.links ? withLinks(copy, copyLinks(page.links, copyState)) : copy;
}

type CopyRef = (ref: ContentRef) => ContentRef;

/**
 * A cover is a file or a URL. Its URL is never a placeholder, because the value of a placeholder may be of any kind.
 */
function copyCover({ ref, refDark, ...cover }: PageCover, refer: CopyRef): PageCover {
  const picture = (one: ContentRef) => (one.kind === 'file' ? refer(one) : one);
  return { ...cover, ...(ref && { ref: picture(ref) }), ...(refDark && { refDark: picture(refDark) }) };
}

function copyMetaLinks(
  { canonical, alternates }: NonNullable<Page['metaLinks']>,
  refer: CopyRef,
): NonNullable<Page['metaLinks']> {
  return {
    ...(canonical && { canonical: refer(canonical) }),
    ...(alternates && { alternates: alternates.map(refer) }),
  };
}

function copyLinks(links: PageLink[], { ids }: CopyState): PageLink[] {
  return links.flatMap(({ target, ...span }) => {
    const id = ids.get(target.id);
    return id === undefined ? [] : [{ ...span, target: { ...target, id } }];
  });
}
