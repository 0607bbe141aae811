import { type DocumentNode, type FieldNode, Kind, type OperationDefinitionNode, visit } from 'graphql';
import { toExecutable } from '../documents/executable.js';
import { type Results, valueAt } from '../documents/results.js';
import type { Scope } from '../documents/selections.js';

/** Query that returns the cache key of a response without computing the response. */
export interface ValidatorQuery {
  /**
   * GraphQL document for the executor. It selects the field that has `@etag`, with only those members that `@etag`
   * names.
   */
  document: DocumentNode;
  /**
   * Reads the cache key from the data of this document or of the whole operation. Returns null if there is none, or if
   * the caller may not see the object.
   */
  cacheKey: (data: unknown) => string | null;
}

/** Creates the validator query of an operation; undefined if it has no `@etag(by:)`. */
export function createValidatorQuery(
  node: OperationDefinitionNode,
  { cacheKey }: Results,
  scope: Scope,
): ValidatorQuery | undefined {
  if (!cacheKey) return undefined;
  const [root, member] = cacheKey as [string, string];
  const tagged = fieldWithKey(node, root);
  const field = { ...tagged, selectionSet: { ...tagged.selectionSet!, selections: [fieldWithKey(tagged, member)] } };
  const used = new Set<string>();
  visit(field, { Variable: ({ name }) => void used.add(name.value) });
  const variableDefinitions = (node.variableDefinitions ?? []).filter(({ variable }) => used.has(variable.name.value));
  const operation = { ...node, variableDefinitions, selectionSet: { ...node.selectionSet, selections: [field] } };
  return {
    document: toExecutable({ kind: Kind.DOCUMENT, definitions: [operation] }, scope),
    cacheKey: (data) => (valueAt(data, cacheKey) as string | null | undefined) ?? null,
  };
}

/** Returns the field with a response key. It must be selected directly: `@etag` cannot name a field in a fragment. */
function fieldWithKey({ selectionSet }: OperationDefinitionNode | FieldNode, key: string): FieldNode {
  const isRequested = (node: object): node is FieldNode =>
    (node as FieldNode).kind === Kind.FIELD && ((node as FieldNode).alias ?? (node as FieldNode).name).value === key;
  const found = selectionSet!.selections.find(isRequested);
  if (!found) throw new Error(`@etag: ${key} is in a fragment`);
  return found;
}
