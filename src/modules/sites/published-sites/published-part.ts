import type { PublishedView } from './published-view.js';
import type { VisibleGroup, VisibleSection, VisibleSpace } from './visible-tree.js';

/** A part of a published site, in the view that shows it. */
export interface PublishedPart<Item extends VisibleSpace | VisibleSection | VisibleGroup> {
  id: string;
  view: PublishedView;
  item: Item;
}

/** A part in the view that shows it. */
export function partOf<Item extends VisibleSpace | VisibleSection | VisibleGroup>(
  view: PublishedView,
  item: Item,
): PublishedPart<Item> {
  return { id: item.id, view, item };
}
