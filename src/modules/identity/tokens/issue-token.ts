import { randomBytes } from 'node:crypto';
import { hashToken } from '../../../access/authenticate.js';
import type { TokenIssuer } from '../../../access/token-issuers.js';
import { newId } from '../../../platform/base/ids.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** A token that was made; `token` itself is stored as a hash and cannot be shown again. */
export interface IssuedToken {
  id: string;
  token: string;
}

/** A token to make; its members have been checked. */
export interface TokenToIssue {
  userId: string;
  name: string;
  issuer: TokenIssuer;
  expiresAt: Date | null;
  /** What it may do; null for all that its user may. */
  scopes: string[] | null;
  /** The one organization that it works in; null for all. */
  organizationId: string | null;
  /** Client whose persisted documents alone it may send; null for any text. */
  documents: string | null;
}

/** The text of a new token: 256 random bits. */
export function newTokenText(): string {
  return `dg_${randomBytes(32).toString('base64url')}`;
}

/** Makes a token. One that is bound to an organization is an event there; others belong to their user alone. */
export async function issueToken(
  { tx, at, record, showOnce }: UnitOfWork,
  { scopes, ...columns }: TokenToIssue,
): Promise<IssuedToken> {
  showOnce();
  const [id, token] = [newId('AccessToken'), newTokenText()];
  // An absent column is null in the database; Prisma would take null for JSON's own.
  const data = { id, ...columns, ...(scopes && { scopes }), hash: hashToken(token), createdAt: at };
  await tx.prisma.accessToken.create({ data, select: { id: true } });
  const { organizationId, name, userId } = columns;
  if (organizationId)
    record({ organizationId, action: 'createAccessToken', targetId: id, changes: { name, user: userId, scopes } });
  return { id, token };
}
