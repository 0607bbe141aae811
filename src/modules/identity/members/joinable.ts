import { type Expression, type SqlBool, sql } from 'kysely';
import type { UserViewer } from '../../../access/viewer.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';

/** Maximum number of organizations that a list for one domain contains. */
const maxOrganizations = 100;

/**
 * An organization that was found by the domain of the viewer's e-mail address. The property `joinable` makes this row
 * visible to the viewer, but no other object of the organization.
 */
export type JoinableRow = Row<'Organization'> & { joinable?: number };

/**
 * Domain of a user's e-mail address, and whether the address is verified. An address that is not verified counts only
 * in organizations whose identity providers have signed the user in.
 */
export interface OwnDomain {
  domain: string;
  isVerified: boolean;
}

/**
 * Returns the organizations that a user may join because of the domain of the user's address, newest first, at most
 * 100.
 */
export async function findJoinableOrganizations(
  { read }: Context,
  { userId, organizationId }: UserViewer,
  { domain, isVerified: countsEverywhere }: OwnDomain,
): Promise<JoinableRow[]> {
  const list = read.sql
    .selectFrom('Organization')
    .selectAll()
    .select(sql<number>`1`.as('joinable'))
    .where(listsEmailDomain(read, domain))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('Member')
            .select('userId')
            .whereRef('Member.organizationId', '=', 'Organization.id')
            .where('Member.userId', '=', userId)
            .where('Member.disabled', '=', true),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(maxOrganizations);
  const filtered = organizationId === null ? list : list.where('id', '=', organizationId);
  return read.all(countsEverywhere ? filtered : filtered.where('id', 'in', organizationsOfIdentities(userId)), {
    joinable: 'int',
  });
}

/** Returns the subquery for the ids of the organizations whose identity providers have signed a user in. */
function organizationsOfIdentities(userId: string) {
  return sql<string>`(select "organizationId" from "SamlIdentity" where "userId" = ${userId}
    union all select "organizationId" from "OidcIdentity" where "userId" = ${userId})`;
}

/** Returns the SQL condition that an organization lists an e-mail domain, and is not deleted. */
export function listsEmailDomain({ provider }: Queries, domain: string): Expression<SqlBool> {
  const column = sql.ref('Organization.emailDomains');
  const isListed =
    provider === 'postgresql'
      ? sql`${column} @> ${JSON.stringify([domain])}::jsonb`
      : sql`exists (select 1 from json_each(${column}) where value = ${domain})`;
  return sql<SqlBool>`${isListed} and ${sql.ref('Organization.deletedAt')} is null`;
}
