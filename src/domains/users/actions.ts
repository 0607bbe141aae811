import { randomBytes } from 'node:crypto';
import { hashToken } from '../../access/authenticate.js';
import { roles } from '../../access/viewer.js';
import { AppError, badInput, notFound, operatorOnly } from '../../errors.js';
import { newId } from '../../ids.js';
import type { Transaction } from '../../store/transaction.js';
import { type Act, type Actor, act } from '../shared/act.js';

/** A person to create, and the organization to put them in. */
export interface NewUser {
  email: string;
  name: string;
  organization?: string;
  /** A member role, or `guest`; default `read`. */
  role?: string;
}

/**
 * Creates a user, or adds an existing one to an organization; only the operator can.
 * @returns the user's id
 * @throws BAD_USER_INPUT, NOT_FOUND for an unknown organization, CONFLICT for an address that is taken.
 */
export function createUser(actor: Actor, user: NewUser): Promise<string> {
  requireOperator(actor, 'createUser');
  if (!/^[^@\s]+@[^@\s]+$/.test(user.email))
    throw badInput('email', `\`email\` must be an e-mail address, got ${JSON.stringify(user.email)}`);
  if (user.name.trim() === '') throw badInput('name', '`name` must have at least 1 character, got 0');
  return act(actor, async (under) => {
    const email = user.email.toLowerCase();
    const known = await findByEmail(under.tx, email);
    if (known && !user.organization)
      throw new AppError('CONFLICT', `A user with the e-mail address ${email} exists: ${known.id}`);
    const id = known?.id ?? newId('User');
    if (!known)
      await under.tx.prisma.user.create({
        data: { id, email, displayName: user.name, createdAt: under.at },
        select: { id: true },
      });
    if (user.organization) await addMember(under, id, { organizationId: user.organization, role: roleOf(user.role) });
    return id;
  });
}

async function addMember(
  under: Act,
  userId: string,
  { organizationId, role }: { organizationId: string; role: string | null },
): Promise<void> {
  const { tx, at } = under;
  if (!(await tx.read.first(tx.read.sql.selectFrom('Organization').select('id').where('id', '=', organizationId)))) {
    throw notFound('organization', organizationId);
  }
  const key = { organizationId_userId: { organizationId, userId } };
  const create = { organizationId, userId, role, disabled: false, sso: false, joinedAt: at };
  await tx.prisma.member.upsert({ where: key, create, update: { role } });
  under.record({ organizationId, action: 'createUser', targetId: userId, changes: { role } });
}

function roleOf(name = 'read'): string | null {
  if (name === 'guest') return null;
  if ((roles as readonly string[]).includes(name)) return name;
  throw badInput('role', `\`role\` must be one of ${roles.join(', ')}, guest; got ${JSON.stringify(name)}`);
}

/**
 * Makes an access token for a user, named by id or e-mail address; only the operator can.
 * @returns the token, which is stored as a hash and cannot be shown again
 */
export function createToken(
  actor: Actor,
  { user, name = 'command line' }: { user: string; name?: string },
): Promise<string> {
  requireOperator(actor, 'createToken');
  return act(actor, async ({ tx, at }) => {
    const { read } = tx;
    const query = read.sql.selectFrom('User').select('id');
    const found = await read.first(
      user.includes('@') ? query.where('email', '=', user.toLowerCase()) : query.where('id', '=', user),
    );
    if (!found) throw notFound('user', user);
    const token = `dg_${randomBytes(32).toString('base64url')}`;
    await tx.prisma.accessToken.create({
      data: { id: newId('AccessToken'), userId: found.id, hash: hashToken(token), name, createdAt: at },
      select: { id: true },
    });
    return token;
  });
}

function requireOperator({ viewer }: Actor, action: 'createUser' | 'createToken'): void {
  if (viewer.kind !== 'operator') throw operatorOnly(action, 'Users and their tokens are made');
}

function findByEmail({ read }: Transaction, email: string) {
  return read.first(read.sql.selectFrom('User').select('id').where('email', '=', email));
}
