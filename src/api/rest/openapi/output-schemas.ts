import {
  type FragmentSpreadNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  print,
} from 'graphql';
import { componentName, fieldText, type JsonSchema, restExtension } from '../../inputs/extensions.js';
import { isConnection } from '../documents/list-envelope.js';
import {
  getFragment,
  type Member,
  objectTypesOf,
  type Scope,
  selectedMembers,
  selectionsFor,
} from '../documents/selections.js';
import { anyOf, type Components, objectSchema, orNull } from './components.js';
import { leafSchema } from './leaf-schemas.js';

/** Inputs for creating response schemas. */
export interface OutputScope extends Scope {
  components: Components;
}

/** Returns the schema of a printed member; it does not include null. */
export function memberSchema(member: Member, scope: OutputScope): JsonSchema {
  if (member.nest) return { type: 'array', items: namedSchema({ ...member, tree: member }, scope) };
  return typeSchema(member.field.type, namedSchema(member, scope));
}

/**
 * A member whose items may form a tree. `tree.nest.into` is the name of the member that contains an item's children.
 */
type Item = Member & { tree?: Member };

function typeSchema(type: GraphQLOutputType, named: JsonSchema): JsonSchema {
  if (isNonNullType(type)) return typeSchema(type.ofType, named);
  if (!isListType(type)) return named;
  const items = typeSchema(type.ofType, named);
  return { type: 'array', items: isNonNullType(type.ofType) ? items : orNull(items) };
}

function namedSchema(member: Item, scope: OutputScope): JsonSchema {
  if (member.page) return objectSchema({ page: { type: 'string' } }, ['page']);
  const type = getNamedType(member.field.type);
  if (isLeafType(type)) return leafSchema(type, scope.components);
  const types = objectTypesOf(member, scope.schema);
  if (member.unwrap) return anyOf(types.map((one) => memberSchema(firstMember(one, member, scope), scope)));
  if (!isAbstractType(type)) return objectTypeSchema(types[0]!, member, scope);
  // Each item type of a tree has its own component. A component for their union would hide the tree from readers of the
  // document.
  const spread = member.tree ? undefined : onlySpread(types, member, scope);
  const build = () => unionSchema(types, member, scope);
  return spread ? scope.components.refer(...componentKeyAndName(spread, type.name, member), build) : build();
}

function unionSchema(types: readonly GraphQLObjectType[], member: Item, scope: OutputScope): JsonSchema {
  const printed = types.filter(
    (type) =>
      selectedMembers(type, member.selections, scope).length || (!member.plain && restExtension(type).constants),
  );
  if (!printed.length) return { type: 'object' };
  return anyOf(printed.map((type) => objectTypeSchema(type, member, scope)));
}

function firstMember(type: GraphQLObjectType, member: Item, scope: OutputScope): Member {
  return selectedMembers(type, member.selections, scope)[0]!;
}

/**
 * Returns the schema of an object type. If the selection is a single fragment, the schema is a component with the
 * fragment's name. An item of a tree is always a component, so that it can reference itself.
 */
function objectTypeSchema(type: GraphQLObjectType, member: Item, scope: OutputScope): JsonSchema {
  const build = () => inlineSchema(type, member, scope);
  const spread = onlySpread([type], member, scope);
  if (spread && isAbstractType(scope.schema.getType(getFragment(spread.name.value, scope).typeCondition.name.value))) {
    const selections = [getFragment(spread.name.value, scope).selectionSet];
    return objectTypeSchema(type, { ...member, selections }, scope);
  }
  if (spread) return scope.components.refer(...componentKeyAndName(spread, type.name, member), build);
  if (!nestedListName(type, member)) return build();
  const key = `${type.name} ${member.selections.map(print).join(' ')} ${member.tree!.nest!.into}`;
  return scope.components.refer(key, `${componentName(type)}Tree`, build);
}

/**
 * Returns the key and name of the component for a fragment. A fragment has separate components for items of a tree, and
 * for members with `@plain`.
 */
