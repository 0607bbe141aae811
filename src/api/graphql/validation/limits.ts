import {
  type ASTVisitor,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** Limits of a query. A fragment counts as often as it is spread ("Limits" in the manual). */
export const limits = {
  /** Maximum number of tokens in the text, checked before it is parsed. */
  tokens: 2000,
  /** Maximum number of open brackets of any kind: enough for a JSON literal with 64 levels and the fields around it. */
  brackets: 100,
  /** Maximum depth of nested fields. Introspection is exempt, because it has its own limit. */
  depth: 15,
  /** Maximum number of aliased fields, including `__typename`. */
  aliases: 30,
  /** Maximum number of root fields. */
  rootFields: 20,
  /** Maximum number of directives. */
  directives: 20,
  /** Maximum number of fields and fragments in total, because fragments can multiply them. */
  selections: 2000,
} as const;

/** Counts of a selection set; `fields` counts only its direct fields. */
type Counts = Record<'depth' | 'aliases' | 'directives' | 'fields' | 'selections', number>;

const noCounts: Counts = { depth: 0, aliases: 0, directives: 0, fields: 0, selections: 0 };

/**
 * Validation rule that refuses operations that exceed the {@link limits}. It runs before the rules of graphql-js,
 * because some of those take quadratic time. Each fragment is counted only once, so that fragments which spread each
 * other twice cannot make counting slow.
 */
export function limitsRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const counts = countOperation(context, operation);
      const over = (name: string, actual: number, most: number): void => {
        if (actual > most)
          context.reportError(tooComplex(`${name} must be at most ${most} (got ${actual})`, operation));
      };
      over('The depth of a query', counts.depth, limits.depth);
      over('The number of aliases', counts.aliases, limits.aliases);
      over('The number of directives', counts.directives, limits.directives);
      over('The number of root fields', counts.fields, limits.rootFields);
      over('The number of selections', counts.selections, limits.selections);
      return false;
    },
  };
}

/** Returns the error for a query that exceeds a limit. */
export function tooComplex(message: string, node?: OperationDefinitionNode): GraphQLError {
  return new GraphQLError(message, {
    nodes: node,
    extensions: { code: 'BAD_USER_INPUT', reason: 'QUERY_TOO_COMPLEX' },
  });
}

function countOperation(context: ValidationContext, operation: OperationDefinitionNode): Counts {
  const fragments = new Map<string, Counts>();
  const ofFragment = (fragment: FragmentDefinitionNode): Counts => {
    const known = fragments.get(fragment.name.value);
    if (known) return known;
    // If fragments form a cycle, each is counted once; another rule refuses the cycle.
    fragments.set(fragment.name.value, noCounts);
    const counts = ofSelections(fragment.selectionSet);
    fragments.set(fragment.name.value, counts);
    return counts;
  };
  const ofSelection = (selection: SelectionNode): Counts => {
    if (selection.kind === Kind.FIELD)
      return countField(selection, selection.selectionSet ? ofSelections(selection.selectionSet) : noCounts);
    if (selection.kind === Kind.INLINE_FRAGMENT) return ofSelections(selection.selectionSet);
    const fragment = context.getFragment(selection.name.value);
    return fragment ? ofFragment(fragment) : noCounts;
  };
  const ofSelections = ({ selections }: SelectionSetNode): Counts => {
    const total = { ...noCounts };
    for (const selection of selections) {
      add(total, ofSelection(selection));
      total.directives += selection.directives?.length ?? 0;
      total.selections += 1;
    }
    return total;
  };
  const counts = ofSelections(operation.selectionSet);
  return { ...counts, directives: counts.directives + (operation.directives?.length ?? 0) };
}

function countField({ name, alias }: FieldNode, inner: Counts): Counts {
  return {
    ...inner,
    depth: name.value.startsWith('__') ? 1 : 1 + inner.depth,
    aliases: inner.aliases + (alias ? 1 : 0),
    fields: 1,
  };
}

function add(total: Counts, more: Counts): void {
  total.depth = Math.max(total.depth, more.depth);
  for (const name of ['aliases', 'directives', 'fields', 'selections'] as const) total[name] += more[name];
}
