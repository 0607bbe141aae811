import {
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  Kind,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isRestDirective } from './directives.js';
import type { Scope } from './selections.js';

/**
 * Makes a stored operation executable: no directives of ours, `__typename` on abstract types.
 * @throws Error for a literal with variables inside: graphql-jit 0.8.9 gives a resolver null for one that is absent, where
 * GraphQL leaves the member out (its `valueFromAST` stores null, its `compileArguments` overwrites that for present
 * variables only).
 */
export function executableOf(stored: DocumentNode, { schema }: Scope): DocumentNode {
  const typeInfo = new TypeInfo(schema);
  return visit(
    stored,
    visitWithTypeInfo(typeInfo, {
      Directive: (node) => (isRestDirective(node) ? null : false),
      Field: { leave: (node) => withTypename(node, typeInfo.getType()) },
      ObjectField: refuseVariable,
      ListValue({ values }) {
        for (const value of values) refuseVariable({ value });
      },
    }),
  );
}

function refuseVariable({ value }: { value: ValueNode }): void {
  if (value.kind !== Kind.VARIABLE) return;
  throw new Error(`$${value.name.value} is inside a literal: take the whole argument as a variable`);
}

function withTypename(node: FieldNode, type: GraphQLOutputType | undefined | null): FieldNode | undefined {
  if (!type || !isAbstractType(getNamedType(type)) || !node.selectionSet) return undefined;
  const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
  return { ...node, selectionSet: { ...node.selectionSet, selections: [typename, ...node.selectionSet.selections] } };
}