function componentKeyAndName(spread: FragmentSpreadNode, type: string, { tree, plain }: Item): [string, string] {
  const name = spread.name.value + (tree ? 'Tree' : '') + (plain ? 'Plain' : '');
  return [`fragment:${type}:${name}:${tree?.nest?.into ?? ''}:${tree?.nest?.parent ?? ''}`, name];
}

/**
 * Returns the fragment spread if it is the whole selection. Ignores `__typename` and the member with the parent id in a
 * tree.
 */
function onlySpread(types: readonly GraphQLObjectType[], member: Item, scope: Scope): FragmentSpreadNode | undefined {
  const spreads = types.map((type) => {
    const nodes = member.selections
      .flatMap((set) => selectionsFor(type, set, scope))
      .filter(({ node }) => node.kind !== Kind.FIELD || !isHelper((node.alias ?? node.name).value, member));
    const [only] = nodes;
    const isSpread = nodes.length === 1 && only!.node.kind === Kind.FRAGMENT_SPREAD && !only!.conditional;
    return isSpread ? (only!.node as FragmentSpreadNode) : undefined;
  });
  return spreads.every((one) => one && one.name.value === spreads[0]?.name.value) ? spreads[0] : undefined;
}

function isHelper(key: string, { tree }: Item): boolean {
  return key === '__typename' || key === tree?.nest?.parent;
}

function nestedListName(type: GraphQLObjectType, { tree }: Item): string | undefined {
  return restExtension(type).parentOf && tree?.nest?.into;
}

function inlineSchema(type: GraphQLObjectType, member: Item, scope: OutputScope): JsonSchema {
  const members = selectedMembers(type, member.selections, scope).filter(
    (one) => !one.hidden && !isHelper(one.key, member),
  );
  const isList = isConnection(type) && ['next', 'count'].every((name) => members.some((one) => one.name === name));
  const listed = isList ? members.filter(({ name }) => name !== 'next' && name !== 'count') : members;
  const own = membersSchema(type, listed, { member, scope });
  const parts = members
    .filter(({ flatten }) => flatten)
    .map((one) =>
      isAlwaysPresent(one, scope) ? memberSchema(one, scope) : anyOf([memberSchema(one, scope), { type: 'object' }]),
    );
  if (isList) parts.unshift(scope.components.refer('List', 'List', () => listSchema));
  return parts.length ? { allOf: [...parts, own] } : own;
}

const listSchema = objectSchema(
  { next: objectSchema({ page: { type: 'string' } }, ['page']), count: { type: 'integer' } },
  ['count'],
);

function membersSchema(
  type: GraphQLObjectType,
  members: readonly Member[],
  { member, scope }: { member: Item; scope: OutputScope },
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const constants = member.plain ? {} : (restExtension(type).constants ?? {});
  for (const [name, value] of Object.entries(constants)) properties[name] = { type: 'string', enum: [value] };
  const own = members.filter(({ flatten }) => !flatten);
  for (const one of own) properties[one.name] = propertySchema(one, scope);
  const into = nestedListName(type, member);
  if (into) properties[into] = memberSchema(member.tree!, scope);
  const required = own.filter((one) => isAlwaysPresent(one, scope)).map(({ name }) => name);
  return objectSchema(properties, [...Object.keys(constants), ...required, ...(into ? [into] : [])]);
}

function propertySchema(member: Member, scope: OutputScope): JsonSchema {
  const { deprecationReason } = member.field;
  const description = fieldText(member.field);
  const schema = {
    ...memberSchema(member, scope),
    ...(description ? { description } : {}),
    ...(deprecationReason ? { deprecated: true } : {}),
  };
  return member.nullable && !isNonNullType(member.field.type) ? orNull(schema) : schema;
}

/** Reports whether every response contains a member. */
function isAlwaysPresent(member: Member, scope: Scope): boolean {
  if (member.conditional || member.page) return false;
  if (member.nullable) return true;
  if (!isNonNullType(member.field.type)) return false;
  const singles = member.unwrap ? objectTypesOf(member, scope.schema) : [];
  return singles.every((type) => isAlwaysPresent(firstMember(type, member, scope as OutputScope), scope));
}
