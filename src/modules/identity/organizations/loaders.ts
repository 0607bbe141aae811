import { rowsById } from '../../../platform/db/query/by-id.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';

/** Organizations by id. */
export const organizationsById = rowsById('Organization');

/** Instructions for agents, by the organization's id; null if there are none yet. */
export const agentInstructionsByOrganization: LoaderDefinition<string, Row<'AgentInstructions'> | null> = {
  name: 'agentInstructionsByOrganization',
  async load(queries, ids) {
    const rows = await queries.all(instructionsQuery(queries, ids));
    const byId = new Map(rows.map((row) => [row.organizationId, row]));
    return ids.map((id) => byId.get(id) ?? null);
  },
};

const instructionsQuery = keyedQuery(({ sql }, inKeys) =>
  sql.selectFrom('AgentInstructions').selectAll().where(inKeys('organizationId')),
);

/**
 * Ids of the creators of organizations, by the organization's id. The creator is the actor of the organization's first
 * event.
 */
export const creatorsByOrganization: LoaderDefinition<string, string | null> = {
  name: 'creatorsByOrganization',
  async load(queries, ids) {
    const rows = await queries.all(firstEvents(queries, ids));
    const byId = new Map(rows.map((row) => [row.organizationId, row.actorId]));
    return ids.map((id) => byId.get(id) ?? null);
  },
};

const firstEvents = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('Event')
    .select(['organizationId', 'actorId'])
    .where('sequence', '=', 1)
    .where(inKeys('organizationId')),
);
