import { type Expression, type SqlBool, sql } from 'kysely';
import type { UserViewer } from '../../access/viewer.js';
import { builder } from '../../graphql/builder.js';
import type { Context } from '../../graphql/context.js';
import type { Queries } from '../../store/queries.js';
import type { Row } from '../../store/rows.js';
import { emailDomainOf, normalDomain } from '../users/email-domain.js';
import { usersById } from '../users/loaders.js';
import { Organization } from './organization.js';

/** Organizations that one domain leads to at most. */
const most = 100;

builder.queryFields((t) => ({
  organizationsForEmailDomain: t.field({
    type: [Organization],
    description:
      "Organizations that people with an e-mail address of this domain may join, newest first, at most 100. Only for the domain of the caller's own verified address; else there are none. An identity provider verifies an address for its own organization alone.",
    args: { domain: t.arg.string({ required: true, description: 'The domain, such as `example.org`.' }) },
    extensions: { policy: "the domain of the caller's own verified address" },
    resolve: async (_root, { domain }, context) => {
      const { viewer, loaders } = context;
      if (viewer.kind !== 'user') return [];
      const user = await loaders.get(usersById, viewer.userId);
      const own = emailDomainOf(user.email);
      if (own === null || normalDomain(domain) !== own) return [];
      return joinableBy(context, viewer, { domain: own, everywhere: user.emailVerifiedAt !== null });
    },
  }),
}));

/** A row that was found by the viewer's verified domain: its mark opens it, and no other row of the organization. */
export type JoinableRow = Row<'Organization'> & { joinable?: number };

/** The domain of an address, and whether that is verified everywhere or only where a provider has named its user. */
interface OwnDomain {
  domain: string;
  everywhere: boolean;
}

async function joinableBy(
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
