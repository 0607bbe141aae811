import { type ASTNode, type ASTVisitor, GraphQLError, Kind, type ValidationContext } from 'graphql';
import { AppError } from '../../../platform/base/errors.js';
import { assertText } from '../../inputs/scalars.js';

/**
 * Validation rule that refuses string literals with NUL or half of a surrogate pair, because Postgres cannot store or
 * compare them. The JSON parsers refuse the same characters in variables.
 */
export function literalTextRule(context: ValidationContext): ASTVisitor {
  return {
    StringValue(node, ...[, parent, path, ancestors]) {
      const around = parent === undefined ? ancestors : [...ancestors, parent];
      try {
        assertText(node.value, fieldAt(around as ASTNode[], path));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        context.reportError(new GraphQLError(error.message, { nodes: node, originalError: error }));
      }
    },
  };
}

/**
 * Returns the name of the input that contains a literal: `title` for a member of a mutation's `input`, `ids[1]` for an
 * argument. The default value of a variable has the name of the variable: `$id`.
 * @param around nodes from the root of the document to the literal
 * @param path keys from the root to the literal: `path[level + 1]` is the key of the next node in `around[level]`
 */
function fieldAt(around: readonly ASTNode[], path: readonly (string | number)[]): string {
  const field = around.reduce((name, node, level) => name + stepInto(node, path[level + 1]), '');
  return field.replace(/^\./, '').replace(/^input\./, '');
}

function stepInto(node: ASTNode, next: string | number | undefined): string {
  switch (node.kind) {
    case Kind.ARGUMENT:
    case Kind.OBJECT_FIELD:
      return `.${node.name.value}`;
    case Kind.VARIABLE_DEFINITION:
      return `$${node.variable.name.value}`;
    case Kind.LIST:
      return `[${next}]`;
    default:
      return '';
  }
}
