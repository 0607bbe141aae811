import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { schemaOfInput } from './input-schemas.js';
import { valuesOf } from './json-values.js';
import { mutate, mutations } from './spoil.js';
import type { World } from './world.js';

type Field = GraphQLField<unknown, unknown>;

/** A GraphQL request. */
export interface Operation {
  query: string;
  variables: Record<string, unknown>;
}

/** Inputs of a query generator. */
export interface Builder {
  schema: GraphQLSchema;
  world: World;
}

/**
 * Generates calls of a mutation. Most inputs are nearly valid, and some are wrong in one position. Each call selects
 * the
 * fields of the payload to a depth of two.
 */
export function mutationsOf(field: Field, world: World): fc.Arbitrary<Operation> {
  const { type } = field.args.find(({ name }) => name === 'input')!;
  const inputs = valuesOf(schemaOfInput(type), { components: {}, world, name: 'input' });
  const spoiled = fc.tuple(inputs, mutations).map(([value, how]) => mutate(value, how));
  const query = `mutation ($input: ${type}) { ${field.name}(input: $input) ${wholeSelection(getNamedType(field.type), 2)} }`;
  return fc.oneof(inputs, spoiled).map((input) => ({ query, variables: { input } }));
}

const fieldsOf = (type: GraphQLNamedType): Field[] =>
  isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];

/** Returns a selection of all fields of a type that need no argument, to a depth. */
function wholeSelection(type: GraphQLNamedType, depth: number): string {
  const usable = fieldsOf(type).filter((field) => !field.args.some(isRequiredArgument));
  const leaves = usable.filter((field) => isLeafType(getNamedType(field.type)));
  const others = depth > 0 ? usable.filter((field) => !leaves.includes(field)) : [];
  const texts = others.map((field) => {
    const first = field.args.some(({ name }) => name === 'first') ? '(first: 1)' : '';
    return `${field.name}${first} ${wholeSelection(getNamedType(field.type), depth - 1)}`;
  });
  return `{ __typename ${[...leaves.map(({ name }) => name), ...texts].join(' ')} }`;
}

/** Generates queries of a root field, with arguments, aliases, fragments and directives. */
export function queriesOf(field: Field, builder: Builder): fc.Arbitrary<Operation> {
  return fc
    .array(fc.nat({ max: 5039 }), { minLength: 60, maxLength: 90 })
    .map((choices) => buildQuery(field, builder, chooser(choices)));
}

/** Returns the next choice, an index below `options`. */
type Choose = (options: number) => number;

function chooser(choices: number[]): Choose {
  let taken = 0;
  return (options) => choices[taken++ % choices.length]! % options;
}

/** Parts of a query other than its selection. */
interface Parts {
  variables: Record<string, unknown>;
  declarations: string[];
  fragments: string[];
}

function buildQuery(root: Field, { schema, world }: Builder, choose: Choose): Operation {
  const parts: Parts = {
    variables: { yes: true, no: false },
    declarations: ['$yes: Boolean!', '$no: Boolean = true'],
    fragments: [],
  };
  let count = 0;
  const oneOf = <Value>(...values: Value[]): Value => values[choose(values.length)]!;
  const given = (field: Field): string => {
    const taken = field.args.filter((one) => isRequiredArgument(one) || (one.name !== 'first' && choose(5) === 0));
    const texts = taken.map((one) => argumentText(one, { name: `v${count++}`, world, parts, choose }));
    const small = field.args.some(({ name }) => name === 'first')
      ? [`first: ${oneOf(1, 2, 2, 3, 3, 0, -1, 1001)}`]
      : [];
    const all = [...texts, ...small];
    return all.length > 0 ? `(${all.join(', ')})` : '';
  };
  const directive = (): string => oneOf('', '', '', '', ' @include(if: $yes)', ' @skip(if: $no)', ' @skip(if: $yes)');
  const fieldText = (field: Field, depth: number): string => {
    const inner = getNamedType(field.type);
    const selection = isCompositeType(inner) ? ` ${selectionText(inner, depth - 1)}` : '';
    return `a${count++}: ${field.name}${given(field)}${directive()}${selection}`;
  };
  const fragmentText = (type: GraphQLNamedType, depth: number): string => {
    const condition = isAbstractType(type) ? oneOf(...schema.getPossibleTypes(type)) : type;
    const inner = depth > 0 ? selectionText(condition, depth - 1) : '{ __typename }';
    if (choose(2) === 0) return `... on ${condition.name}${directive()} ${inner}`;
    const name = `f${count++}`;
    parts.fragments.push(`fragment ${name} on ${condition.name} ${inner}`);
    return `...${name}${directive()}`;
  };
  const selectionText = (type: GraphQLNamedType, depth: number): string => {
    const fields = fieldsOf(type).filter((one) => depth > 0 || isLeafType(getNamedType(one.type)));
    const picked = fields.length > 0 ? Array.from({ length: 1 + choose(3) }, () => oneOf(...fields)) : [];
    const texts = picked.map((field) => fieldText(field, depth));
    if (isAbstractType(type) || choose(8) === 0) texts.push(fragmentText(type, depth));
    return `{ __typename ${texts.join(' ')} }`;
  };
  const text = fieldText(root, 5);
  const head = `query (${parts.declarations.join(', ')}) { used: __typename @include(if: $yes) @skip(if: $no)`;
  return { query: `${head} ${text} } ${parts.fragments.join(' ')}`, variables: parts.variables };
}

interface Place {
  name: string;
  world: World;
  parts: Parts;
  choose: Choose;
}

/** Returns an argument with a variable as its value. The value is valid except in one of ten cases. */
function argumentText({ name: argument, type }: GraphQLArgument, { name, world, parts, choose }: Place): string {
  const values = valuesOf(schemaOfInput(type), { components: {}, world, name: argument });
  const seed = choose(5040);
  const [value] = fc.sample(values, { numRuns: 1, seed });
  const spoiled = choose(10) === 0;
  parts.variables[name] = spoiled ? mutate(value, fc.sample(mutations, { numRuns: 1, seed })[0]!) : value;
  parts.declarations.push(`$${name}: ${type}`);
  return `${argument}: $${name}`;
}
