import { setBootstrapToken } from '../../modules/identity/tokens/bootstrap.js';
import { createToken, listTokensOfUser, revokeToken } from '../../modules/identity/tokens/operator-actions.js';
import { badInput } from '../../platform/base/errors.js';
import { ConfigError, readConfig } from '../../platform/config/config.js';
import type { Row } from '../../platform/db/query/rows.js';
import { findOptionalOrganization, findUser } from '../objects/find-object.js';
import { parseDate } from '../process/dates.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** Options of `docgraph token create`. */
export interface TokenOptions {
  user: string;
  name?: string;
  /** Number of days until the token expires, or the date on which it expires. */
  expires?: string;
  scope?: string[];
  org?: string;
  json?: boolean;
}

/** `docgraph token create`: creates an access token and prints it. The token is not shown again. */
export async function createTokenCommand(options: TokenOptions): Promise<void> {
  const { json, expires, scope: scopes, org, user, ...token } = options;
  const expiresAt = expires === undefined ? undefined : parseExpiry(expires);
  const createdToken = await withSession(async (session) => {
    const { read } = session.store;
    const [userId, organization] = [await findUser(read, user), await findOptionalOrganization(read, org)];
    return createToken(session, { ...token, user: userId, expiresAt, scopes, organization });
  });
  printResult(createdToken, { json, sentence: createdToken.token });
}

const dayMs = 86_400_000;

function parseExpiry(expires: string): string {
  const time = /^\d{1,6}$/.test(expires) ? Date.now() + Number(expires) * dayMs : parseDate(expires);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  const rule = 'must be a number of days, or a date such as 2027-01-31';
  throw badInput('expires', `\`--expires\` ${rule} (got ${JSON.stringify(expires)})`);
}

/** `docgraph token list`: prints the tokens of a user, newest first, without their hashes. */
export async function listTokensCommand({ user, json }: { user: string; json?: boolean }): Promise<void> {
  const rows = await withSession(async (session) =>
    listTokensOfUser(session, await findUser(session.store.read, user)),
  );
  const sentence = rows.map(formatToken).join('\n') || 'The user has no tokens.';
  printResult({ tokens: rows.map(({ hash: _hash, userId: _user, ...columns }) => columns) }, { json, sentence });
}

function formatToken(token: Row<'AccessToken'>): string {
  const { id, name, expiresAt, lastUsedAt, lastUsedAddress, scopes, organizationId } = token;
  const limits = [
    expiresAt ? `until ${expiresAt}` : 'for ever',
    scopes ? (scopes as string[]).join(' ') : 'all rights',
    organizationId ?? 'all organizations',
    lastUsedAt ? `last used ${lastUsedAt}${lastUsedAddress ? ` from ${lastUsedAddress}` : ''}` : 'never used',
  ];
  return `${id}  ${name}  (${limits.join(', ')})`;
}

/**
 * `docgraph token revoke ID`: revokes a token, and prints its id. The next request with the token is already refused.
 */
export async function revokeTokenCommand(id: string, { json }: { json?: boolean }): Promise<void> {
  await withSession((session) => revokeToken(session, id));
  printResult({ id }, { json, sentence: `Revoked the token ${id}.` });
}

/**
 * `docgraph token bootstrap`: makes the value of `BOOTSTRAP_TOKEN` the token of the first admin.
 * @throws ConfigError if `BOOTSTRAP_TOKEN` is not set
 */
export async function bootstrapTokenCommand({
  force = false,
  json,
}: {
  force?: boolean;
  json?: boolean;
}): Promise<void> {
  const token = readConfig(process.env).bootstrapToken;
  if (token === undefined) throw new ConfigError('BOOTSTRAP_TOKEN must be set: 16 to 255 URL-safe characters');
  const user = await withSession(async ({ store, viewer }) => {
    await setBootstrapToken(store, viewer, { token, force });
    return viewer.userId;
  });
  printResult({ user }, { json, sentence: 'BOOTSTRAP_TOKEN is the token of admin@localhost.' });
}
