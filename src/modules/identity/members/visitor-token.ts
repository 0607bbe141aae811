import { SignJWT } from 'jose';
import { can } from '../../../access/policy.js';
import type { Role, UserViewer, Viewer } from '../../../access/viewer.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { organizationsById } from '../organizations/loaders.js';
import { usersById } from '../users/loaders.js';
import { visitorKeyOf } from './visitor-key.js';

/** Lifetime of a visitor token, in seconds: one day. */
const lifetimeSeconds = 86_400;

/** Claims about a member who visits a site; a service account has no `email`. */
export type MemberClaims = { sub: string; email?: string; organization: string; role: Role | null };

/**
 * Returns the claims about a member for the sites of an organization; null for viewers who may not see the sites, such
 * as guests.
 */
export async function memberClaims(
  { loaders }: Pick<Context, 'loaders'>,
  viewer: Viewer,
  organization: string,
): Promise<MemberClaims | null> {
  if (!seesSites(viewer, organization)) return null;
  const { email } = await loaders.get(usersById, viewer.userId);
  return {
    sub: viewer.userId,
    ...(email !== null && { email }),
    organization,
    role: viewer.roles.get(organization) ?? null,
  };
}

/**
 * Returns a token that lets the caller visit the sites of an organization for a day. It is signed with HS256 by the
 * organization's key, and has the claims of `memberClaims`. Returns null for viewers who may not see the sites, and if
 * the organization has no key yet.
 */
export async function visitorToken(context: Context, organization: string): Promise<string | null> {
  const { viewer, loaders, sealer } = context;
  if (!seesSites(viewer, organization)) return null;
  const [claims, row] = await Promise.all([
    memberClaims(context, viewer, organization),
    loaders.get(organizationsById, organization),
  ]);
  const key = claims && visitorKeyOf(sealer, row);
  return claims && key !== null ? signMemberClaims(claims, key, lifetimeSeconds) : null;
}

/** Returns a visitor token (JWT, HS256) with the claims about a member. */
export function signMemberClaims(
  { sub, ...otherClaims }: MemberClaims,
  key: string,
  lifetimeSeconds: number,
): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  return new SignJWT(otherClaims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(sub)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(new TextEncoder().encode(key));
}

function seesSites(viewer: Viewer, organizationId: string): viewer is UserViewer {
  return viewer.kind === 'user' && can(viewer, 'site.view', { organizationId });
}
