import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

/** A validation rule: fields that only stored operations may select are refused in documents of clients. */
export function storedOnlyRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const instead = context.getFieldDef()?.extensions.storedOnly;
      if (!instead) return;
      context.reportError(
        new GraphQLError(`${node.name.value} is for stored operations only; use \`${instead}\``, { nodes: node }),
      );
    },
  };
}
