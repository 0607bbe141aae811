import {
  type ASTVisitor,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  type ValidationContext,
} from 'graphql';

/**
 * Validation rule that refuses `@skip` and `@include` at the root of a subscription, including in fragments. A
 * subscription has exactly one root field, for all values of its variables (GraphQL specification, section "Single Root
 * Field").
 */
export function subscriptionRootRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition({ operation, selectionSet }) {
      if (operation !== OperationTypeNode.SUBSCRIPTION) return;
      checkSelections(context, [...selectionSet.selections]);
    },
  };
}

/**
 * Checks selections, and appends the selections of fragments to the list. Each fragment is added once, because
 * fragments may form a cycle.
 */
function checkSelections(context: ValidationContext, selections: SelectionNode[]): void {
  const spread = new Set<string>();
  for (const selection of selections) {
    for (const directive of selection.directives ?? []) {
      const name = directive.name.value;
      if (!conditional.has(name)) continue;
      const message = `A subscription must not have \`@${name}\` at its root`;
      context.reportError(new GraphQLError(message, { nodes: directive }));
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) selections.push(...selection.selectionSet.selections);
    if (selection.kind !== Kind.FRAGMENT_SPREAD || spread.has(selection.name.value)) continue;
    spread.add(selection.name.value);
    selections.push(...(context.getFragment(selection.name.value)?.selectionSet.selections ?? []));
  }
}

const conditional: ReadonlySet<string> = new Set(['skip', 'include']);
