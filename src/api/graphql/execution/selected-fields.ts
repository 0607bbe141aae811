import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Plan } from './run.js';

/**
 * Returns the fields that selection sets select on a type: nodes by response key, in order. Source: section 6.3.2 of
 * the GraphQL specification.
 */
export function selectedFields(
  plan: Plan,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const addAll = (set: SelectionSetNode): void => set.selections.forEach(add);
  const add = (node: SelectionNode): void => {
    if (!isIncluded(node, plan)) return;
    if (node.kind === Kind.FIELD) {
      const key = (node.alias ?? node.name).value;
      const known = fields.get(key);
      if (known) known.push(node);
      else fields.set(key, [node]);
    } else if (node.kind === Kind.INLINE_FRAGMENT) {
      if (holdsFor(node.typeCondition?.name.value, type, plan)) addAll(node.selectionSet);
    } else if (!spread.has(node.name.value)) {
      spread.add(node.name.value);
      const fragment = plan.fragments[node.name.value];
      if (fragment && holdsFor(fragment.typeCondition.name.value, type, plan)) addAll(fragment.selectionSet);
    }
  };
  sets.forEach(addAll);
  return fields;
}

function isIncluded(node: SelectionNode, { directives }: Plan): boolean {
  if (!node.directives?.length) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, directives)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, directives)?.if !== false;
}

function holdsFor(condition: string | undefined, type: GraphQLObjectType, { schema }: Plan): boolean {
  if (condition === undefined || condition === type.name) return true;
  const conditionType = schema.getType(condition);
  return isAbstractType(conditionType) && schema.isSubType(conditionType, type);
}
