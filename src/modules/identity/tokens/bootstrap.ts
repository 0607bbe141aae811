import { hashToken } from '../../../access/authenticate.js';
import type { TokenIssuer } from '../../../access/token-issuers.js';
import type { Operator } from '../../../access/viewer.js';
import { AppError } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import { isUniqueViolation } from '../../../platform/db/connection/store-errors.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { findUserByEmail } from '../users/find-user.js';
import { userRow } from '../users/insert-user.js';
import { newTokenText } from './issue-token.js';

/** E-mail address of the first admin. This user is recorded as the actor of everything that the operator does. */
export const operatorEmail = 'admin@localhost';

/** Returns the actor of the command line. It creates the operator's user if there is none. */
export async function operatorOf(store: Store): Promise<Operator> {
  const { read } = store;
  const user = await findUserByEmail(read, operatorEmail);
  if (user) return { kind: 'operator', userId: user.id };
  const data = userRow({ email: operatorEmail, displayName: 'Administrator' }, new Date());
  await store
    .transaction(({ prisma }) => prisma.user.create({ data, select: { id: true } }))
    .catch(ignoreUniqueViolation);
  return operatorOf(store);
}

/** Ignores a unique violation: another starting instance may have created the user already. */
function ignoreUniqueViolation(error: unknown): void {
  if (!isUniqueViolation(error)) throw error;
}

/**
 * State of the first admin's token after a start. `configured`: it is the value of `BOOTSTRAP_TOKEN`. `retired`: the
 * value of `BOOTSTRAP_TOKEN` was replaced or revoked earlier, so the current token stays. `created`: it was created at
 * this start, and is printed once. `existing`: it was set at an earlier start.
 */
export type BootstrapState = { state: 'configured' | 'retired' | 'existing' } | { state: 'created'; token: string };

/**
 * Makes sure that the first admin has a token. A configured token replaces the current one. Without a configured token,
 * the first start creates one. A configured value that was replaced or revoked earlier changes nothing, so a restart
 * with an old value does not restore it.
 */
export async function ensureBootstrapToken(
  store: Store,
  operator: Operator,
  configured?: string,
): Promise<BootstrapState> {
  const unchangedBefore = await unchangedState(store.read, operator, configured);
  if (unchangedBefore) return unchangedBefore;
  return store.transaction(async (tx) => {
    // Several instances may start at the same time.
    await tx.lock('User', operator.userId);
    const unchanged = await unchangedState(tx.read, operator, configured);
    if (unchanged) return unchanged;
    const token = configured ?? newTokenText();
    await replaceToken(tx, operator, token);
    return configured === undefined ? { state: 'created', token } : { state: 'configured' };
  });
}

/**
 * Gives the first admin a token, which replaces the current one.
 * @param force whether to accept a value that was replaced or revoked earlier
 * @throws CONFLICT for such a value without `force`
 */
export async function setBootstrapToken(
  store: Store,
  operator: Operator,
  { token, force }: { token: string; force: boolean },
): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.lock('User', operator.userId);
    const retiredAt = await readRetirement(tx.read, token);
    if (retiredAt && !force) throw new AppError('CONFLICT', retiredMessage(retiredAt));
    await replaceToken(tx, operator, token);
  });
}

function retiredMessage(retiredAt: string): string {
  return `Cannot set the token of BOOTSTRAP_TOKEN: it was replaced or revoked at ${retiredAt}. Add --force to set it again.`;
}

/**
 * Stores the hash of a revoked bootstrap token, so that a start with the same value does not restore the token. Does
 * nothing for other tokens.
 */
export async function retireIfBootstrap(
  { prisma }: Transaction,
  { hash, issuer: issuedBy }: Pick<Row<'AccessToken'>, 'hash' | 'issuer'>,
): Promise<void> {
  if (issuedBy !== bootstrapIssuer) return;
  const now = new Date();
  await prisma.retiredBootstrapToken.upsert({ where: { hash }, create: { hash, retiredAt: now }, update: {} });
}

/**
 * Issuer of bootstrap tokens. Only this file creates tokens with this issuer, but any token may have the name
 * `bootstrap`.
 */
const bootstrapIssuer: TokenIssuer = 'bootstrap';

/** Returns the state if the tokens need no change; otherwise undefined. */
async function unchangedState(
  read: Queries,
  operator: Operator,
  configured: string | undefined,
): Promise<BootstrapState | undefined> {
  const currentTokens = await bootstrapTokens(read, operator);
  if (configured === undefined) return currentTokens.length > 0 ? { state: 'existing' } : undefined;
  // Older versions may have left several bootstrap tokens.
  if (currentTokens.length === 1 && currentTokens[0]!.hash === hashToken(configured)) return { state: 'configured' };
  return (await readRetirement(read, configured)) ? { state: 'retired' } : undefined;
}

function bootstrapTokens({ sql, all }: Queries, { userId }: Operator): Promise<Pick<Row<'AccessToken'>, 'hash'>[]> {
  const tokens = sql.selectFrom('AccessToken').select('hash').where('userId', '=', userId);
  return all(tokens.where('issuer', '=', bootstrapIssuer));
}

/** Returns the time when a token was replaced or revoked; undefined if it was not. */
async function readRetirement({ sql, first }: Queries, token: string): Promise<string | undefined> {
  const query = sql.selectFrom('RetiredBootstrapToken').select('retiredAt').where('hash', '=', hashToken(token));
  return (await first(query))?.retiredAt;
}

/** Makes a token the only bootstrap token of the first admin, and retires the others. */
async function replaceToken(tx: Transaction, operator: Operator, token: string): Promise<void> {
  const { prisma } = tx;
  const { userId } = operator;
  const hash = hashToken(token);
  const replaced = (await bootstrapTokens(tx.read, operator)).filter((known) => known.hash !== hash);
  await prisma.accessToken.deleteMany({ where: { userId, issuer: bootstrapIssuer } });
  for (const { hash: old } of replaced) await retireIfBootstrap(tx, { hash: old, issuer: bootstrapIssuer });
  await prisma.retiredBootstrapToken.deleteMany({ where: { hash } });
  const id = newId('AccessToken');
  await prisma.accessToken.create({
    data: { id, hash, userId, issuer: bootstrapIssuer, name: 'bootstrap', createdAt: new Date() },
    select: { id: true },
  });
}
