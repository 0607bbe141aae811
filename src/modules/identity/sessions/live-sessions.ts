import type { Queries } from '../../../platform/db/query/queries.js';

/** Returns the query for sessions that have not ended. */
export function liveSessions({ sql }: Pick<Queries, 'sql'>, at = new Date()) {
  const sessions = sql.selectFrom('AccessToken').selectAll().where('issuer', '=', 'session');
  return sessions.where('expiresAt', '>', at.toISOString());
}
