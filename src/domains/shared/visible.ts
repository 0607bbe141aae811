import { type Expression, type SqlBool, sql } from 'kysely';
import { type Action, can } from '../../access/policy.js';
import type { Context } from '../../graphql/context.js';

/** Ids of the organizations where the viewer may do something; null means everywhere (the operator). */
export function organizationsWhere({ viewer }: Context, action: Action): string[] | null {
  if (viewer.kind === 'operator') return null;
  if (viewer.kind === 'anonymous') return [];
  return [...viewer.roles.keys()].filter((organizationId) => can(viewer, action, { organizationId }));
}

/**
 * The condition of a list that its rows are visible: filtered in SQL, so that pages are full and counts are right.
 * `column` is the column of the row's organization.
 */
export function isVisible(context: Context, action: Action, column = 'organizationId'): Expression<SqlBool> {
  const organizations = organizationsWhere(context, action);
  return organizations === null ? sql<SqlBool>`1 = 1` : context.read.inList(column, organizations);
}
