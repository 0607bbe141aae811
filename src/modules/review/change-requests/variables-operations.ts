import { mutation } from '../../../api/graphql/schema/mutation.js';
import type { Json } from '../../../engine/base/types.js';
import { badInput } from '../../../platform/base/errors.js';
import { Variables } from '../../content/revisions/scalars.js';
import { changeRequestAtRevisionFields, changeRequestPayload } from './change-request-payload.js';
import { updateContent } from './content-actions.js';

mutation('updateChangeRequestVariables', {
  description: 'Changes variables of the space in a change request, as one revision.',
  policy: 'changeRequest.edit',
  takes: 'The variables of the space to set and to remove; others stay.',
  input: (t) => ({
    ...changeRequestAtRevisionFields(t),
    set: t.field({
      type: Variables,
      description: 'New values by name: text, numbers or booleans.',
    }),
    remove: t.stringList({ description: 'Names to remove.' }),
  }),
  action: async ({ set, remove, ...name }, context) => {
    const setVariables = variableChanges((set ?? {}) as Record<string, Json>, remove ?? []);
    return updateContent(context, name, [{ setVariables }]);
  },
  payload: changeRequestPayload('The changed change request.'),
});

function variableChanges(set: Record<string, Json>, remove: string[]): Record<string, Json> {
  const duplicate = remove.find((name) => Object.hasOwn(set, name));
  if (duplicate !== undefined)
    throw badInput('remove', `\`remove\` must not contain variables of \`set\` (got ${JSON.stringify(duplicate)})`);
  return { ...set, ...Object.fromEntries(remove.map((name) => [name, null])) };
}
