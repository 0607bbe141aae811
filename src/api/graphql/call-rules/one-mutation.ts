import { type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import { AppError } from '../../../platform/base/errors.js';
import type { Prepared } from '../execution/preparation.js';
import type { CallRule } from './call-rule.js';

/**
 * Refuses a request with an idempotency key whose operation has several mutations. Each mutation is its own
 * transaction: one may succeed and another fail, so the request has no single outcome.
 */
export const oneMutation: CallRule = ({ document, operation }, { requestKey }) => {
  if (!requestKey || operation.operation !== 'mutation') return undefined;
  const count = countFields(operation.selectionSet, document);
  if (count <= 1) return undefined;
  const message = `A request with an Idempotency-Key must have one mutation (got ${count})`;
  return [new AppError('BAD_USER_INPUT', message, { field: 'Idempotency-Key' })];
};

/** Counts the fields of a root, including those of its fragments; `__typename` does not count. */
function countFields({ selections }: SelectionSetNode, document: Prepared['document']): number {
  const counts = selections.map((selection) => {
    if (selection.kind === Kind.FIELD) return selection.name.value.startsWith('__') ? 0 : 1;
    if (selection.kind === Kind.INLINE_FRAGMENT) return countFields(selection.selectionSet, document);
    const named = (one: Prepared['document']['definitions'][number]): one is FragmentDefinitionNode =>
      one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value;
    return countFields(document.definitions.find(named)!.selectionSet, document);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}
