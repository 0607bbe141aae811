import {
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  TypeInfo,
  typeFromAST,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * Returns the elements of a schema that a valid document uses. Fields are written as `Space.title`, arguments as
 * `Space.changeRequests.filter`, input fields as `ChangeRequestFilter.status`, enum values as
 * `ChangeRequestStatus.OPEN`. All members of a variable's type count as used, because each call may send different
 * ones.
 */
export function usedFields(schema: GraphQLSchema, document: DocumentNode): string[] {
  const used = new Set<string>();
  const info = new TypeInfo(schema);
  const note = (...parts: (string | undefined)[]): void =>
    void (parts.includes(undefined) || used.add(parts.join('.')));
  visit(
    document,
    visitWithTypeInfo(info, {
      VariableDefinition(node: VariableDefinitionNode) {
        const type = getNamedType(typeFromAST(schema, node.type as never));
        if (isInputObjectType(type) || isEnumType(type)) note(type.name);
      },
      Field: ({ name }) => {
        if (!name.value.startsWith('__')) note(info.getParentType()?.name, name.value);
      },
      Argument: ({ name }) => note(info.getParentType()?.name, info.getFieldDef()?.name, name.value),
      ObjectField: ({ name }) => note(getNamedType(info.getParentInputType())?.name, name.value),
      EnumValue: ({ value }: ASTNode & { value: string }) => note(getNamedType(info.getInputType())?.name, value),
    }),
  );
  return [...used];
}

/** Reports whether a used element matches a path: it is that element, a part of it, or its type. */
export function isPartOf(used: string, path: string): boolean {
  return used === path || used.startsWith(`${path}.`) || used === path.split('.')[0];
}
