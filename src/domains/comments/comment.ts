import type { ContentAction } from '../../access/actions.js';
import { isAdminOf } from '../../access/viewer.js';
import { targetsIn } from '../../content/links/references.js';
import { embedded, type Guard } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import type { Context } from '../../graphql/context.js';
import { describe } from '../../graphql/describe.js';
import type { Row } from '../../store/rows.js';
import { doWork } from '../content-work/do-work.js';
import { getRevision } from '../revisions/known-revisions.js';
import { readManifest } from '../revisions/manifests.js';
import { DocumentFormat, PageContent } from '../revisions/page-content.js';
import { mayInSpace } from '../spaces/in-space.js';
import { usersById } from '../users/loaders.js';
import { User } from '../users/user.js';
import { CommentStatus, CommentTarget, CommentUrls, EmojiReaction, Replier } from './comment-parts.js';

type Comment = Row<'Comment'>;

/** Comments are seen by whoever may see the space. */
const seesComment: Guard<Comment> = (comment, context) => mayInSpace(context, 'space.view', comment);

/** Whether the caller wrote a comment and may still do something in its space. */
async function isOwn(context: Context, comment: Comment, action: ContentAction): Promise<boolean> {
  const { viewer } = context;
  return viewer.kind === 'user' && viewer.userId === comment.postedById && mayInSpace(context, action, comment);
}

const CommentPermissions = builder.objectRef<Comment>('CommentPermissions').implement({
  description: 'What the caller may do with the comment.',
  extensions: { guard: embedded },
  fields: (t) => ({
    view: t.boolean({ description: 'Read it.', resolve: () => true }),
    edit: t.boolean({
      description: 'Change what it says: its author may.',
      resolve: (comment, _args, context) => isOwn(context, comment, 'space.comment'),
    }),
    reply: t.boolean({
      description: 'Reply to it.',
      resolve: (comment, _args, context) => mayInSpace(context, 'space.comment', comment),
    }),
    delete: t.boolean({
      description: 'Delete it: its author may, and admins of the organization.',
      resolve: async (comment, _args, context) =>
        isAdminOf(context.viewer, comment.organizationId) || isOwn(context, comment, 'space.comment'),
    }),
  }),
});

/** A comment (`Comment` of the contract). */
export const Comment = builder.node(builder.objectRef<Comment>('Comment'), {
  description: 'A remark on a space, or on a change request of it.',
  extensions: { guard: seesComment, rest: { constants: { object: 'comment' } } },
  id: { resolve: ({ id }) => id, description: describe('Comment', 'id') },
  fields: (t) => ({
    body: t.field({
      type: PageContent,
      description: 'What it says, in one format.',
      args: {
        format: t.arg({ type: DocumentFormat, defaultValue: 'markdown', description: 'As Markdown or as blocks.' }),
      },
      resolve: (comment, { format }, context) => bodyOf(context, comment, format ?? 'markdown'),
    }),
    postedBy: t.field({
      type: User,
      description: 'Who wrote it.',
      resolve: ({ postedById }, _args, { loaders }) => loaders.get(usersById, postedById),
    }),
    postedAt: t.expose('postedAt', { type: 'DateTime', description: 'When it was written.' }),
    editedAt: t.expose('editedAt', {
      type: 'DateTime',
      nullable: true,
      description: describe('Comment', 'editedAt'),
    }),
    status: t.field({
      type: CommentStatus,
      description: 'Whether it still wants something.',
      resolve: ({ resolvedAt }) => (resolvedAt === null ? 'open' : 'resolved'),
    }),
    resolvedAt: t.expose('resolvedAt', { type: 'DateTime', nullable: true, description: 'When it was settled.' }),
    resolvedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who settled it.',
      resolve: ({ resolvedById }, _args, { loaders }) =>
        resolvedById === null ? null : loaders.get(usersById, resolvedById),
    }),
    reactions: t.field({
      type: [EmojiReaction],
      description: 'Emoji that people reacted with; as yet nobody can.',
      resolve: () => [],
    }),
    replies: t.int({ description: 'Number of replies; as yet none can be written.', resolve: () => 0 }),
    repliers: t.field({
      type: [Replier],
      description: 'Who wrote replies; as yet nobody can.',
      resolve: () => [],
    }),
    target: t.field({ type: CommentTarget, description: 'What it is about.', resolve: (comment) => comment }),
    urls: t.field({ type: CommentUrls, description: 'Addresses of the comment.', resolve: (comment) => comment }),
    permissions: t.field({
      type: CommentPermissions,
      description: 'What the caller may do with it.',
      resolve: (comment) => comment,
    }),
  }),
});

async function bodyOf(context: Context, { body: markdown, ...comment }: Comment, format: string) {
  if (format === 'markdown') return { markdown, document: null };
  const { organizationId, revisionId: id } = comment;
  const revision = await getRevision(context.loaders, { organizationId, id });
  const targets = targetsIn(await readManifest(context.read, revision));
  await context.pay(markdown.length);
  const document = await doWork('document', { markdown, file: '', targets }, { weight: markdown.length });
  return { markdown: null, document };
}
