import { type Expression, type SqlBool, sql } from 'kysely';
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
      "Organizations that people with an e-mail address of this domain may join, newest first, at most 100. Only for the domain of the caller's own verified address; else there are none.",
    args: { domain: t.arg.string({ required: true, description: 'The domain, such as `example.org`.' }) },
    extensions: { policy: "the domain of the caller's own verified address" },
    resolve: async (_root, { domain }, context) => {
      const own = await verifiedDomain(context);
      return own !== null && normalDomain(domain) === own ? joinableBy(context, own) : [];
    },
  }),
}));

/** The domain of the viewer's address where that was verified. */
async function verifiedDomain({ viewer, loaders }: Context): Promise<string | null> {
  if (viewer.kind !== 'user') return null;
  const { email, emailVerifiedAt } = await loaders.get(usersById, viewer.userId);
  return emailVerifiedAt ? emailDomainOf(email) : null;
}

/** A row that was found by the viewer's verified domain: its mark opens it, and no other row of the organization. */
export type JoinableRow = Row<'Organization'> & { joinable?: number };

async function joinableBy({ read, viewer }: Context, domain: string): Promise<JoinableRow[]> {
  if (viewer.kind !== 'user') return [];
  const query = read.sql
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
            .where('Member.userId', '=', viewer.userId)
            .where('Member.disabled', '=', true),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(most);
  return read.all(viewer.organizationId === null ? query : query.where('id', '=', viewer.organizationId), {
    joinable: 'int',
  });
}

function takesDomain({ provider }: Queries, domain: string): Expression<SqlBool> {
  const column = sql.ref('Organization.emailDomains');
  return provider === 'postgresql'
    ? sql<SqlBool>`${column} @> ${JSON.stringify([domain])}::jsonb`
    : sql<SqlBool>`exists (select 1 from json_each(${column}) where value = ${domain})`;
}
