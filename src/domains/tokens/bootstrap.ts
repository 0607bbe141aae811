import { hashToken } from '../../access/authenticate.js';
import type { TokenIssuer } from '../../access/token-issuers.js';
import type { Operator } from '../../access/viewer.js';
import { newId } from '../../ids.js';
import type { Queries } from '../../store/queries.js';
import type { Row } from '../../store/rows.js';
import type { Store } from '../../store/store.js';
import { isUniqueViolation } from '../../store/store-errors.js';
import type { Transaction } from '../../store/transaction.js';
import { findUserByEmail } from '../users/find-user.js';
import { userRow } from '../users/insert-user.js';
import { newTokenText } from './issue-token.js';

/** Address of the first admin, the user who signs what the operator does. */
const operatorEmail = 'admin@localhost';

/** Who the command line acts as; makes the operator's user where there is none yet. */
export async function operatorOf(store: Store): Promise<Operator> {
  const { read } = store;
  const user = await findUserByEmail(read, operatorEmail);
  if (user) return { kind: 'operator', userId: user.id };
  const data = userRow({ email: operatorEmail, displayName: 'Administrator' }, new Date());
  await store.transaction(({ prisma }) => prisma.user.create({ data, select: { id: true } })).catch(unlessThere);
  return operatorOf(store);
}

/** Another instance that starts may have been faster. */
function unlessThere(error: unknown): void {
  if (!isUniqueViolation(error)) throw error;
}

/**
 * Sees to it that the first admin has a token: the configured one (a changed value replaces the old), else one made
 * at the first start.
 * @returns the token that was made, to be printed once; null where there was one or it is configured
 */
export async function ensureBootstrapToken(
  store: Store,
  operator: Operator,
  configured?: string,
): Promise<string | null> {
  if (isAsConfigured(await bootstrapTokens(store.read, operator), configured)) return null;
  return store.transaction(async (tx) => {
    // Instances may start at the same time.
    await tx.lock('User', operator.userId);
    if (isAsConfigured(await bootstrapTokens(tx.read, operator), configured)) return null;
    const token = configured ?? newTokenText();
    const { userId } = operator;
    await tx.prisma.accessToken.deleteMany({ where: { userId, issuer } });
    await writeToken(tx, userId, token);
    return configured === undefined ? token : null;
  });
}

/** What these tokens are known by: anybody may call a token `bootstrap`, nobody makes one of this issuer. */
const issuer: TokenIssuer = 'bootstrap';

type BootstrapToken = Pick<Row<'AccessToken'>, 'hash'>;

function bootstrapTokens({ sql, all }: Queries, { userId }: Operator): Promise<BootstrapToken[]> {
  const tokens = sql.selectFrom('AccessToken').select('hash').where('userId', '=', userId);
  return all(tokens.where('issuer', '=', issuer));
}

/** Older versions could leave several. */
function isAsConfigured(known: BootstrapToken[], configured: string | undefined): boolean {
  if (configured === undefined) return known.length > 0;
  return known.length === 1 && known[0]!.hash === hashToken(configured);
}

async function writeToken({ prisma }: Transaction, userId: string, token: string): Promise<void> {
  const own = { userId, issuer, name: 'bootstrap', createdAt: new Date() };
  await prisma.accessToken.create({
    data: { id: newId('AccessToken'), hash: hashToken(token), ...own },
    select: { id: true },
  });
}
