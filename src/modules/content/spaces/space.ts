import { canOnPlace, withPlaceRole } from '../../../access/place-access.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import { dependsOnColumns } from '../../../api/graphql/schema/selected-columns.js';
import { emojiCode } from '../../../engine/base/emoji/emoji.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { MergeRules, type RuleSet } from '../../identity/merge-rule-settings/merge-rule-types.js';
import { organizationsById } from '../../identity/organizations/loaders.js';
import { Organization } from '../../identity/organizations/organization.js';
import { addressesType, appAddress, locationAddress } from '../../shared/addresses.js';
import { Emoji, emojiCodeText } from '../../shared/emoji.js';
import { permissionsType } from '../../shared/permissions.js';
import { ContentVisibility, DefaultLevel, SpaceEditMode, TranslationLanguage } from '../collections/enums.js';
import { spacesById } from './loaders.js';
import { ChangeRequestCounts, GitSync, VisitorAuth } from './space-parts.js';

type Space = Row<'Space'>;

/** Addresses of a space. */
export const SpaceUrls = addressesType<Space>('SpaceUrls', {
  location: locationAddress(({ id }) => `/spaces/${id}`),
  app: appAddress(),
  icon: { description: describe('Space', 'icon'), nullable: true, of: ({ icon }) => icon },
});

/** Rights of the caller on a space. */
export const SpacePermissions = permissionsType('SpacePermissions', {
  view: { action: 'space.view', description: 'See the space.' },
  access: { action: 'space.view', description: 'Open the space in the application.' },
  admin: { action: 'space.update', description: 'Change its settings.' },
  viewInviteLinks: { action: 'space.viewInviteLinks', description: 'See invite links.' },
  edit: { action: 'space.edit', description: 'Edit its content.' },
  triggerGitSync: { action: null, description: 'Synchronize it with git.' },
  comment: { action: 'space.comment', description: 'Comment on it.' },
  merge: { action: 'changeRequest.merge', description: 'Merge change requests.' },
  review: { action: 'space.review', description: 'Review change requests.' },
  installIntegration: { action: null, description: 'Install integrations.' },
});

/** Guard of a space; a deleted one is visible only to admins. */
export const seesSpace: Guard<Space> = (space, context) => canOnPlace(context, 'space.view', space);

const emojiFields = (t: Fields<Space>) => ({
  emoji: t.expose('emoji', { type: Emoji, description: describe('Space', 'emoji') }),
  emojiCode: t.string({
    description: emojiCodeText,
    extensions: dependsOnColumns<Space>('emoji'),
    resolve: ({ emoji }) => emojiCode(emoji),
  }),
});

/** A space: pages and files, stored as revisions. */
export const Space = builder.node(builder.objectRef<Space>('Space'), {
  description: 'A body of documentation: pages and files, stored as revisions.',
  extensions: {
    guard: seesSpace,
    ...dependsOnColumns<Space>('organizationId', 'parentId', 'resolvedLevel', 'deletedAt'),
    rest: { constants: { object: 'space' } },
  },
  id: { resolve: (space) => space.id, description: describe('Space', 'id') },
  fields: (t) => ({
    title: t.exposeString('title', { description: describe('Space', 'title') }),
    ...emojiFields(t),
    visibility: t.expose('visibility', { type: ContentVisibility, description: describe('Space', 'visibility') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the space was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When its settings or content last changed.' }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: true, description: describe('Space', 'deletedAt') }),
    editMode: t.expose('editMode', { type: SpaceEditMode, description: describe('Space', 'editMode') }),
    mergeRules: t.field({
      type: MergeRules,
      description: describe('Space', 'mergeRules'),
      extensions: dependsOnColumns<Space>('mergeRules'),
      resolve: ({ mergeRules }) => mergeRules as unknown as RuleSet,
    }),
    language: t.expose('language', {
      type: TranslationLanguage,
      nullable: true,
      description: describe('Space', 'language'),
    }),
    defaultLevel: t.expose('defaultLevel', {
      type: DefaultLevel,
      nullable: true,
      description: describe('Space', 'defaultLevel'),
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization that owns the space.' }),
    organization: t.field({
      type: Organization,
      description: 'The organization that owns the space.',
      extensions: dependsOnColumns<Space>('organizationId'),
      resolve: (space, _args, { loaders }) => loaders.get(organizationsById, space.organizationId),
    }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the head revision.' }),
    gitSync: t.field({ type: GitSync, nullable: true, description: 'Synchronization with git.', resolve: () => null }),
    visitorAuth: t.field({
      type: VisitorAuth,
      nullable: true,
      description: 'How visitors are authenticated.',
      resolve: () => null,
    }),
    openComments: t.exposeInt('commentsOpen', { description: describe('Space', 'commentsOpen') }),
    changeRequestCounts: t.field({
      type: ChangeRequestCounts,
      description: 'Counts of change requests.',
      resolve: (space) => space,
    }),
    urls: t.field({ type: SpaceUrls, description: 'Addresses of the space.', resolve: (space) => space }),
    permissions: t.field({
      type: SpacePermissions.type,
      description:
        "Rights that the caller's role gives on the space. A locked or deleted space refuses changes all the same; " +
        '`explainAccess` includes that.',
      extensions: {
        rest: {
          description:
            "Rights that the caller's role gives on the space. A locked or deleted space refuses changes all the same.",
        },
      },
      resolve: (space, _args, context) =>
        withPlaceRole(context, space, (owned) => SpacePermissions.of(context.viewer, owned)),
    }),
  }),
});

registerNode('Space', ({ loaders }, id) => loaders.load(spacesById, id));
