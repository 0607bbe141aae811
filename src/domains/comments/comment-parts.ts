import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import { documentedEnum } from '../../graphql/enums.js';
import type { Row } from '../../store/rows.js';
import { addressesType, locationAddress } from '../shared/addresses.js';
import { usersById } from '../users/loaders.js';
import { User } from '../users/user.js';

type Comment = Row<'Comment'>;

/** Whether a comment still wants something. */
export const CommentStatus = documentedEnum('CommentStatus', 'Whether a comment still wants something.', {
  open: 'It does.',
  resolved: 'It was settled.',
});

/** Addresses of a comment. */
export const CommentUrls = addressesType<Comment>('CommentUrls', {
  location: locationAddress(({ spaceId, changeRequestId, id }) => {
    const place = changeRequestId === null ? '' : `/change-requests/${changeRequestId}`;
    return `/spaces/${spaceId}${place}/comments/${id}`;
  }),
});

const CommentPlace = builder.objectRef<string>('CommentPlace').implement({
  description: 'A page, or a block of one, by its id.',
  extensions: { guard: embedded },
  fields: (t) => ({ id: t.id({ description: 'Its id.', resolve: (id) => id }) }),
});

const TableCellTarget = builder.objectRef<{ record: string; definition: string }>('TableCellTarget').implement({
  description: 'A cell of a table.',
  extensions: { guard: embedded },
  fields: (t) => ({
    record: t.exposeString('record', { description: 'Its row.' }),
    definition: t.exposeString('definition', { description: 'Its column.' }),
  }),
});

/** What a comment is about (`target` of the contract). */
export const CommentTarget = builder.objectRef<Comment>('CommentTarget').implement({
  description: 'What a comment is about.',
  extensions: { guard: embedded },
  fields: (t) => ({
    node: t.field({
      type: CommentPlace,
      nullable: true,
      description: 'The block of the page.',
      resolve: ({ nodeId }) => nodeId,
    }),
    tableCell: t.field({
      type: TableCellTarget,
      nullable: true,
      description: 'The cell of the block, where that is a table.',
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
      description: 'The page.',
      resolve: ({ pageId }) => pageId,
    }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the revision that it was written on.' }),
  }),
});

/** Who wrote replies, as a comment lists them. */
interface Replier {
  userId: string;
  count: number;
  updatedAt: string;
}

/** Somebody who replied to a comment (`UserContributor`). */
export const Replier = builder.objectRef<Replier>('Replier').implement({
  description: 'Somebody who replied to a comment.',
  extensions: { guard: embedded, rest: { name: 'UserContributor' } },
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'Who it is.',
      resolve: ({ userId }, _args, { loaders }) => loaders.get(usersById, userId),
    }),
    count: t.exposeInt('count', { description: 'How many replies they wrote.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When they replied last.' }),
  }),
});

/** A reaction of one person. */
interface Reaction {
  userId: string;
  reactedAt: string;
}

const EmojiReactionUser = builder.objectRef<Reaction>('EmojiReactionUser').implement({
  description: 'Somebody who reacted.',
  extensions: { guard: embedded },
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'Who it is.',
      resolve: ({ userId }, _args, { loaders }) => loaders.get(usersById, userId),
    }),
    reactedAt: t.expose('reactedAt', { type: 'DateTime', description: 'When they reacted.' }),
  }),
});

/** An emoji that people reacted with (`EmojiReaction`). */
export const EmojiReaction = builder.objectRef<{ emoji: string; users: Reaction[] }>('EmojiReaction').implement({
  description: 'An emoji that people reacted with.',
  extensions: { guard: embedded },
  fields: (t) => ({
    emoji: t.exposeString('emoji', { description: 'The emoji.' }),
    count: t.int({ description: 'How many reacted with it.', resolve: ({ users }) => users.length }),
    users: t.field({ type: [EmojiReactionUser], description: 'Who did.', resolve: ({ users }) => users }),
  }),
});
