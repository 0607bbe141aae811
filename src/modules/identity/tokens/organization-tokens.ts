import { type Expression, sql } from 'kysely';
import type { Queries } from '../../../platform/db/query/queries.js';

/**
 * Returns the query for the access tokens of an organization: those of its members that are bound to it or to no
 * organization. It leaves out sessions, and tokens that are blocked in the organization.
 */
export function organizationTokens({ sql: builder }: Pick<Queries, 'sql'>, organizationId: Expression<string>) {
  return builder
    .selectFrom('AccessToken')
    .selectAll('AccessToken')
    .select(sql<string>`${organizationId}`.as('listedIn'))
    .where('AccessToken.issuer', '!=', 'session')
    .where('AccessToken.userId', 'in', (members) =>
      members.selectFrom('Member').select('Member.userId').where('Member.organizationId', '=', organizationId),
    )
    .where(({ eb, or }) =>
      or([eb('AccessToken.organizationId', 'is', null), eb('AccessToken.organizationId', '=', organizationId)]),
    )
    .where('AccessToken.id', 'not in', (blocked) =>
      blocked
        .selectFrom('BlockedToken')
        .select('BlockedToken.tokenId')
        .where('BlockedToken.organizationId', '=', organizationId),
    );
}
