import { can } from '../../access/policy.js';
import type { Json } from '../../content/types.js';
import { badInput } from '../../errors.js';
import { embedded, type Guard } from '../../graphql/access.js';
import { builder, type Fields } from '../../graphql/builder.js';
import { arrayField, storedOnly } from '../../graphql/connections.js';
import { describe } from '../../graphql/describe.js';
import { documentedEnum } from '../../graphql/enums.js';
import { registerNode } from '../../graphql/nodes.js';
import type { Row } from '../../store/rows.js';
import { addressesType, appAddress } from '../shared/addresses.js';
import { usersById } from '../users/loaders.js';
import { User } from '../users/user.js';
import {
  type ContentView,
  childrenOf,
  fileById,
  filesOf,
  pageById,
  pageByPath,
  pagesOf,
  viewOf,
} from './content-view.js';
import { File } from './file.js';
import { revisionsById } from './loaders.js';
import { Page } from './page.js';
import { GitBlob } from './page-parts.js';

type Revision = Row<'Revision'>;

/** Kinds of revisions (`Revision.type`). */
export const RevisionType = documentedEnum('RevisionType', 'What made a revision.', {
  edits: 'Edits.',
  merge: 'The merge of a change request.',
  rollback: 'A return to an earlier revision.',
  update: 'The update of a change request with the main content.',
  computed: 'A computation.',
});

/** The git commit that a revision was imported from (`GitSyncCommit`). */
interface GitCommit {
  oid: string;
  message: string;
  createdByService: boolean;
  url?: string;
  ref?: string;
}

const GitSyncCommit = builder.objectRef<GitCommit>('GitSyncCommit').implement({
  description: 'The git commit that a revision was imported from.',
  extensions: { guard: embedded },
  fields: (t) => ({
    oid: t.exposeString('oid', { description: 'Id of the commit.' }),
    message: t.exposeString('message', { description: 'Message of the commit.' }),
    createdByService: t.exposeBoolean('createdByService', { description: 'Whether this service made the commit.' }),
    url: t.exposeString('url', { nullable: true, description: 'Address of the commit.' }),
    ref: t.exposeString('ref', { nullable: true, description: 'Branch or tag.' }),
  }),
});

const ReusableContent = builder.objectRef<{ id: string; title: string }>('ReusableContent').implement({
  description: 'A text that pages share.',
  extensions: { guard: embedded, rest: { name: 'RevisionReusableContent' } },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the content.' }),
    title: t.exposeString('title', { description: 'Title of the content.' }),
    document: t.id({ nullable: true, description: 'Id of its document.', resolve: ({ id }) => id }),
    computed: t.field({ type: 'JSONObject', nullable: true, description: 'What computes it.', resolve: () => null }),
    computedSeed: t.string({ nullable: true, description: 'Seed of the computation.', resolve: () => null }),
    git: t.field({ type: GitBlob, nullable: true, description: 'The git blob it came from.', resolve: () => null }),
  }),
});

const RevisionUrls = addressesType<Revision>('RevisionUrls', {
  app: appAddress(),
  published: {
    description: 'Address of the published content; null while no site shows it.',
    nullable: true,
    of: () => null,
  },
  public: { description: 'Public address; null while the content is not public.', nullable: true, of: () => null },
});

/** Revisions are seen by whoever may see their space. */
const seesRevision: Guard<Revision> = (revision, { viewer }) => can(viewer, 'space.view', revision);

/** A revision. */
export const Revision = builder.node(builder.objectRef<Revision>('Revision'), {
  description: "One state of a space's or a change request's content; immutable.",
  extensions: { guard: seesRevision, rest: { constants: { object: 'revision' } } },
  id: { resolve: ({ id }) => id, description: describe('Revision', 'id') },
  fields: (t) => ({
    type: t.expose('type', { type: RevisionType, description: 'What made the revision.' }),
    parents: t.idList({
      description: 'Ids of the revisions it was made from; a merge and an update have two.',
      resolve: ({ parentId, mergedParentId }) => [parentId, mergedParentId].filter((id) => id !== null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    author: t.field({
      type: User,
      description: 'Who made it.',
      resolve: ({ authorId }, _args, { loaders }) => loaders.get(usersById, authorId),
    }),
    git: t.field({
      type: GitSyncCommit,
      nullable: true,
      description: describe('Revision', 'git'),
      resolve: ({ git }) => git as GitCommit | null,
    }),
    variables: t.field({
      type: 'Variables',
      description: 'Variables of the space.',
      resolve: async (revision, _args, context) => (await viewOf(context, revision)).manifest.variables as Json,
    }),
    reusableContents: t.field({
      type: [ReusableContent],
      description: 'Texts that pages share.',
      resolve: async (revision, _args, context) => (await viewOf(context, revision)).manifest.reusableContents,
    }),
    urls: t.field({ type: RevisionUrls, description: 'Addresses of the revision.', resolve: (revision) => revision }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'A page by its id or its path (the empty path is the first page); give exactly one.',
      args: {
        id: t.arg.id({ description: "The page's id." }),
        path: t.arg.string({ description: "The page's path." }),
      },
      resolve: async (revision, { id, path }, context) => findPage(await viewOf(context, revision), { id, path }),
    }),
    file: t.field({
      type: File,
      nullable: true,
      description: 'A file by its id.',
      args: { id: t.arg.id({ required: true, description: "The file's id." }), computed: computedArgument(t) },
      resolve: async (revision, { id }, context) => fileById(await viewOf(context, revision), id),
    }),
    pages: arrayField(t, {
      type: Page,
      description: 'Pages in reading order: all of them, or the sub-pages of `parent`.',
      args: { parent: t.arg.id({ description: "A page's id; the empty string gives the top level." }) },
      items: async (revision: Revision, { parent }, context) => {
        const content = await viewOf(context, revision);
        const items = parent == null ? pagesOf(content) : childrenOf(content, parent || null);
        return { identity: ['Revision.pages', revision.spaceId, parent], items };
      },
    }),
    files: arrayField(t, {
      type: File,
      description: 'Files by path.',
      args: { computed: computedArgument(t) },
      items: async (revision: Revision, _args, context) => ({
        identity: ['Revision.files', revision.spaceId],
        items: filesOf(await viewOf(context, revision)),
      }),
    }),
    pageList: t.field({
      type: [Page],
      ...storedOnly('All pages in reading order.'),
      args: { computed: computedArgument(t) },
      resolve: async (revision, _args, context) => pagesOf(await viewOf(context, revision)),
    }),
    fileList: t.field({
      type: [File],
      ...storedOnly('All files by path.'),
      args: { computed: computedArgument(t) },
      resolve: async (revision, _args, context) => filesOf(await viewOf(context, revision)),
    }),
  }),
});

/** `computed` of the contract. No content is computed until specifications and translations are served. */
function computedArgument(t: Fields<never> | unknown) {
  return (t as Fields<never>).arg.boolean({ defaultValue: true, description: 'Whether computed content is produced.' });
}

registerNode('Revision', ({ loaders }, id) => loaders.load(revisionsById, id));

function findPage(content: ContentView, { id, path }: { id?: string | null; path?: string | null }) {
  if ((id == null) === (path == null)) throw badInput('page', '`page` needs exactly one of `id` and `path`');
  return id == null ? pageByPath(content, path!) : pageById(content, id);
}
