import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { directiveOf } from './directives.js';
import { isConnection, listNames } from './list-envelope.js';

/** Schema and fragments for the compilation of a selection. */
export interface Scope {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** One selected field of an object, with the values of its directives. */
export interface Member {
  /** Response key in the GraphQL result. */
  key: string;
  /** Name of the member in the `/v1` response. */
  name: string;
  field: GraphQLField<unknown, unknown>;
  selections: SelectionSetNode[];
  /** Whether the member may be absent, because every selection of the field has `@include` or `@skip`. */
  conditional: boolean;
  nullable: boolean;
  flatten: boolean;
  /** Whether the only member of the object replaces the object (`@value`). */
  unwrap: boolean;
  plain: boolean;
  /** Whether the value only sets the HTTP status and is not part of the response body. */
  hidden: boolean;
  /** Whether this is the page information of a connection, which is printed as `{ page }`. */
  page: boolean;
  nest: { parent: string; into: string } | undefined;
}

/**
 * Returns the members of an object type in selection sets, in order. Fields that are selected twice become one member.
 */
export function selectedMembers(type: GraphQLObjectType, sets: readonly SelectionSetNode[], scope: Scope): Member[] {
  const members = new Map<string, Member>();
  for (const { node, conditional } of sets.flatMap((set) => fieldsFor(type, set, scope))) {
    if (node.name.value === '__typename') continue;
    const member = selectedMember(type.getFields()[node.name.value]!, node, isConnection(type));
    const known = members.get(member.key);
    members.set(member.key, known ? merge(known, { ...member, conditional }) : { ...member, conditional });
  }
  return [...members.values()];
}

/** Reads one selected field. With `inConnection`, members of a connection get their names in a `/v1` list. */
export function selectedMember(field: GraphQLField<unknown, unknown>, node: FieldNode, inConnection = false): Member {
  const key = (node.alias ?? node.name).value;
  const listName = inConnection && !node.alias ? listNames[node.name.value] : undefined;
  return {
    key,
    name: directiveOf<{ name: string }>(node, 'as')?.name ?? listName ?? key,
    field,
    selections: node.selectionSet ? [node.selectionSet] : [],
    conditional: isConditional(node),
    nullable: directiveOf(node, 'nullable') !== undefined,
    flatten: directiveOf(node, 'flatten') !== undefined,
    unwrap: directiveOf(node, 'value') !== undefined,
    plain: directiveOf(node, 'plain') !== undefined,
    hidden: directiveOf(node, 'status') !== undefined,
    page: listName === 'next',
    nest: directiveOf(node, 'nest'),
  };
}

/** Returns the object types that a member's value may have; returns none for scalars and enums. */
export function objectTypesOf(member: Member, schema: GraphQLSchema): readonly GraphQLObjectType[] {
  const type = getNamedType(member.field.type);
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}

/** Returns the selections of a set that apply to an object type. Expands inline fragments, but not fragment spreads. */
export function selectionsFor(
  type: GraphQLObjectType,
  set: SelectionSetNode,
  scope: Scope,
): { node: Exclude<SelectionNode, { kind: Kind.INLINE_FRAGMENT }>; conditional: boolean }[] {
  return set.selections.flatMap((node) => {
    const conditional = isConditional(node);
    if (node.kind === Kind.FIELD) return [{ node, conditional }];
    const condition = node.kind === Kind.FRAGMENT_SPREAD ? getFragment(node.name.value, scope) : node;
    if (condition.typeCondition && !holdsFor(type, condition.typeCondition.name.value, scope.schema)) return [];
    if (node.kind === Kind.FRAGMENT_SPREAD) return [{ node, conditional }];
    return withCondition(conditional, selectionsFor(type, node.selectionSet, scope));
  });
}

/** Returns a fragment by name; validation ensures that it exists. */
export function getFragment(name: string, scope: Scope): FragmentDefinitionNode {
  return scope.fragments.get(name)!;
}

/** Reports whether a selection has `@include` or `@skip`. */
export function isConditional(node: SelectionNode): boolean {
  return node.directives?.some(({ name }) => name.value === 'include' || name.value === 'skip') ?? false;
}

function fieldsFor(
  type: GraphQLObjectType,
  set: SelectionSetNode,
  scope: Scope,
): { node: FieldNode; conditional: boolean }[] {
  return selectionsFor(type, set, scope).flatMap(({ node, conditional }) =>
    node.kind === Kind.FIELD
      ? [{ node, conditional }]
      : withCondition(conditional, fieldsFor(type, getFragment(node.name.value, scope).selectionSet, scope)),
  );
}

function withCondition<Selection extends { conditional: boolean }>(
  conditional: boolean,
  inner: Selection[],
): Selection[] {
  return conditional ? inner.map((selection) => ({ ...selection, conditional })) : inner;
}

function holdsFor(type: GraphQLObjectType, condition: string, schema: GraphQLSchema): boolean {
  const conditionType = schema.getType(condition);
  return conditionType === type || (isAbstractType(conditionType) && schema.isSubType(conditionType, type));
}

function merge(left: Member, right: Member): Member {
  return {
    ...left,
    name: left.name === left.key ? right.name : left.name,
    selections: [...left.selections, ...right.selections],
    conditional: left.conditional && right.conditional,
    nullable: left.nullable || right.nullable,
    flatten: left.flatten || right.flatten,
    unwrap: left.unwrap || right.unwrap,
    plain: left.plain || right.plain,
    hidden: left.hidden || right.hidden,
    nest: left.nest ?? right.nest,
  };
}
