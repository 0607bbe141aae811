import { listSessionsOfUser, revokeSession } from '../../modules/identity/sessions/session-actions.js';
import type { Row } from '../../platform/db/query/rows.js';
import { findUser } from '../objects/find-object.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** `docgraph session list`: prints the sessions of a user in browsers, newest first. */
export async function listSessionsCommand({ user, json }: { user: string; json?: boolean }): Promise<void> {
  const rows = await withSession(async (session) =>
    listSessionsOfUser(session, await findUser(session.store.read, user)),
  );
  const sentence = rows.map(formatSession).join('\n') || 'The user is not signed in.';
  printResult({ sessions: rows.map(describeSession) }, { json, sentence });
}

/**
 * `docgraph session revoke ID`: ends a session, and prints its id. The next request in the session is already refused.
 */
export async function revokeSessionCommand(id: string, { json }: { json?: boolean }): Promise<void> {
  await withSession((session) => revokeSession(session, id));
  printResult({ id }, { json, sentence: `Ended the session ${id}.` });
}

function describeSession(session: Row<'AccessToken'>): object {
  const { id, organizationId, remoteAddress, userAgent, createdAt, lastUsedAt, expiresAt } = session;
  return { id, organizationId, address: remoteAddress, userAgent, createdAt, lastSeenAt: lastUsedAt, expiresAt };
}

function formatSession({ id, organizationId, remoteAddress, createdAt, lastUsedAt }: Row<'AccessToken'>): string {
  const place = organizationId ?? 'all organizations';
  return `${id}  ${remoteAddress}  (${place}, since ${createdAt}, last seen ${lastUsedAt})`;
}
