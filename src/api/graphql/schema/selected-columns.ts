import {
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { partOfGuardedObject } from './access.js';
import { isNodeId } from './plain-fields.js';

/**
 * Returns extensions of a field or a type that name the columns of the row that its resolver or guard reads. A field
 * without this extension reads all columns, unless it exposes a single column.
 */
export function dependsOnColumns<Row>(...columns: (keyof Row & string)[]): { reads: readonly string[] } {
  return { reads: columns };
}

/** Columns to read from the rows of a type; null means all. */
type Columns = ReadonlySet<string> | null;

const byOperation = new WeakMap<OperationDefinitionNode, Map<string, Columns>>();

/**
 * Returns the columns that an operation reads from the rows of a type, in all selections together. All lists of the
 * type read the same columns, so that one batch can read them.
 * @returns null if all columns are needed
 */
export function selectedColumns(
  info: Pick<GraphQLResolveInfo, 'operation' | 'fragments' | 'schema'>,
  typeName: string,
): Columns {
  const known = byOperation.get(info.operation) ?? columnsByType(info);
  byOperation.set(info.operation, known);
  const columns = known.get(typeName);
  if (columns !== undefined) return columns;
  const type = info.schema.getType(typeName);
  return isObjectType(type) ? guardColumns(type) : null;
}

type Selected = Map<string, Set<string> | null>;

function columnsByType({
  operation,
  fragments,
  schema,
}: Pick<GraphQLResolveInfo, 'operation' | 'fragments' | 'schema'>): Selected {
  const selected: Selected = new Map();
  for (const node of [operation, ...Object.values(fragments)]) addSelected(node, schema, selected);
  return selected;
}

function addSelected(
  node: OperationDefinitionNode | FragmentDefinitionNode,
  schema: GraphQLSchema,
  selected: Selected,
): void {
  const typeInfo = new TypeInfo(schema);
  const enter = ({ name }: { name: { value: string } }): undefined => {
    const parent = typeInfo.getParentType();
    const types = isAbstractType(parent) ? schema.getPossibleTypes(parent) : isObjectType(parent) ? [parent] : [];
    for (const type of types) addField(type, type.getFields()[name.value], selected);
  };
  visit(node, visitWithTypeInfo(typeInfo, { Field: enter }));
}

function addField(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown> | undefined,
  selected: Selected,
): void {
  const { name } = type;
  const own = selected.has(name) ? selected.get(name) : guardColumns(type);
  const more = field ? fieldColumns(type, field) : [];
  selected.set(name, own && more ? new Set([...own, ...more]) : null);
}

/** Returns the columns that every row of a type needs: its id, and the columns that its guard reads. */
function guardColumns({ extensions }: GraphQLObjectType): Set<string> | null {
  if (extensions.reads) return new Set(['id', ...(extensions.reads as readonly string[])]);
  return extensions.guard === partOfGuardedObject ? new Set(['id']) : null;
}

function fieldColumns(type: GraphQLObjectType, { name, extensions }: GraphQLField<unknown, unknown>) {
  if (extensions.reads) return extensions.reads as readonly string[];
  if (extensions.pothosExposedField) return [extensions.pothosExposedField as string];
  return isNodeId(type, name) ? ['id'] : null;
}
