import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import type {
  ChangedPage,
  ChangedValue,
  PageCreated,
  PageDeleted,
  PageEdited,
  PageMoved,
} from '../../../engine/change/diff/change.js';
import type { PageRenamed } from '../../../engine/change/diff/difference.js';
import { PageChangeAttributes, PageNames, pageAttributesView } from './changed-attributes.js';
import { ChangedRevisionPage } from './changed-objects.js';
import { ChangedString } from './changed-values.js';
import type { DifferenceView } from './difference-view.js';
import { findTextHunks, TextHunkType } from './text-hunks.js';

/**
 * Returns the extensions of a GraphQL type for a change: its `type` in `/v1`, and the name of its schema in the
 * contract.
 */
export const semanticChangeExtensions = (type: string, name: string) => ({
  guard: partOfGuardedObject,
  rest: { constants: { type }, name: `RevisionSemanticChange${name}` },
});

type PageDifference = DifferenceView<PageCreated | PageDeleted | PageMoved | PageRenamed | PageEdited>;

function pageField(t: Fields<PageDifference>) {
  return t.field({ type: ChangedRevisionPage, description: 'The page.', resolve: ({ difference }) => difference.page });
}

const PageCreatedType = builder.objectRef<DifferenceView<PageCreated>>('PageCreated').implement({
  description: 'A page that was added.',
  extensions: semanticChangeExtensions('page_created', 'PageCreated'),
  fields: (t) => ({ page: pageField(t as never) }),
});

const PageDeletedType = builder.objectRef<DifferenceView<PageDeleted>>('PageDeleted').implement({
  description: 'A page that was removed.',
  extensions: semanticChangeExtensions('page_deleted', 'PageDeleted'),
  fields: (t) => ({ page: pageField(t as never) }),
});

const ChangedParent = builder.objectRef<ChangedValue<ChangedPage>>('ChangedParent').implement({
  description: 'Parent page before and after a move; null for the top level.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    before: t.field({
      type: ChangedRevisionPage,
      nullable: true,
      description: 'Parent page before the move.',
      resolve: ({ before }) => before,
    }),
    after: t.field({
      type: ChangedRevisionPage,
      nullable: true,
      description: 'Parent page after the move.',
      resolve: ({ after }) => after,
    }),
  }),
});

const ChangedPosition = builder.objectRef<PageMoved['position']>('ChangedPosition').implement({
  description: 'Index of a page among its siblings, from 0.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    before: t.exposeInt('before', { description: 'The index before.' }),
    after: t.exposeInt('after', { description: 'The index after.' }),
  }),
});

const PageMovedType = builder.objectRef<DifferenceView<PageMoved>>('PageMoved').implement({
  description: 'A page that was moved below another page, or to another position among its siblings.',
  extensions: semanticChangeExtensions('page_moved', 'PageMoved'),
  fields: (t) => ({
    page: pageField(t as never),
    parent: t.field({
      type: ChangedParent,
      description: 'The page above.',
      resolve: ({ difference }) => difference.parent,
    }),
    position: t.field({
      type: ChangedPosition,
      description: 'Position among its siblings.',
      resolve: ({ difference }) => difference.position,
    }),
    path: t.field({
      type: ChangedString,
      nullable: true,
      description: 'Its path, if the move changed it; the paths of its subpages follow.',
      resolve: ({ difference }) => difference.path,
    }),
  }),
});

const PageRenamedType = builder.objectRef<DifferenceView<PageRenamed>>('PageRenamed').implement({
  description: 'A page with another title or address; the paths of its subpages follow.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    page: pageField(t as never),
    names: t.field({
      type: PageNames,
      description: 'Its former and present name.',
      resolve: ({ difference }) => difference.attributes,
    }),
  }),
});

const PageEditedType = builder.objectRef<DifferenceView<PageEdited>>('PageEdited').implement({
  description: 'A page with another text or other attributes.',
  extensions: semanticChangeExtensions('page_edited', 'PageEdited'),
  fields: (t) => ({
    page: pageField(t as never),
    attributes: t.field({
      type: PageChangeAttributes,
      description: 'Attributes that changed, each before and after.',
      resolve: ({ difference }) => pageAttributesView(difference.attributes),
    }),
    hunks: t.field({
      type: [TextHunkType],
      description:
        'The lines and words of the Markdown that differ; empty if the text is equal. Texts that would take too long to compare are one hunk.',
      resolve: async (view, _args, context) => {
        const { attributes, page } = view.difference;
        return attributes.document ? findTextHunks(context, view, page.id) : [];
      },
    }),
  }),
});

/** GraphQL types of changes of pages, by the `type` of the change. */
export const pageChangeTypes = {
  page_created: PageCreatedType,
  page_edited: PageEditedType,
  page_deleted: PageDeletedType,
  page_moved: PageMovedType,
};

/** GraphQL type of renamed pages. The semantic changes of `/v1` report them as edited pages. */
export const renamedType = { page_renamed: PageRenamedType };
