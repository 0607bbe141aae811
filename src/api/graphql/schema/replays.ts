import { authorize, can } from '../../../access/policy.js';
import { notFound } from '../../../platform/base/errors.js';
import type { Context } from '../execution/context.js';

/**
 * Authorizes the parts of a payload that belong to an organization and have no guard, if the request is repeated. A
 * repeated request runs no action, so no other check has authorized it.
 * @throws NOT_FOUND, FORBIDDEN, as a read would
 */
export function authorizeReplay(
  { viewer, requestKey }: Context,
  action: 'member.view' | 'organization.viewAgentInstructions',
  organizationId: string,
): void {
  if (!requestKey?.isReplayed) return;
  if (!can(viewer, 'organization.view', { organizationId })) throw notFound('organization', organizationId);
  authorize(viewer, action, { organizationId });
}
