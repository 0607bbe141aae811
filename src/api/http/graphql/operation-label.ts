import type { OperationDefinitionNode } from 'graphql';

/** Maximum number of root fields in a label. */
const maxFields = 5;

const labels = new WeakMap<OperationDefinitionNode, string>();

/**
 * Returns the label of a GraphQL operation in the log: the name, as in `query Spaces`, otherwise the root fields, as in
 * `query { organization space }`.
 */
export function operationLabel(operation: OperationDefinitionNode): string {
  const known = labels.get(operation);
  if (known !== undefined) return known;
  const label = `${operation.operation} ${operation.name?.value ?? rootFields(operation)}`.slice(0, 200);
  labels.set(operation, label);
  return label;
}

function rootFields({ selectionSet: { selections } }: OperationDefinitionNode): string {
  const names = selections.map((selection) => ('name' in selection ? selection.name.value : '…'));
  return `{ ${names.slice(0, maxFields).join(' ')}${names.length > maxFields ? ' …' : ''} }`;
}
