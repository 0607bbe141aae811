import { authorize, can } from '../../../access/policy.js';
import { notFound } from '../../../platform/base/errors.js';
import type { Context } from '../execution/context.js';

/**
 * Judges on a repeated request what a payload tells of an organization and no guard sees to: nothing was done, hence
 * nothing was authorized.
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
