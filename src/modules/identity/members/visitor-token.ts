import { SignJWT } from 'jose';
import { can } from '../../../access/policy.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { organizationsById } from '../organizations/loaders.js';
import { usersById } from '../users/loaders.js';
import { visitorKeyOf } from './visitor-key.js';

/** Seconds in a day. */
const day = 86_400;

/**
 * Returns a token, valid for a day, with which the caller can visit the sites of an organization. It is signed with
 * HS256 by the organization's key. The claims are `sub` (the user's id), `email`, `organization` and `role`.
 * Returns null for viewers who may not see the sites of the organization, such as guests.
 */
export async function visitorToken(context: Context, organization: string): Promise<string | null> {
  const { viewer, loaders, sealer } = context;
  if (viewer.kind !== 'user' || !can(viewer, 'site.view', { organizationId: organization })) return null;
  const [row, { email }] = await Promise.all([
    loaders.get(organizationsById, organization),
    loaders.get(usersById, viewer.userId),
  ]);
  const key = visitorKeyOf(sealer, row);
  if (key === null) return null;
  const claims = { email, organization, role: viewer.roles.get(organization) };
  const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setSubject(viewer.userId);
  const at = Math.floor(Date.now() / 1000);
  return token
    .setIssuedAt(at)
    .setExpirationTime(at + day)
    .sign(new TextEncoder().encode(key));
}
