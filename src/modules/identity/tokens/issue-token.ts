import { randomBytes } from 'node:crypto';
import { hashToken } from '../../../access/authenticate.js';
import type { TokenIssuer } from '../../../access/token-issuers.js';
import { newId } from '../../../platform/base/ids.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** A token that was created. `token` is its text. Only a hash of the text is stored, so it cannot be shown again. */
export interface IssuedToken {
  id: string;
  token: string;
}

/** Data of a token to create; the caller has checked it. */
export interface TokenToIssue {
  userId: string;
  name: string;
  issuer: TokenIssuer;
  expiresAt: Date | null;
  /** Scopes of the token; null for all rights of its user. */
  scopes: string[] | null;
  /** Id of the only organization where the token is valid; null if it is valid in all organizations. */
  organizationId: string | null;
  /**
   * Client whose persisted GraphQL documents are the only ones that the token may send; null if it may send any
   * document.
   */
  documents: string | null;
}

/** Returns the text of a new token, `dg_…`, or of another secret with its own prefix: 256 random bits. */
export function newTokenText(prefix = 'dg'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** Creates a token. If it is bound to an organization, records an event there. */
export async function issueToken(
  { tx, at, record, showOnce }: UnitOfWork,
  { scopes, ...columns }: TokenToIssue,
): Promise<IssuedToken> {
  showOnce();
  const [id, token] = [newId('AccessToken'), newTokenText()];
  // An absent column becomes NULL in the database; Prisma would store null as the JSON value null.
  const data = { id, ...columns, ...(scopes && { scopes }), hash: hashToken(token), createdAt: at };
  await tx.prisma.accessToken.create({ data, select: { id: true } });
  const { organizationId, name, userId } = columns;
  if (organizationId)
    record({ organizationId, action: 'createAccessToken', targetId: id, changes: { name, user: userId, scopes } });
  return { id, token };
}
