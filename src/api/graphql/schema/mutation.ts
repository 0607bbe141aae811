import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { type Action, requiredRole, transferActions } from '../../../access/required-roles.js';
import { possibleIdsIn, tenantOf } from '../../../access/tenant.js';
import type { Context } from '../execution/context.js';
import { builder, type Fields, type InputFields } from './builder.js';
import { internal } from './field-marks.js';

/** Payload of a mutation: its description and fields. */
interface Payload<Result> {
  description: string;
  outputFields: (t: Fields<Result>) => object;
}

/** An action that the policy checks, or `operator` for actions that only the operator may do (`requireOperator`). */
type Right = Action | 'operator';

/** A mutation of the GraphQL API. */
export interface Mutation<Input extends InputFieldMap, Result> {
  /** Effect of the mutation, in sentences. A sentence on the required role is added from the table of actions. */
  description: string;
  /**
   * A sentence that names the replacement. `/v1` documents the mutation as deprecated, and the public schema omits it.
   */
  deprecated?: string;
  /** The right that the caller needs. If there are several, the caller needs only one of them. */
  policy: Right | readonly Right[];
  /** Description of the input, in a sentence. */
  takes: string;
  input: (t: InputFields) => Input;
  /**
   * Runs the mutation.
   * @throws AppError as the action does; then nothing is stored
   */
  action: (input: InputShapeFromFields<Input>, context: Context) => Promise<Result>;
  payload: Payload<Result>;
}

/** Adds a mutation with one argument `input` and a payload. The name is a verb and a noun. */
export function mutation<Input extends InputFieldMap, Result>(
  name: string,
  { description, deprecated, policy, takes, input, action, payload }: Mutation<Input, Result>,
): void {
  const rights = typeof policy === 'string' ? [policy] : policy;
  builder.relayMutationField(
    name,
    { description: takes, inputFields: input as never },
    {
      description: `${description} ${describeRights(rights)}`.trimEnd(),
      ...(deprecated && { deprecationReason: deprecated }),
      extensions: { policy: rights.join(' or '), ...(deprecated && internal) },
      resolve(_root, given, context) {
        context.tenant = tenantOf(context.viewer, possibleIdsIn(given.input as object));
        return action(given.input as never, context) as never;
      },
    },
    payload as never,
  );
}

/** Returns the required rights as a sentence; empty if the actions concern only the caller. */
function describeRights(rights: readonly Right[]): string {
  const texts = rights.map(describeRight).filter((text) => text !== undefined);
  return texts.length === 0 ? '' : `Requires ${texts.join(', or ')}.`;
}

function describeRight(action: Right): string | undefined {
  if (action === 'operator') return 'a token with the scope `operator`';
  const [noun = ''] = action.split('.');
  const role = requiredRole[action];
  if (role === 'anyone') return undefined;
  if (role === 'member') return 'membership in the organization, guests included';
  const place = transferActions.includes(action)
    ? 'in its organization'
    : (placePhrases[action] ?? placePhrases[noun] ?? 'in the organization');
  return `the role ${role} ${place}`;
}

/**
 * Phrases that say where a role is required, by action or by the noun of the action. All other actions require it in
 * the organization.
 */
const placePhrases: Readonly<Record<string, string>> = {
  space: 'on the space',
  collection: 'on the collection',
  changeRequest: 'on its space',
  'team.manage': 'in the organization, or owning the team',
};
