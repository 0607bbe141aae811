import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { groupOf, isGroup } from '../site-structure/parts.js';
import type { PublishedPart } from './published-part.js';
import type { VisibleGroup, VisibleSection, VisibleSpace } from './visible-tree.js';

type Part = PublishedPart<VisibleSpace | VisibleSection | VisibleGroup>;

/** A part of a published site, as its visitor sees it. */
export const PublishedStructureItem = builder.interfaceRef<Part>('PublishedStructureItem');

PublishedStructureItem.implement({
  description: 'A part of a published site: a section, a group of them, or a space.',
  extensions: { guard: partOfGuardedObject },
  resolveType: ({ item }) =>
    isSpace(item) ? 'PublishedSiteSpace' : isGroup(item.row) ? 'PublishedSectionGroup' : 'PublishedSection',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the part.' }),
    groupId: t.id({
      nullable: true,
      description: 'Id of its group; null at the root, and for spaces.',
      resolve: ({ item }) => (isSpace(item) ? null : groupOf(item.row)),
    }),
  }),
});

function isSpace(item: Part['item']): item is VisibleSpace {
  return 'space' in item;
}
