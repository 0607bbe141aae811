import { canOnPlace } from '../../../access/place-access.js';
import type { ContentAction } from '../../../access/required-roles.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { type Guard, partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { cachedTargets } from '../../../engine/tree/links/references.js';
import { groupBy } from '../../../platform/arrays/group-by.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { doWork } from '../../content/content-work/do-work.js';
import { readManifest } from '../../content/revisions/manifests.js';
import { DocumentFormat, PageContent } from '../../content/revisions/page-content.js';
import { getRevision } from '../../content/revisions/revision-cache.js';
import { isAllowedInSpace } from '../../content/spaces/in-space.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { User } from '../../identity/users/user.js';
import { addressesType, locationAddress } from '../../shared/addresses.js';
import { EmojiReaction } from './comment-parts.js';
import { findRelatedUser, responsesByComment } from './loaders.js';

type Comment = Row<'Comment'>;

/** Allows access to a comment or reply if the viewer may see its space. */
export const guardOfComment: Guard<Comment> = (comment, context) => isAllowedInSpace(context, 'space.view', comment);

const CommentUrls = addressesType<Comment>('CommentUrls', {
  location: locationAddress(({ spaceId, changeRequestId, threadId, id }) => {
    const changeRequest = changeRequestId === null ? '' : `/change-requests/${changeRequestId}`;
    const thread = threadId === null ? id : `${threadId}/replies/${id}`;
    return `/spaces/${spaceId}${changeRequest}/comments/${thread}`;
  }),
});

const CommentPermissions = builder.objectRef<Comment>('CommentPermissions').implement({
  description: 'Rights of the caller on the comment or reply.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    view: t.boolean({ description: 'Read it.', resolve: () => true }),
    edit: t.boolean({
      description: 'Edit its text; only its author may.',
      resolve: (comment, _args, context) => isAuthor(context, comment) && isAllowed(context, 'space.comment', comment),
    }),
    reply: t.boolean({
      description: 'Reply to it.',
      resolve: (comment, _args, context) => isAllowed(context, 'space.comment', comment),
    }),
    delete: t.boolean({
      description: 'Delete it; only its author and admins may.',
      resolve: async (comment, _args, context) =>
        (await isAllowed(context, 'space.comment', comment)) &&
        (isAuthor(context, comment) || isAllowed(context, 'space.deleteComments', comment)),
    }),
  }),
});

/** Reports whether the caller may perform an action on a comment. This is never the case in a deleted space. */
async function isAllowed(context: Context, action: ContentAction, comment: Comment): Promise<boolean> {
  const space = await context.loaders.get(spacesById, comment.spaceId);
  return space.deletedAt === null && canOnPlace(context, action, space);
}

function isAuthor({ viewer }: Context, { postedById }: Comment): boolean {
  return viewer.kind === 'user' && viewer.userId === postedById;
}

/** Returns the fields that comments and replies share. */
export function commonCommentFields(t: Fields<Comment>) {
  return {
    body: t.field({
      type: PageContent,
      description: 'Its text, in one format.',
      args: {
        format: t.arg({
          type: DocumentFormat,
          defaultValue: 'markdown',
          description: 'Text as Markdown or as blocks.',
        }),
      },
      resolve: (comment, { format }, context) => formatBody(context, comment, format ?? 'markdown'),
    }),
    postedBy: t.field({
      type: User,
      description: 'The author.',
      resolve: ({ id: commentId, postedById: userId }, _args, context) =>
        findRelatedUser(context, { commentId, userId }),
    }),
    postedAt: t.expose('postedAt', { type: 'DateTime', description: 'When it was written.' }),
    editedAt: t.expose('editedAt', { type: 'DateTime', nullable: true, description: describe('Comment', 'editedAt') }),
    reactions: t.field({
      type: [EmojiReaction],
      description: 'Emoji that people reacted with, in the order of their first use.',
      resolve: async ({ id }, _args, { loaders }) => {
        const { reactions } = await loaders.get(responsesByComment, id);
        const byEmoji = groupBy(reactions, ({ emoji }) => emoji);
        return [...byEmoji].map(([emoji, users]) => ({ emoji, users }));
      },
    }),
    urls: t.field({ type: CommentUrls, description: 'Its addresses.', resolve: (comment) => comment }),
    permissions: t.field({
      type: CommentPermissions,
      description: 'Rights of the caller.',
      resolve: (comment) => comment,
    }),
  };
}

async function formatBody(context: Context, { body: markdown, ...comment }: Comment, format: string) {
  if (format === 'markdown') return { markdown, document: null };
  const { organizationId, revisionId: id } = comment;
  const revision = await getRevision(context.loaders, { organizationId, id });
  const targets = cachedTargets(await readManifest(context.read, revision));
  await context.pay(markdown.length);
  const document = await doWork(
    'document',
    { markdown, file: '', targets },
    { tenant: organizationId, weight: markdown.length },
  );
  return { markdown: null, document };
}
