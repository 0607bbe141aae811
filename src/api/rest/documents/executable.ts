import {
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isRestDirective } from './directives.js';
import type { Scope } from './selections.js';

/**
 * Makes a stored operation executable: removes the directives of this engine and adds `__typename` to abstract types.
 */
export function toExecutable(stored: DocumentNode, { schema }: Scope): DocumentNode {
  const typeInfo = new TypeInfo(schema);
  return visit(
    stored,
    visitWithTypeInfo(typeInfo, {
      Directive: (node) => (isRestDirective(node) ? null : false),
      Field: { leave: (node) => withTypename(node, typeInfo.getType()) },
    }),
  );
}

function withTypename(node: FieldNode, type: GraphQLOutputType | undefined | null): FieldNode | undefined {
  if (!type || !isAbstractType(getNamedType(type)) || !node.selectionSet) return undefined;
  const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
  return { ...node, selectionSet: { ...node.selectionSet, selections: [typename, ...node.selectionSet.selections] } };
}
