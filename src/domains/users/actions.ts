import { roles } from '../../access/viewer.js';
import { AppError, badInput, notFound, operatorOnly } from '../../errors.js';
import { newId } from '../../ids.js';
import type { Transaction } from '../../store/transaction.js';
import { keepAnAdmin } from '../members/last-admin.js';
import { type Act, type Actor, act } from '../shared/act.js';
import { searchKeyOf } from './search-key.js';

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
 * @throws BAD_USER_INPUT, NOT_FOUND for an unknown organization, CONFLICT for an address that is taken and for taking
 * the role admin from the last admin.
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
    const named = { email, displayName: user.name };
    if (!known)
      await under.tx.prisma.user.create({
        // The operator vouches for the address.
        data: { ...named, id, createdAt: under.at, emailVerifiedAt: under.at, searchKey: searchKeyOf(named) },
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
  await tx.lock('Organization', organizationId);
  if (!(await tx.read.first(tx.read.sql.selectFrom('Organization').select('id').where('id', '=', organizationId)))) {
    throw notFound('organization', organizationId);
  }
  const key = { organizationId_userId: { organizationId, userId } };
  const create = { organizationId, userId, role, disabled: false, sso: false, joinedAt: at };
  if (role !== 'admin') await keepAnAdmin(under, { organizationId, userId });
  await tx.prisma.member.upsert({ where: key, create, update: { role } });
  under.record({ organizationId, action: 'createUser', targetId: userId, changes: { role } });
}

function roleOf(name = 'read'): string | null {
  if (name === 'guest') return null;
  if ((roles as readonly string[]).includes(name)) return name;
  throw badInput('role', `\`role\` must be one of ${roles.join(', ')}, guest; got ${JSON.stringify(name)}`);
}

function requireOperator({ viewer }: Actor, action: string): void {
  if (viewer.kind !== 'operator') throw operatorOnly(action, 'Users are made');
}

function findByEmail({ read }: Transaction, email: string) {
  return read.first(read.sql.selectFrom('User').select('id').where('email', '=', email));
}
