import { removalTimesByOrganization } from '../../modules/identity/server/loaders.js';
import { listProviders } from '../../modules/identity/sso/list-providers.js';
import { notFound } from '../../platform/base/errors.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { countRows } from './count-rows.js';
import { lastEvent } from './last-event.js';

/** Maximum number of admins that `org show` prints. */
const maxAdmins = 20;

/** Returns an organization with its settings, limits, counts, admins and providers. @throws NOT_FOUND */
export async function viewOrganization(read: Queries, id: string): Promise<object> {
  const row = await read.first(read.sql.selectFrom('Organization').selectAll().where('id', '=', id));
  if (!row) throw notFound('organization', id);
  const { title, plan, createdAt, updatedAt, deletedAt, hostname, emailDomains, sso, ai, inviteLinks } = row;
  const { customHostname, blocked } = row.operatorFacts as { customHostname?: string | null; blocked?: object | null };
  const [counts, admins, providers, [removeAt], lastChange] = await Promise.all([
    countParts(read, id),
    readAdmins(read, id),
    listProviders(read, id),
    removalTimesByOrganization.load(read, [id]),
    lastEvent(read, { organizationId: id }),
  ]);
  return {
    ...{ id, title, plan, createdAt, updatedAt, deletedAt, removeAt: deletedAt === null ? null : removeAt },
    ...counts,
    limits: { maxMembers: row.maxMembers, maxSpaces: row.maxSpaces, maxTokenDays: row.maxTokenDays },
    settings: { defaultRole: row.defaultRole ?? 'guest', sso, ai, inviteLinks },
    ...{ emailDomains, hostname, customHostname: customHostname ?? null, blocked: blocked ?? null },
    admins,
    providers: providers.map(({ id, kind, label, status }) => ({ id, kind, label, status })),
    lastChange,
  };
}

function countParts(read: Queries, organizationId: string) {
  return countRows(read, {
    members: ['Member', { organizationId }],
    guests: ['Member', { organizationId, role: null }],
    disabledMembers: ['Member', { organizationId, disabled: true }],
    serviceAccounts: ['User', { organizationId }],
    teams: ['Team', { organizationId }],
    collections: ['Collection', { organizationId }],
    spaces: ['Space', { organizationId, deletedAt: null }],
    sites: ['Site', { organizationId }],
    deadJobs: ['Job', { organizationId, status: 'dead' }],
  });
}

/** Returns the admins of an organization who are not disabled, the newest user first. */
function readAdmins(read: Queries, organizationId: string) {
  const query = read.sql
    .selectFrom('Member')
    .innerJoin('User', 'User.id', 'Member.userId')
    .select(['User.id', 'User.displayName', 'User.email', 'Member.lastSeenAt'])
    .where('Member.organizationId', '=', organizationId)
    .where('Member.role', '=', 'admin')
    .where('Member.disabled', '=', false);
  return read.all(query.orderBy('User.id', 'desc').limit(maxAdmins));
}
