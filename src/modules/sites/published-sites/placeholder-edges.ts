import { anonymous } from '../../../access/viewer.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import { ContentVisibility, DefaultLevel, SpaceEditMode } from '../../content/collections/enums.js';
import { SpacePermissions } from '../../content/spaces/space.js';
import { ChangeRequestCounts, GitSync, VisitorAuth } from '../../content/spaces/space-parts.js';
import { MergeRules } from '../../identity/merge-rule-settings/merge-rule-types.js';
import { PublishedSpace } from './published-space.js';

/** Returns the options of a field that `/v1` documents for a space and that has a placeholder value for visitors. */
const placeholder = (description: string) => ({
  description: `${description} Not shown to visitors.`,
  extensions: internal,
});

builder.objectFields(PublishedSpace, (t) => ({
  visibility: t.field({
    type: ContentVisibility,
    description: 'Visibility: the people to whom the site is open.',
    extensions: internal,
    resolve: ({ view }) => view.site.visibility,
  }),
  mergeRules: t.field({
    type: MergeRules,
    ...placeholder('Rules of merging.'),
    resolve: () => ({ type: 'none' as const }),
  }),
  defaultLevel: t.field({
    type: DefaultLevel,
    nullable: true,
    ...placeholder('Role of members.'),
    resolve: () => null,
  }),
  deletedAt: t.field({ type: 'DateTime', nullable: true, ...placeholder('When it was deleted.'), resolve: () => null }),
  editMode: t.field({
    type: SpaceEditMode,
    nullable: true,
    ...placeholder('Whether it takes edits.'),
    resolve: () => null,
  }),
  parentId: t.id({ nullable: true, ...placeholder('Id of the parent collection.'), resolve: () => null }),
  gitSync: t.field({ type: GitSync, nullable: true, ...placeholder('Synchronization with git.'), resolve: () => null }),
  visitorAuth: t.field({
    type: VisitorAuth,
    nullable: true,
    ...placeholder('How visitors are authenticated.'),
    resolve: () => null,
  }),
  openComments: t.int({ ...placeholder('Number of open comments.'), resolve: () => 0 }),
  changeRequestCounts: t.field({
    type: ChangeRequestCounts,
    ...placeholder('Counts of change requests.'),
    resolve: () => ({ changeRequestNumber: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 }) as never,
  }),
  permissions: t.field({
    type: SpacePermissions.type,
    ...placeholder('Rights of the caller: none.'),
    resolve: ({ item }) => SpacePermissions.of(anonymous, { ...item.space, effectiveRole: null }),
  }),
}));
