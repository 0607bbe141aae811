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

/** Takes the next choice out of so many. */
type Choose = (options: number) => number;

/** Values for arguments that a field must have, by `Type.field`: `{ 'Query.space': 'id: "spc_…"' }`. */
export type Arguments = Record<string, string>;

/**
 * Makes a query over a schema out of a row of choices: every field has an alias of its own, some are in fragments with
 * a type, some under `@include` and `@skip` of the variables `$yes` and `$no`. Fields that need an argument are
 * left out unless `known` has it.
 */
export function queryFrom(schema: GraphQLSchema, known: Arguments, choices: number[]): string {
  let taken = 0;
  const choose: Choose = (options) => (choices[taken++ % choices.length] ?? 0) % options;
  let aliases = 0;
  const fieldText = (type: GraphQLCompositeType, field: GraphQLField<unknown, unknown>, depth: number): string => {
    const inner = getNamedType(field.type);
    const selected = isCompositeType(inner) ? ` ${selectionText(inner, depth - 1)}` : '';
    const first = field.args.some(({ name }) => name === 'first') ? `(first: ${choose(4)})` : '';
    const given = known[`${type.name}.${field.name}`];
    return `a${aliases++}: ${field.name}${given ? `(${given})` : first}${directiveText(choose)}${selected}`;
  };
  const selectionText = (type: GraphQLCompositeType, depth: number): string => {
    const parts = ['__typename'];
    const fields = selectable(type, known, depth);
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

function selectable(type: GraphQLCompositeType, known: Arguments, depth: number): GraphQLField<unknown, unknown>[] {
  if (isUnionType(type)) return [];
  return Object.values(type.getFields()).filter(
    (field) =>
      (known[`${type.name}.${field.name}`] !== undefined || !field.args.some(isRequiredArgument)) &&
      (depth > 0 || !isCompositeType(getNamedType(field.type))),
  );
}

function directiveText(choose: Choose): string {
  return ['', '', '', ' @include(if: $yes)', ' @skip(if: $yes)', ' @include(if: $no)', ' @skip(if: $no)'][choose(7)]!;
}
