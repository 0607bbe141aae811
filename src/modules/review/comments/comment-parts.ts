import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { emojiCode } from '../../../engine/base/emoji/emoji.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { Page } from '../../content/revisions/page.js';
import { User } from '../../identity/users/user.js';
import { Emoji, emojiCodeText } from '../../shared/emoji.js';
import { type Anchor, currentAnchorOf } from './find-anchor.js';
import { findRelatedUser, type Reaction, type Replies } from './loaders.js';

type Comment = Row<'Comment'>;

/** State of a comment. */
export const CommentStatus = documentedEnum('CommentStatus', 'Whether a comment is open or resolved.', {
  open: 'It does.',
  resolved: 'It was settled.',
});

const AnchorState = documentedEnum('AnchorState', 'State of the block that a comment is about.', {
  anchored: 'Unchanged.',
  moved: 'The block was edited or moved; the comment has followed it.',
  lost: 'Deleted.',
});

/** Position of a comment in the current content. */
export const CommentAnchor = builder.objectRef<Anchor>('CommentAnchor').implement({
  description: 'Position of a comment in the present content of its space or change request.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    state: t.expose('state', { type: AnchorState, description: 'State of its subject.' }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page in its present state; null if it was deleted.',
      resolve: ({ page }) => page,
    }),
    nodeId: t.exposeID('nodeId', {
      nullable: true,
      description: 'Key of the block on the page; null for a comment on a whole page, and if the block was deleted.',
    }),
    quote: t.exposeString('quote', {
      nullable: true,
      description: 'Beginning of the text of the block when the comment was written; null on a whole page.',
    }),
  }),
});

const CommentPlace = builder.objectRef<string>('CommentPlace').implement({
  description: 'A page, or a block of one, by its id.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({ id: t.id({ description: 'Its id.', resolve: (id) => id }) }),
});

const TableCellTarget = builder.objectRef<{ record: string; definition: string }>('TableCellTarget').implement({
  description: 'A cell of a table.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    record: t.exposeString('record', { description: 'Its row.' }),
    definition: t.exposeString('definition', { description: 'Its column.' }),
  }),
});

/** Subject of a comment, as ids (`target` of a comment in the contract). */
export const CommentTarget = builder.objectRef<Comment>('CommentTarget').implement({
  description: 'The page or block that a comment is about.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    node: t.field({
      type: CommentPlace,
      nullable: true,
      description: 'Present block of the page; null if it was deleted.',
      resolve: async (comment, _args, context) =>
        comment.nodeId === null ? null : (await currentAnchorOf(context, comment))?.nodeId,
    }),
    tableCell: t.field({
      type: TableCellTarget,
      nullable: true,
      description: 'Cell of the block, if the block is a table.',
      resolve: ({ cellRecord: record, cellDefinition: definition }) =>
        record === null || definition === null ? null : { record, definition },
    }),
    changeRequestId: t.exposeID('changeRequestId', {
      nullable: true,
      description: 'Id of the change request; null for a comment on the space itself.',
    }),
    reviewId: t.exposeID('reviewId', { nullable: true, description: 'Id of the review that it belongs to.' }),
    page: t.field({
      type: CommentPlace,
      nullable: true,
      description: 'The page, even if it was deleted in the meantime.',
      resolve: ({ pageId }) => pageId,
    }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the revision that it was written on.' }),
  }),
});

/** User who replied to a comment (`UserContributor` of the contract). */
export const ReplyAuthor = builder.objectRef<Replies>('Replier').implement({
  description: 'A person who replied to a comment.',
  extensions: { guard: partOfGuardedObject, rest: { name: 'UserContributor' } },
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'The person.',
      resolve: (response, _args, context) => findRelatedUser(context, response),
    }),
    count: t.exposeInt('count', { description: 'Number of replies that they wrote.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When they replied last.' }),
  }),
});

const EmojiReactionUser = builder.objectRef<Reaction>('EmojiReactionUser').implement({
  description: 'A person who reacted.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'The person.',
      resolve: (response, _args, context) => findRelatedUser(context, response),
    }),
    reactedAt: t.expose('reactedAt', { type: 'DateTime', description: 'When they reacted.' }),
  }),
});

/** An emoji that users reacted with, and these users. */
export const EmojiReaction = builder.objectRef<{ emoji: string; users: Reaction[] }>('EmojiReaction').implement({
  description: 'An emoji with which people reacted.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    emoji: t.expose('emoji', { type: Emoji, description: 'The emoji.' }),
    emojiCode: t.string({ description: emojiCodeText, resolve: ({ emoji }) => emojiCode(emoji) }),
    count: t.int({ description: 'Number of people who reacted with it.', resolve: ({ users }) => users.length }),
    users: t.field({
      type: [EmojiReactionUser],
      description: 'The users who reacted, in order.',
      resolve: ({ users }) => users,
    }),
  }),
});
