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
import { actualCost, type FieldCost, maximumCost, mostExpensivePage, type Variables } from './counting.js';

/** Assumed number of items of a list whose page size is not given. */
const defaultListSize = 50;

/**
 * Cost of an operation. An object costs 1, and a list costs its size times the cost of an item. A mutation costs 10
 * more.
 */
export interface Cost {
  /** Returns the maximum cost of a call with the given variables, before they are coerced. */
  estimate(variables: Variables): number;
  /** Returns the cost of a call from the objects in its data; never more than the estimate. */
  actual(data: unknown): number;
  /**
   * Returns the list whose page size increases the cost most, as the path of its field in the response. Returns null if
   * a smaller page size would not help.
   */
  mostExpensiveList(variables: Variables): string | null;
}

/** Compiles the cost of an operation to functions of its variables, because page sizes are often variables. */
export function compileCost(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Cost {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const root = schema.getRootType(operation.operation)!;
  const counted = compileSelections({ schema, fragments, known: new Map() }, operation.selectionSet, root);
  const definitions = operation.variableDefinitions ?? [];
  const known = (variables: Variables): Variables =>
    definitions.length === 0
      ? variables
      : { ...variables, ...getVariableValues(schema, definitions, variables).coerced };
  return {
    estimate: (variables) => maximumCost(counted, known(variables)),
    actual: (data) => actualCost(counted, data),
    mostExpensiveList: (variables) => mostExpensivePage(counted, known(variables)),
  };
}

interface Scope {
  schema: GraphQLSchema;
  fragments: Map<string, FragmentDefinitionNode>;
  /** Compiled fragments. A fragment is compiled once, no matter how often it is spread. */
  known: Map<string, readonly FieldCost[]>;
}

function compileSelections(scope: Scope, set: SelectionSetNode, type: GraphQLNamedType): readonly FieldCost[] {
  return set.selections.flatMap((selection): readonly FieldCost[] => {
    if (selection.kind === Kind.FIELD) return compileField(scope, selection, type);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return compileFragment(scope, selection.name.value);
    const condition = selection.typeCondition && scope.schema.getType(selection.typeCondition.name.value);
    return compileSelections(scope, selection.selectionSet, condition ?? type);
  });
}

function compileFragment(scope: Scope, name: string): readonly FieldCost[] {
  const known = scope.known.get(name);
  if (known) return known;
  const fragment = scope.fragments.get(name)!;
  const type = scope.schema.getType(fragment.typeCondition.name.value)!;
  const compiled = compileSelections(scope, fragment.selectionSet, type);
  scope.known.set(name, compiled);
  return compiled;
}

const isConnection = (type: GraphQLNamedType): boolean => type.name.endsWith('Connection');

/**
 * Compiles a field. Scalars and enums are free. A connection costs its page size times the cost of an item; its edges
 * and page info cost nothing.
 */
function compileField(scope: Scope, node: FieldNode, parent: GraphQLNamedType): FieldCost[] {
  const field = findField(parent, node.name.value);
  if (!field || !node.selectionSet) return [];
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return [];
  const ids = node.arguments?.find(({ name }) => name.value === 'ids' || name.value === 'representations')?.value;
  const isLayer = /(Edge|PageInfo)$/.test(type.name);
  return [
    {
      key: node.alias?.value ?? node.name.value,
      base: isLayer ? 0 : 1,
      extra: parent === scope.schema.getMutationType() ? 10 : 0,
      size: isConnection(type) ? compileSize(node) : compileCount(ids),
      isPage: isConnection(type),
      addsUp: isLayer || isConnection(parent) || ids !== undefined,
      inner: compileSelections(scope, node.selectionSet, type),
    },
  ];
}

function findField(parent: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
}

/**
 * Compiles the page size: the larger of `first` and `last`. An invalid size (negative or null) counts as the default,
 * because it is refused later.
 */
function compileSize(node: FieldNode): FieldCost['size'] {
  const sizes = node.arguments?.filter(({ name }) => name.value === 'first' || name.value === 'last') ?? [];
  return (variables) => {
    const given = sizes.map(({ value }) => numberOf(value, variables)).filter((size) => size !== null);
    return given.length > 0 ? Math.max(...given) : defaultListSize;
  };
}

/**
 * Compiles the number of objects: the length of `ids`, or of the `representations` that a federation gateway sends. Any
 * other field counts as one object.
 */
function compileCount(ids: ValueNode | undefined): FieldCost['size'] {
  if (!ids) return () => 1;
  return (variables) => {
    const given =
      ids.kind === Kind.VARIABLE ? variableValue(variables, ids.name.value) : ids.kind === Kind.LIST ? ids.values : 1;
    return Array.isArray(given) ? given.length : 1;
  };
}

function numberOf(value: ValueNode, variables: Variables): number | null {
  if (value.kind === Kind.INT) return atLeastNothing(Number(value.value));
  const given = value.kind === Kind.VARIABLE ? variableValue(variables, value.name.value) : null;
  return typeof given === 'number' ? atLeastNothing(given) : null;
}

/** Returns the value of a variable. Only own properties count, because the client chooses the name. */
function variableValue(variables: Variables, name: string): unknown {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

function atLeastNothing(size: number): number | null {
  return size >= 0 ? size : null;
}
