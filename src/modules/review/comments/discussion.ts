import { type Expression, type RawBuilder, sql } from 'kysely';
import { can } from '../../../access/policy.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { listField, sourceField } from '../../../api/graphql/schema/connections.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import type { List } from '../../../platform/db/query/connections.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { isAllowedInSpace } from '../../content/spaces/in-space.js';
import { Member } from '../../identity/members/member.js';
import { type Columns, type GivenOrder, orderChoice, rowOrder } from '../../shared/list-arguments.js';
import { Comment } from './comment.js';
import { commentsById } from './loaders.js';

/** Ids of a space, or of a change request of it, that comments belong to. */
export interface CommentOwner {
  /** Id of the change request, or of the space for comments on the space itself. */
  id: string;
  organizationId: string;
  spaceId: string;
  changeRequestId: string | null;
}

const CommentStatusFilter = documentedEnum('CommentStatusFilter', 'Selection of comments of a list.', {
  all: 'All.',
  open: 'Open ones.',
  resolved: 'Resolved ones.',
});

const CommentFilter = builder.inputType('CommentFilter', {
  description: 'Selection of comments; all members must hold.',
  fields: (t) => ({
    status: t.field({ type: CommentStatusFilter, description: 'Selection; default `ALL`.' }),
    authors: t.idList({ description: 'Only those that one of these users wrote.' }),
    page: t.id({ description: 'Only those about this page, even if it was deleted.' }),
  }),
});

const commentOrder = orderChoice<Columns>('Comment', {
  createdAt: { description: 'When the comment was written.', order: { columns: ['id'] } },
});

/** Values of the arguments of a list of comments. */
interface CommentSelection {
  filter?: { status?: string | null; page?: string | null; authors?: readonly string[] | null } | null | undefined;
  orderBy?: readonly GivenOrder[] | null | undefined;
}

/** Returns the arguments of a list of comments. */
export const commentArguments = (t: Pick<Fields<unknown>, 'arg'>) => ({
  filter: t.arg({ type: CommentFilter, description: 'Selection of comments.' }),
  orderBy: commentOrder.argument(t),
});

/**
 * Lists the comments on a space or change request. The key of the list is the id of the space or change request. If the
 * id of a page follows it, lists only comments about that page.
 */
export function commentList({ filter, orderBy }: CommentSelection, { read }: Context): List<Row<'Comment'>> {
  const { status, page, authors } = filter ?? {};
  return {
    name: 'comments',
    filters: [orderBy, status, page, authors],
    order: rowOrder(commentOrder, orderBy),
    query: (id, aboutPage) => {
      let query = read.sql.selectFrom('Comment').selectAll().where('parentId', '=', id!);
      if (status != null && status !== 'all') query = query.where('status', '=', status);
      if (aboutPage != null) query = query.where('pageId', '=', aboutPage);
      if (page != null) query = query.where('pageId', '=', page);
      return authors == null ? query : query.where(read.inList('postedById', [...authors]));
    },
  };
}

/**
 * Returns the fields for comments: all comments, one comment, and their authors. `ownerOf` returns the space or change
 * request of an object.
 */
export function discussionFields<Parent>(t: Fields<Parent>, ownerOf: (parent: Parent) => CommentOwner) {
  return {
    comments: listField(t, {
      type: Comment,
      description: 'Comments, newest first by default. Each has its replies.',
      args: commentArguments(t),
      key: (parent) => ownerOf(parent).id,
      list: commentList,
    }),
    comment: t.field({
      type: Comment,
      nullable: true,
      description: 'One of the comments, by its id.',
      args: { id: t.arg.id({ required: true, description: "The comment's id." }) },
      resolve: async (parent: Parent, { id }: { id: string }, { loaders }: Context) => {
        const comment = await loaders.load(commentsById, id);
        return comment?.parentId === ownerOf(parent).id ? comment : null;
      },
    }),
    commenters: sourceField(t, {
      type: Member,
      description:
        'Members who wrote comments or replies, in reverse order of their first one. Former members are left out.',
      args: {},
      source: async (parent, _args, context) => ({ items: commenterList(context, ownerOf(parent)) }),
    }),
  };
}

function commenterList({ read, viewer }: Context, { id, organizationId, changeRequestId }: CommentOwner) {
  const column = changeRequestId === null ? 'spaceId' : 'changeRequestId';
  // Guests see no other members, so the list of authors contains only themselves.
  const visibleUser = can(viewer, 'member.view', { organizationId })
    ? null
    : viewer.kind === 'user'
      ? viewer.userId
      : '';
  const list: List<Row<'Member'>> = {
    name: 'commenters',
    filters: [column, visibleUser],
    order: { columns: ['joinedAt', 'userId'], direction: 'desc' },
    query: (organization, ownerId) => {
      const members = read.sql.selectFrom('Member').selectAll('Member').where('organizationId', '=', organization!);
      const visibleMembers = visibleUser === null ? members : members.where('userId', '=', visibleUser);
      return visibleMembers.innerJoin(distinctAuthors(column, ownerId!), 'authors.id', 'Member.userId');
    },
  };
  return { list, key: `${organizationId} ${id}` };
}

/**
 * Selects the ids of the authors of comments or replies, each once. It takes one index lookup for each author, even if
 * an author wrote many comments. For this, the order must contain all index columns that follow the space or change
 * request.
 */
function distinctAuthors(column: 'spaceId' | 'changeRequestId', ownerId: Expression<string>) {
  const ofOwner = sql`"postedById" from "Comment" where ${sql.ref(column)} = ${ownerId}`;
  const [onSpace, order] =
    column === 'spaceId' ? [sql`and "changeRequestId" is null`, sql`"changeRequestId", `] : [sql``, sql``];
  const nextAuthor = (condition: RawBuilder<unknown>) =>
    sql`(select ${ofOwner} ${onSpace} ${condition} order by ${order}"postedById" limit 1)`;
  return sql<{ id: string }>`(with recursive found(id) as (select ${nextAuthor(sql``)} union all
    select ${nextAuthor(sql`and "postedById" > found.id`)} from found where found.id is not null)
    select id from found where id is not null)`.as<'authors'>(sql`authors`);
}

/** Allows access to the comments if the viewer may see the space. */
const seesDiscussion: Guard<CommentOwner> = (owner, context) => isAllowedInSpace(context, 'space.view', owner);

/** The comments on a space, or on a change request of it. */
export const Discussion = builder.objectRef<CommentOwner>('Discussion').implement({
  description: 'A comment on a space, or on a change request of it.',
  extensions: { guard: seesDiscussion },
  fields: (t) => discussionFields(t, (owner) => owner),
});
