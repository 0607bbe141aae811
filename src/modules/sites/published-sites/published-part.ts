import type { PublishedView } from './published-view.js';
import type { VisibleGroup, VisibleSection, VisibleSpace } from './visible-tree.js';

/** A part of a published site, and the site as its visitor sees it. */
export interface PublishedPart<Item extends VisibleSpace | VisibleSection | VisibleGroup> {
  id: string;
  view: PublishedView;
  item: Item;
}

/** Combines a part of a site with the site as its visitor sees it. */
export function partOf<Item extends VisibleSpace | VisibleSection | VisibleGroup>(
  view: PublishedView,
  item: Item,
): PublishedPart<Item> {
  return { id: item.id, view, item };
}
