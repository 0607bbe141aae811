import { type Expression, type SqlBool, sql } from 'kysely';
import type { UserViewer } from '../../../access/viewer.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';

/** Organizations that one domain leads to at most. */
const most = 100;

/** A row that was found by the viewer's verified domain: its mark opens it, and no other row of the organization. */
export type JoinableRow = Row<'Organization'> & { joinable?: number };

/** The domain of an address, and whether that is verified everywhere or only where a provider has named its user. */
export interface OwnDomain {
  domain: string;
  everywhere: boolean;
}

/** The organizations that a user may join by the domain of its own address, newest first, at most 100. */
export async function joinableBy(
  { read }: Context,
  { userId, organizationId }: UserViewer,
  { domain, everywhere }: OwnDomain,
): Promise<JoinableRow[]> {
  const list = read.sql
    .selectFrom('Organization')
    .selectAll()
    .select(sql<number>`1`.as('joinable'))
    .where(takesDomain(read, domain))
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
    .limit(most);
  const seen = organizationId === null ? list : list.where('id', '=', organizationId);
  return read.all(everywhere ? seen : seen.where('id', 'in', namingOrganizations(userId)), { joinable: 'int' });
}

/** The organizations whose providers have named a user by its address. */
function namingOrganizations(userId: string) {
  return sql<string>`(select "organizationId" from "SamlIdentity" where "userId" = ${userId})`;
}

function takesDomain({ provider }: Queries, domain: string): Expression<SqlBool> {
  const column = sql.ref('Organization.emailDomains');
  return provider === 'postgresql'
    ? sql<SqlBool>`${column} @> ${JSON.stringify([domain])}::jsonb`
    : sql<SqlBool>`exists (select 1 from json_each(${column}) where value = ${domain})`;
}
