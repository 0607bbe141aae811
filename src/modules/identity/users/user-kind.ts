import { type Expression, type SqlBool, sql } from 'kysely';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import type { Row } from '../../../platform/db/query/rows.js';

/** Kinds of users. */
export const UserKind = documentedEnum('UserKind', 'Kind of a user.', {
  person: 'A person.',
  'service-account': 'An account of a program, which belongs to one organization and cannot sign in.',
  'former-member': 'A person whose data was erased. The name is a placeholder.',
});

/** Columns that decide the kind of a user. */
export const kindColumns = ['organizationId', 'erasedAt'] as const;

/** Returns the kind of a user. */
export function kindOf({ organizationId, erasedAt }: Pick<Row<'User'>, (typeof kindColumns)[number]>): string {
  if (organizationId !== null) return 'service-account';
  return erasedAt === null ? 'person' : 'former-member';
}

/** Returns the SQL condition that a row of `User` is of a kind. The query must not give the table an alias. */
export function isOfKind(kind: string): Expression<SqlBool> {
  const [organizationId, erasedAt] = [sql.ref('User.organizationId'), sql.ref('User.erasedAt')];
  if (kind === 'service-account') return sql<SqlBool>`${organizationId} is not null`;
  const isErased = kind === 'former-member' ? sql`is not null` : sql`is null`;
  return sql<SqlBool>`${organizationId} is null and ${erasedAt} ${isErased}`;
}
