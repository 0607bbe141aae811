import { type DocumentNode, type FieldNode, Kind, type OperationDefinitionNode, visit } from 'graphql';
import { executableOf } from '../documents/executable.js';
import { type Results, valueAt } from '../documents/results.js';
import type { Scope } from '../documents/selections.js';

/** What tells whether an answer is known, before it is made. */
export interface Probe {
  /** The field with `@etag`, and of it nothing but what `@etag` names: standard GraphQL, for the executor. */
  document: DocumentNode;
  /**
   * What determines the answer, in data of this document or of the whole one; null where nothing does, or the object is
   * not there for the caller.
   */
  determinant: (data: unknown) => string | null;
}

/** The probe of an operation; undefined where `@etag` does not say what determines its answer. */
export function probeOf(node: OperationDefinitionNode, { determinant }: Results, scope: Scope): Probe | undefined {
  if (!determinant) return undefined;
  const [root, member] = determinant as [string, string];
  const tagged = fieldOf(node, root);
  const field = { ...tagged, selectionSet: { ...tagged.selectionSet!, selections: [fieldOf(tagged, member)] } };
  const used = new Set<string>();
  visit(field, { Variable: ({ name }) => void used.add(name.value) });
  const variableDefinitions = (node.variableDefinitions ?? []).filter(({ variable }) => used.has(variable.name.value));
  const operation = { ...node, variableDefinitions, selectionSet: { ...node.selectionSet, selections: [field] } };
  return {
    document: executableOf({ kind: Kind.DOCUMENT, definitions: [operation] }, scope),
    determinant: (data) => (valueAt(data, determinant) as string | null | undefined) ?? null,
  };
}

/** The field of a response key among selections: where `@etag` finds it, no fragment holds it. */
function fieldOf({ selectionSet }: OperationDefinitionNode | FieldNode, key: string): FieldNode {
  const isAsked = (node: object): node is FieldNode =>
    (node as FieldNode).kind === Kind.FIELD && ((node as FieldNode).alias ?? (node as FieldNode).name).value === key;
  const found = selectionSet!.selections.find(isAsked);
  if (!found) throw new Error(`@etag: ${key} is in a fragment`);
  return found;
}
