import { type Guard, partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Json, Manifest } from '../../../engine/base/types.js';
import type { GitCommit } from '../../../engine/git/checkout.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { usersById } from '../../identity/users/loaders.js';
import { User } from '../../identity/users/user.js';
import { addressesType, appAddress } from '../../shared/addresses.js';
import { isAllowedInSpace } from '../spaces/in-space.js';
import { readContentView } from './content-view.js';
import { revisionsById } from './loaders.js';
import { GitBlob } from './page-parts.js';
import { Variables } from './scalars.js';

type Revision = Row<'Revision'>;

/** Kinds of revisions (`Revision.type`). */
export const RevisionType = documentedEnum('RevisionType', 'Cause of a revision.', {
  edits: 'Edits.',
  merge: 'The merge of a change request.',
  rollback: 'A reset to an earlier revision.',
  update: 'The update of a change request with the main content.',
  computed: 'A computation.',
});

const GitSyncCommit = builder.objectRef<GitCommit>('GitSyncCommit').implement({
  description: 'The git commit that a revision was imported from.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    oid: t.exposeString('oid', { description: 'Id of the commit.' }),
    message: t.exposeString('message', { description: 'Message of the commit.' }),
    createdByService: t.exposeBoolean('createdByService', { description: 'Whether this service made the commit.' }),
    url: t.exposeString('url', { nullable: true, description: 'Address of the commit.' }),
    ref: t.exposeString('ref', { nullable: true, description: 'Branch or tag.' }),
  }),
});

/** A text that several pages of a revision share. */
export const ReusableContent = builder.objectRef<Manifest['reusableContents'][number]>('ReusableContent').implement({
  description: 'A reusable content: a text that several pages show.',
  extensions: { guard: partOfGuardedObject, rest: { name: 'RevisionReusableContent' } },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the content.' }),
    title: t.exposeString('title', { description: 'Title of the content.' }),
    document: t.id({
      nullable: true,
      description: 'Id of its document; it changes with the text.',
      resolve: ({ blob }) => blob,
    }),
    computed: t.field({
      type: 'JSONObject',
      nullable: true,
      description: 'Source that computes it.',
      resolve: () => null,
    }),
    computedSeed: t.string({
      nullable: true,
      description: 'Name of the text within its computed source; always null, as no reusable content is computed.',
      resolve: () => null,
    }),
    git: t.field({ type: GitBlob, nullable: true, description: 'The git blob of the file.', resolve: () => null }),
  }),
});

/** Addresses of a revision. */
export const RevisionUrls = addressesType<Revision>('RevisionUrls', {
  app: appAddress(),
});

/** A revision is visible to viewers who may see its space. */
const seesRevision: Guard<Revision> = (revision, context) => isAllowedInSpace(context, 'space.view', revision);

/** A revision: one immutable state of the content of a space or a change request. */
export const Revision = builder.node(builder.objectRef<Revision>('Revision'), {
  description: "One state of a space's or a change request's content; immutable.",
  extensions: { guard: seesRevision, rest: { constants: { object: 'revision' } } },
  id: { resolve: ({ id }) => id, description: describe('Revision', 'id') },
  fields: (t) => ({
    type: t.expose('type', { type: RevisionType, description: 'Cause of the revision.' }),
    parents: t.idList({
      description: 'Ids of the revisions it was made from; a merge and an update have two.',
      resolve: ({ parentId, mergedParentId }) => [parentId, mergedParentId].filter((id) => id !== null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    author: t.field({
      type: User,
      description: 'Its creator.',
      resolve: ({ authorId }, _args, { loaders }) => loaders.get(usersById, authorId),
    }),
    git: t.field({
      type: GitSyncCommit,
      nullable: true,
      description: describe('Revision', 'git'),
      resolve: ({ git }) => git as GitCommit | null,
    }),
    variables: t.field({
      type: Variables,
      description: 'Variables of the space.',
      resolve: async (revision, _args, context) =>
        (await readContentView(context, revision)).manifest.variables as Json,
    }),
    reusableContents: t.field({
      type: [ReusableContent],
      description: 'Reusable contents: texts that several pages show.',
      resolve: async (revision, _args, context) => (await readContentView(context, revision)).manifest.reusableContents,
    }),
    urls: t.field({ type: RevisionUrls, description: 'Addresses of the revision.', resolve: (revision) => revision }),
  }),
});

registerNode('Revision', ({ loaders }, id) => loaders.load(revisionsById, id));
