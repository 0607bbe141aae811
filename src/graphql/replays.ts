import { type GraphQLSchema, getNamedType, isCompositeType, isNonNullType, isObjectType } from 'graphql';
import { authorize, can } from '../access/policy.js';
import { AppError, notFound } from '../errors.js';
import { Missing } from '../store/loaders.js';
import type { Context } from './context.js';

/**
 * Makes the payloads of mutations answer a repeated request as a read would. The guards have seen to it that the caller sees
 * what is answered; what is gone since, or hidden from the caller, is NOT_FOUND, and no fault.
 */
export function readReplays(schema: GraphQLSchema): void {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  for (const payload of new Set(mutations.map(({ type }) => getNamedType(type)))) {
    if (!isObjectType(payload)) continue;
    for (const field of Object.values(payload.getFields())) {
      if (!isNonNullType(field.type) || !isCompositeType(getNamedType(field.type))) continue;
      const resolve = field.resolve!;
      field.resolve = (...call) =>
        (call[2] as Context).requestKey?.isReplayed ? found(() => resolve(...call), field.name) : resolve(...call);
    }
  }
}

async function found(resolve: () => unknown, name: string): Promise<unknown> {
  const value = await Promise.resolve()
    .then(resolve)
    .catch((error) => {
      if (error instanceof Missing) return null;
      throw error;
    });
  if (value !== null) return value;
  throw new AppError('NOT_FOUND', `The request was done before; its \`${name}\` is gone, or not visible to you`);
}

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
