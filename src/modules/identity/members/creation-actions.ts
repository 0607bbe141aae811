import { requireOperator } from '../../../access/policy.js';
import { AppError } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import { jsonText } from '../../../platform/db/query/json.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { findUserByEmail } from '../users/find-user.js';
import { insertMembers } from './insert-members.js';

/** A new organization and its first admin. */
export interface NewOrganization {
  title: string;
  /** E-mail address of the user who becomes its admin; by default, the actor becomes its admin. */
  owner?: string;
}

/**
 * Creates an organization with one admin; only the operator may call it.
 * @returns the organization's id
 * @throws FORBIDDEN except for the operator, NOT_FOUND if no user has the owner's address
 */
export function createOrganization(actor: Actor, { title, owner }: NewOrganization): Promise<string> {
  requireOperator(actor.viewer, 'createOrganization', 'Organizations are created');
  if (title.length < 2 || title.length > 255)
    throw new AppError('BAD_USER_INPUT', `\`title\` must have 2 to 255 characters (got ${title.length})`);
  return runAction(actor, async (unit) => {
    const { tx, at } = unit;
    const userId = owner === undefined ? unit.actorId : await findOwnerId(unit, owner);
    const id = newId('Organization');
    bufferInsert(tx, {
      table: 'Organization',
      rows: [{ id, title, createdAt: at, updatedAt: at, ...initialSettings }],
    });
    await insertMembers(unit, { id, maxMembers: null }, [{ userId, role: 'admin' }]);
    unit.record({ organizationId: id, action: 'createOrganization', targetId: id, changes: { title } });
    return id;
  });
}

const initialSettings = {
  emailDomains: jsonText([]),
  type: 'business',
  defaultRole: 'read',
  sso: false,
  ai: false,
  inviteLinks: true,
  mergeRules: jsonText({ type: 'none' }),
  plan: 'internal',
  operatorFacts: jsonText({}),
  eventSequence: 0,
};

async function findOwnerId({ tx }: UnitOfWork, email: string): Promise<string> {
  const user = await findUserByEmail(tx.read, email);
  if (!user)
    throw new AppError('NOT_FOUND', `No user with the e-mail address ${JSON.stringify(email)}; create one first`);
  return user.id;
}
