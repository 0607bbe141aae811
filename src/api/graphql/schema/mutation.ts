import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { type Action, leavingActions, neededRole } from '../../../access/actions.js';
import { tenantOf, textsIn } from '../../../access/tenant.js';
import type { Context } from '../execution/context.js';
import { builder, type Fields, type InputFields } from './builder.js';
import { internal } from './field-marks.js';

/** What a mutation answers with. */
interface Payload<Result> {
  description: string;
  outputFields: (t: Fields<Result>) => object;
}

/** A mutation of the graph. */
export interface Mutation<Input extends InputFieldMap, Result> {
  /** What it does, in sentences. The role that it takes is told behind them, from the table of actions. */
  description: string;
  /** Of one that `/v1` documents as deprecated, and that the graph does not have: what to call instead, in a sentence. */
  deprecated?: string;
  /** The action, or one of several, that the policy is asked about. */
  policy: Action | readonly Action[];
  /** What the input is, in a sentence. */
  takes: string;
  input: (t: InputFields) => Input;
  /** Does it. @throws AppError as the action does; nothing is kept then. */
  action: (input: InputShapeFromFields<Input>, context: Context) => Promise<Result>;
  payload: Payload<Result>;
}

/** Adds a mutation by its name, a verb and a noun: one argument `input`, and a payload. */
export function mutation<Input extends InputFieldMap, Result>(
  name: string,
  { description, deprecated, policy, takes, input, action, payload }: Mutation<Input, Result>,
): void {
  const actions = typeof policy === 'string' ? [policy] : policy;
  builder.relayMutationField(
    name,
    { description: takes, inputFields: input as never },
    {
      description: `${description} ${rightsOf(actions)}`.trimEnd(),
      ...(deprecated && { deprecationReason: deprecated }),
      extensions: { policy: actions.join(' or '), ...(deprecated && internal) },
      resolve(_root, given, context) {
        context.tenant = tenantOf(context.viewer, textsIn(given.input as object));
        return action(given.input as never, context) as never;
      },
    },
    payload as never,
  );
}

/** What actions take, as a sentence; empty where they are about the caller itself. */
function rightsOf(actions: readonly Action[]): string {
  const rights = actions.map(rightOf).filter((right) => right !== undefined);
  return rights.length === 0 ? '' : `Requires ${rights.join(', or ')}.`;
}

function rightOf(action: Action): string | undefined {
  const [noun = ''] = action.split('.');
  const role = neededRole[action];
  if (role === 'anyone') return undefined;
  if (role === 'member') return 'membership in the organization, guests included';
  const place = leavingActions.includes(action)
    ? 'in its organization'
    : (places[action] ?? places[noun] ?? 'in the organization');
  return `the role ${role} ${place}`;
}

/** Where a role counts, by what the action is about; everything else is the organization's. */
const places: Readonly<Record<string, string>> = {
  space: 'on the space',
  collection: 'on the collection',
  changeRequest: 'on its space',
  'team.manage': 'in the organization, or owning the team',
};
