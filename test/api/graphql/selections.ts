import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';

/** Returns the next choice among a number of options. */
type Choose = (options: number) => number;

/** Values of required arguments, by `Type.field`: `{ 'Query.space': 'id: "spc_…"' }`. */
export type Arguments = Record<string, string>;

/**
 * Builds a query over a schema from a sequence of choices. Every field has a unique alias. Some fields are in fragments
 * with a type, some have `@include` or `@skip` with the variables `$yes` and `$no`. Fields with a required argument are
 * omitted unless `requiredArguments` has a value for it.
 */
export function queryFrom(schema: GraphQLSchema, requiredArguments: Arguments, choices: number[]): string {
  let choiceIndex = 0;
  const choose: Choose = (options) => (choices[choiceIndex++ % choices.length] ?? 0) % options;
  let aliases = 0;
  const fieldText = (type: GraphQLCompositeType, field: GraphQLField<unknown, unknown>, depth: number): string => {
    const inner = getNamedType(field.type);
    const selected = isCompositeType(inner) ? ` ${selectionText(inner, depth - 1)}` : '';
    const first = field.args.some(({ name }) => name === 'first') ? `(first: ${choose(4)})` : '';
    const given = requiredArguments[`${type.name}.${field.name}`];
    return `a${aliases++}: ${field.name}${given ? `(${given})` : first}${directiveText(choose)}${selected}`;
  };
  const selectionText = (type: GraphQLCompositeType, depth: number): string => {
    const parts = ['__typename'];
    const fields = selectable(type, requiredArguments, depth);
    for (let count = 1 + choose(4); count > 0 && fields.length > 0; count -= 1)
      parts.push(fieldText(type, fields[choose(fields.length)]!, depth));
    if (choose(3) === 0 || isUnionType(type)) {
      const conditions = isObjectType(type) ? [type] : schema.getPossibleTypes(type);
      const condition = conditions[choose(conditions.length)]!;
      parts.push(
        `... on ${condition.name}${directiveText(choose)} ${depth > 0 ? selectionText(condition, depth - 1) : '{ __typename }'}`,
      );
    }
    return `{ ${parts.join(' ')} }`;
  };
  return `query ($yes: Boolean!, $no: Boolean!) ${selectionText(schema.getQueryType()!, 6).replace('{', '{ used: __typename @include(if: $yes) @skip(if: $no)')}`;
}

function selectable(
  type: GraphQLCompositeType,
  requiredArguments: Arguments,
  depth: number,
): GraphQLField<unknown, unknown>[] {
  if (isUnionType(type)) return [];
  return Object.values(type.getFields()).filter(
    (field) =>
      (requiredArguments[`${type.name}.${field.name}`] !== undefined || !field.args.some(isRequiredArgument)) &&
      (depth > 0 || !isCompositeType(getNamedType(field.type))),
  );
}

function directiveText(choose: Choose): string {
  return ['', '', '', ' @include(if: $yes)', ' @skip(if: $yes)', ' @include(if: $no)', ' @skip(if: $no)'][choose(7)]!;
}
