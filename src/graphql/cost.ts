import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getVariableValues,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/** Highest cost of one call: an object is 1, a list its size times its item, a mutation 10 more. */
export const maxCost = 5000;

/** Items that a list counts for where its size is not asked for. */
const defaultListSize = 50;

/** Works out what an operation costs for given (raw) variables. */
export type CostOf = (variables: Record<string, unknown>) => number;

/** Compiles the cost of an operation: a function of its variables, since page sizes are often variables. */
export function compileCost(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): CostOf {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const root = schema.getRootType(operation.operation)!;
  const ofRoot = compileSelections({ schema, fragments, known: new Map() }, operation.selectionSet, root);
  return (variables) => {
    const defaults = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
    return ofRoot({ ...variables, ...defaults.coerced });
  };
}

interface Scope {
  schema: GraphQLSchema;
  fragments: Map<string, FragmentDefinitionNode>;
  /** Fragments already compiled, so that each costs one compilation however often it is spread. */
  known: Map<string, CostOf>;
}

function compileSelections(scope: Scope, set: SelectionSetNode, type: GraphQLNamedType): CostOf {
  const parts = set.selections.flatMap((selection): CostOf[] => {
    if (selection.kind === Kind.FIELD) return compileField(scope, selection, type);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return [compileFragment(scope, selection.name.value)];
    const condition = selection.typeCondition && scope.schema.getType(selection.typeCondition.name.value);
    return [compileSelections(scope, selection.selectionSet, condition ?? type)];
  });
  if (parts.length === 1) return parts[0]!;
  return (variables) => parts.reduce((sum, part) => sum + part(variables), 0);
}

function compileFragment(scope: Scope, name: string): CostOf {
  const known = scope.known.get(name);
  if (known) return known;
  const fragment = scope.fragments.get(name)!;
  const type = scope.schema.getType(fragment.typeCondition.name.value)!;
  const compiled = oncePerCall(compileSelections(scope, fragment.selectionSet, type));
  scope.known.set(name, compiled);
  return compiled;
}

/** Remembers the last answer: a fragment spread a thousand times is worked out once per call. */
function oncePerCall(cost: CostOf): CostOf {
  let last: { variables: Record<string, unknown>; cost: number } | undefined;
  return (variables) => {
    if (last?.variables !== variables) last = { variables, cost: cost(variables) };
    return last.cost;
  };
}

/** Leaves are free. A connection costs its page size times an item; the layers inside it cost nothing themselves. */
function compileField(scope: Scope, node: FieldNode, parent: GraphQLNamedType): CostOf[] {
  const field = fieldOf(parent, node.name.value);
  if (!field || !node.selectionSet) return [];
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return [];
  const base = parent === scope.schema.getMutationType() ? 11 : 1;
  const inner = compileSelections(scope, node.selectionSet, type);
  if (/Connection$/.test(type.name)) {
    const size = compileSize(node);
    return [(variables) => base + size(variables) * inner(variables)];
  }
  if (/(Edge|PageInfo)$/.test(type.name)) return [inner];
  const count = compileCount(node);
  return [(variables) => count(variables) * (base + inner(variables))];
}

function fieldOf(parent: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
}

/** The larger of `first` and `last`; one that is no size (negative, null) is refused later and counts as the default. */
function compileSize(node: FieldNode): CostOf {
  const sizes = node.arguments?.filter(({ name }) => name.value === 'first' || name.value === 'last') ?? [];
  return (variables) => {
    const given = sizes.map(({ value }) => numberOf(value, variables)).filter((size) => size !== null);
    return given.length > 0 ? Math.max(...given) : defaultListSize;
  };
}

/** Objects asked for by `ids` are as many as the ids; any other field is one. */
function compileCount(node: FieldNode): CostOf {
  const ids = node.arguments?.find(({ name }) => name.value === 'ids')?.value;
  if (!ids) return () => 1;
  return (variables) => {
    const given = ids.kind === Kind.VARIABLE ? variables[ids.name.value] : ids.kind === Kind.LIST ? ids.values : 1;
    return Array.isArray(given) ? given.length : 1;
  };
}

function numberOf(value: ValueNode, variables: Record<string, unknown>): number | null {
  if (value.kind === Kind.INT) return atLeastNothing(Number(value.value));
  const given = value.kind === Kind.VARIABLE ? variables[value.name.value] : null;
  return typeof given === 'number' ? atLeastNothing(given) : null;
}

function atLeastNothing(size: number): number | null {
  return size >= 0 ? size : null;
}
