import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

/** Whether an operation may be compiled: it answers the same then, and it is done before anyone else waits. */
export function isCompilable(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  return !hasInheritedVariable(operation) && !hasVariablesInLiterals(document) && !isTooLarge(document, operation);
}

/**
 * Whether a variable has a name that every object inherits, such as `constructor`. graphql-jit looks variables up in an
 * object literal and takes what it inherits for the value of an absent one.
 */
function hasInheritedVariable({ variableDefinitions = [] }: OperationDefinitionNode): boolean {
  return variableDefinitions.some(({ variable }) => variable.name.value in {});
}

/**
 * Whether a document has a variable inside an object literal, such as `save(input: { title: $title })`. graphql-jit
 * turns an absent variable there into null, which clears what it should leave alone; graphql-js leaves the member out.
 */
function hasVariablesInLiterals(document: DocumentNode): boolean {
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

/**
 * Most fields of an operation that is compiled, each counted wherever a fragment brings it: compiling takes some 0.3 ms for
 * each, in which nobody else is answered. What is larger is interpreted.
 */
export const maxCompiledFields = 250;

/** Whether an operation has more fields than are compiled. It stops counting there, however often fragments are spread. */
function isTooLarge(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  let left = maxCompiledFields;
  const fits = (set: SelectionSetNode | undefined): boolean => set === undefined || set.selections.every(fitsOne);
  const fitsOne = (node: SelectionNode): boolean => {
    if (node.kind === Kind.FIELD) return --left >= 0 && fits(node.selectionSet);
    return fits(node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(node.name.value)?.selectionSet);
  };
  return !fits(operation.selectionSet);
}
