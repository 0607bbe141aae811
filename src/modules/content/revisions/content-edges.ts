import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import { badInput } from '../../../platform/base/errors.js';
import { foldText } from '../../../platform/db/query/fold.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { orderedItems, searchArgument } from '../../shared/list-arguments.js';
import { pagesCacheKey } from './cache-key.js';
import { findComputedPage, withComputedPages } from './computed-pages.js';
import { fileOrder, PageFilter, pageOrder, selectPages } from './content-selection.js';
import { type ContentView, fileById, filesOf, pageById, pageByPath, pagesOf, readContentView } from './content-view.js';
import { File } from './file.js';
import { Page } from './page.js';
import { EvaluatedMode } from './page-content.js';
import { Revision as RevisionType } from './revision.js';

type Revision = Row<'Revision'>;

builder.objectFields(RevisionType, (t) => ({
  page: t.field({
    type: Page,
    nullable: true,
    description: 'A page by its id or its path (the empty path is the first page); give exactly one.',
    args: {
      id: t.arg.id({ description: "The page's id." }),
      path: t.arg.string({ description: "The page's path." }),
      computed: computedArgument(t),
    },
    resolve: async (revision, { id, path, computed }, context) => {
      const content = await readContentView(context, revision);
      return findPage(content, { id, path }) ?? (computed ? findComputedPage(context, content, { id, path }) : null);
    },
  }),
  file: t.field({
    type: File,
    nullable: true,
    description: 'A file by its id.',
    args: { id: t.arg.id({ required: true, description: "The file's id." }), computed: unusedComputedArgument(t) },
    resolve: async (revision, { id }, context) => fileById(await readContentView(context, revision), id),
  }),
  pages: arrayField(t, {
    type: Page,
    description: 'Pages in reading order: all of them, or the subpages of `filter.parent`.',
    args: {
      filter: t.arg({ type: PageFilter, description: 'Selection of pages.' }),
      orderBy: pageOrder.argument(t),
      search: searchArgument(t, 'title'),
    },
    items: async (revision: Revision, { orderBy, ...selection }, context) => {
      const items = selectPages(await readContentView(context, revision), selection);
      const identity = ['Revision.pages', revision.spaceId, selection, orderBy];
      return { identity, items: orderedItems(items, pageOrder, orderBy) };
    },
  }),
  files: arrayField(t, {
    type: File,
    description: 'Files, in the order of their paths.',
    args: {
      orderBy: fileOrder.argument(t),
      search: searchArgument(t, 'name'),
      computed: unusedComputedArgument(t),
    },
    items: async (revision: Revision, { orderBy, search }, context) => {
      const all = filesOf(await readContentView(context, revision));
      const items = search == null ? all : all.filter(({ file }) => foldText(file.name).includes(foldText(search)));
      return {
        identity: ['Revision.files', revision.spaceId, search, orderBy],
        items: orderedItems(items, fileOrder, orderBy),
      };
    },
  }),
}));

/** Fields that only stored operations of `/v1` select; the public schema does not have them. */
builder.objectFields(RevisionType, (t) => ({
  pageList: t.field({
    type: [Page],
    description: 'All pages in reading order.',
    extensions: internal,
    args: { computed: computedArgument(t) },
    resolve: async (revision, { computed }, context) => {
      const content = await readContentView(context, revision);
      return computed ? withComputedPages(context, content) : pagesOf(content);
    },
  }),
  pagesCacheKey: t.string({
    nullable: true,
    description:
      'Cache key of the pages: all inputs that determine them, including those of the viewer; null if other inputs matter too.',
    extensions: internal,
    args: {
      evaluated: t.arg({
        type: EvaluatedMode,
        defaultValue: 'false',
        description: 'Expressions that are evaluated.',
      }),
    },
    resolve: async (revision, { evaluated }, context) =>
      evaluated === 'false' ? pagesCacheKey(context, await readContentView(context, revision)) : null,
  }),
  fileList: t.field({
    type: [File],
    description: 'All files, in the order of their paths.',
    extensions: internal,
    args: { computed: unusedComputedArgument(t) },
    resolve: async (revision, _args, context) => filesOf(await readContentView(context, revision)),
  }),
}));

/** Argument `computed`: whether computed entries are resolved to the pages of their source. */
function computedArgument(t: Fields<Revision>) {
  return t.arg.boolean({
    defaultValue: true,
    description: 'Whether computed pages are generated; if false, they are left out.',
  });
}

/**
 * Argument `computed` of the fields for files. It exists because `/v1` has this parameter. It has no effect, because no
 * file is computed.
 */
function unusedComputedArgument(t: Fields<Revision>) {
  return t.arg.boolean({
    defaultValue: true,
    description: 'Has no effect, because no file is computed.',
  });
}

function findPage(content: ContentView, { id, path }: { id?: string | null; path?: string | null }) {
  if ((id == null) === (path == null)) throw badInput('page', '`page` needs exactly one of `id` and `path`');
  return id == null ? pageByPath(content, path!) : pageById(content, id);
}
