import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

const labels = new WeakMap<OperationDefinitionNode, string>();

/** A valid document, and the operation that runs. */
interface Executed {
  document: DocumentNode;
  operation: OperationDefinitionNode;
}

/**
 * Returns the type and the root field of a valid operation, as in `query spaces`. The label of an operation with
 * several root fields ends in `(several)`, because the number of combinations has no bound.
 */
export function rootFieldLabel({ document, operation }: Executed): string {
  const known = labels.get(operation);
  if (known !== undefined) return known;
  const fields = rootFields(document, operation.selectionSet);
  fields.delete('__typename');
  const [field = '__typename'] = fields;
  const label = `${operation.operation} ${fields.size > 1 ? '(several)' : field}`;
  labels.set(operation, label);
  return label;
}

/** Returns the names of the fields of a selection, also of those in fragments. Valid fragments have no cycles. */
function rootFields(document: DocumentNode, { selections }: SelectionSetNode): Set<string> {
  const names = new Set<string>();
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      names.add(selection.name.value);
      continue;
    }
    const set = selection.kind === Kind.INLINE_FRAGMENT ? selection : findFragment(document, selection.name.value);
    if (set) for (const name of rootFields(document, set.selectionSet)) names.add(name);
  }
  return names;
}

function findFragment({ definitions }: DocumentNode, name: string) {
  return definitions.find((one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === name) as
    | { selectionSet: SelectionSetNode }
    | undefined;
}
