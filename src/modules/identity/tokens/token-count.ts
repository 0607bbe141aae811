import { AppError } from '../../../platform/base/errors.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/**
 * Maximum number of live tokens of a user. It applies separately to unbound tokens and to the tokens bound to each
 * organization.
 */
const maxTokens = 100;

/**
 * Refuses another token for a user with the maximum number of live tokens. Tokens of each organization are counted
 * separately, because its identity provider can sign in any user there. Such sign-ins must not use up the user's tokens
 * for other organizations. The user is locked, so that two requests cannot both create the last token.
 * @throws CONFLICT for a user with 100 live tokens
 */
export async function requireTokenAllowance(
  { tx, at }: UnitOfWork,
  { userId, organizationId }: { userId: string; organizationId: string | null },
): Promise<void> {
  await tx.lock('User', userId);
  const { read } = tx;
  const liveTokens = read.sql
    .selectFrom('AccessToken')
    .select('id')
    .where('userId', '=', userId)
    .where('organizationId', organizationId === null ? 'is' : '=', organizationId)
    .where('issuer', '!=', 'session')
    .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', at.toISOString())]))
    .limit(maxTokens);
  if ((await read.all(liveTokens)).length < maxTokens) return;
  const where = organizationId === null ? '' : ' of one organization';
  throw new AppError('CONFLICT', `A user has at most ${maxTokens} live tokens${where}; revoke one first`);
}
