import { authorize, can } from '../../../access/policy.js';
import { notFound } from '../../../platform/base/errors.js';
import type { Context } from '../execution/context.js';

/**
 * Authorizes the parts of a payload that concern an organization and that no guard checks, if the request is repeated.
 * A repeated request runs no action, so nothing has authorized it.
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
