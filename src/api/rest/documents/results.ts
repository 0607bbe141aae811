import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { directiveOf } from './directives.js';
import { isConnection } from './list-envelope.js';
import { getFragment, isConditional, type Member, type Scope, selectedMember } from './selections.js';

/** The field whose value becomes the response. */
export interface Result {
  /** Path of response keys from the root to the field. */
  keys: string[];
  member: Member;
  /** If set, the response is an object with this single member, which has the value. */
  as: string | undefined;
}

/** A Boolean field that changes the HTTP status if it is true. */
export interface StatusSwitch {
  keys: string[];
  status: number;
}

/** The parts of an operation that describe its response. */
export interface Results {
  results: Result[];
  switches: StatusSwitch[];
  /** Path of response keys to the revision id in the `ETag`; undefined if the response has no `ETag`. */
  revision: string[] | undefined;
  /** Path of response keys to the cache key of the response; undefined if the response has none. */
  cacheKey: string[] | undefined;
}

/**
 * Finds `@result`, `@status` and `@etag` in an operation.
 * @throws Error if there is neither a `@result` nor exactly one root field, or if a result is inside of a list
 * @throws Error if a mutation has `@etag`, if there are two of them, or if one is inside of a list
 */
export function findResults(node: OperationDefinitionNode, scope: Scope): Results {
  const root = scope.schema.getRootType(node.operation)!;
  const places = positionsIn(node.selectionSet, { type: root, keys: [], listed: false, conditional: false }, scope);
  const marked = places.filter(({ node: field }) => directiveOf(field, 'result'));
  const isInList = marked.find((place) => place.listed);
  if (isInList) throw new Error(`${node.name?.value}: the result ${isInList.keys.join('.')} is within a list`);
  const results = marked.length ? marked : places.filter(({ keys }) => keys.length === 1);
  if (!marked.length && results.length !== 1) {
    throw new Error(`${node.name?.value}: no result; mark the field that is the answer with @result`);
  }
  return {
    results: results.map((place) => toResult(place)),
    switches: places.flatMap(({ node: field, keys }) => {
      const status = directiveOf<{ whenTrue: number }>(field, 'status')?.whenTrue;
      return status === undefined ? [] : [{ keys, status }];
    }),
    ...etagKeys(places, node),
  };
}

function etagKeys(
  places: readonly FieldPosition[],
  { operation, name }: OperationDefinitionNode,
): Pick<Results, 'revision' | 'cacheKey'> {
  const tagged = places.filter(({ node }) => directiveOf(node, 'etag'));
  const [place] = tagged;
  const { from, by } = (place && directiveOf<{ from: string; by?: string }>(place.node, 'etag')) ?? {};
  const member = (name: string | undefined) => (place && name !== undefined ? [...place.keys, name] : undefined);
  const [revision, cacheKey] = [member(from), member(by)];
  const missing = [revision, cacheKey].find(
    (keys) => keys && !places.some((one) => !one.listed && one.keys.join() === keys.join()),
  );
  const fault =
    (tagged.length > 0 && operation !== 'query' ? 'only a query has @etag' : '') ||
    (tagged.length > 1 ? 'two fields have @etag' : '') ||
    (missing ? `@etag: ${missing.join('.')} is not selected, or within a list` : '') ||
    (cacheKey && cacheKey.length !== 2 ? '@etag: only a root field has `by`' : '');
  if (fault) throw new Error(`${name?.value}: ${fault}`);
  return { revision, cacheKey };
}

/**
 * Returns the value at a path of keys. Returns null if an object on the path is null, and undefined if the value is not
 * selected.
 */
export function valueAt(data: unknown, keys: readonly string[]): unknown {
  let value = data;
  for (const key of keys) {
    if (value == null) return value;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

interface FieldPosition {
  node: FieldNode;
  type: GraphQLCompositeType;
  keys: string[];
  /** Whether a field on the path to this selection is a list. */
  listed: boolean;
  conditional: boolean;
}

function positionsIn(set: SelectionSetNode, above: Omit<FieldPosition, 'node'>, scope: Scope): FieldPosition[] {
  return set.selections.flatMap((node): FieldPosition[] => {
    const conditional = above.conditional || isConditional(node);
    if (node.kind === Kind.FIELD) return positionsAt(node, { ...above, conditional }, scope);
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? getFragment(node.name.value, scope) : node;
    const condition = fragment.typeCondition && scope.schema.getType(fragment.typeCondition.name.value);
    const type = (condition as GraphQLCompositeType | undefined) ?? above.type;
    return positionsIn(fragment.selectionSet, { ...above, type, conditional }, scope);
  });
}

function positionsAt(node: FieldNode, above: Omit<FieldPosition, 'node'>, scope: Scope): FieldPosition[] {
  if (node.name.value.startsWith('__')) return [];
  const keys = [...above.keys, (node.alias ?? node.name).value];
  const place = { ...above, node, keys };
  const type = getNamedType(fieldAt(place).type);
  if (!node.selectionSet || !isCompositeType(type)) return [place];
  const isInList = above.listed || isListType(getNullableType(fieldAt(place).type));
  return [
    place,
    ...positionsIn(node.selectionSet, { type, keys, listed: isInList, conditional: above.conditional }, scope),
  ];
}

function toResult(place: FieldPosition): Result {
  const member = selectedMember(fieldAt(place), place.node, isConnection(place.type as GraphQLObjectType));
  const as = directiveOf<{ as?: string }>(place.node, 'result')?.as;
  return { keys: place.keys, as, member: { ...member, conditional: place.conditional } };
}

function fieldAt({ type, node }: Pick<FieldPosition, 'type' | 'node'>): Member['field'] {
  if (isUnionType(type)) throw new Error(`${type.name} has no field ${node.name.value}`);
  return type.getFields()[node.name.value]!;
}
