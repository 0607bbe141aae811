import { type DocumentNode, Kind, visit } from 'graphql';

/**
 * Whether a document has a variable inside an object literal, such as `save(input: { title: $title })`. graphql-jit
 * turns an absent variable there into null, which clears what it should leave alone; graphql-js leaves the member out.
 */
export function hasVariablesInLiterals(document: DocumentNode): boolean {
  let found = false;
  let depth = 0;
  visit(document, {
    [Kind.OBJECT]: { enter: () => void depth++, leave: () => void depth-- },
    [Kind.VARIABLE]: () => {
      found ||= depth > 0;
    },
  });
  return found;
}
