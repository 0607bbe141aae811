import {
  type ASTVisitor,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** What a query may ask for at most; fragments count as often as they are spread ("Limits" in the manual). */
export const limits = {
  /** Tokens of the text; refused by the parser. */
  tokens: 2000,
  /** Fields inside fields; introspection is exempt. */
  depth: 12,
  /** Aliased fields, `__typename` included. */
  aliases: 30,
  /** Fields of the root. */
  rootFields: 20,
  /** Directives. */
  directives: 20,
} as const;

type Counted = 'depth' | 'aliases' | 'directives';
type Counts = Record<Counted, number>;

/**
 * A validation rule: refuses operations over {@link limits}. It runs before graphql-js's own rules, some of which are
 * quadratic. Fragments are counted once and remembered, so that doubling fragments cannot make counting itself slow.
 */
export function limitsRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const counts = countsOf(context, operation);
      const over = (name: string, actual: number, most: number): void => {
        if (actual > most) context.reportError(tooComplex(`${name} must be at most ${most}, got ${actual}`, operation));
      };
      over('The depth of a query', counts.depth, limits.depth);
      over('The number of aliases', counts.aliases, limits.aliases);
      over('The number of directives', counts.directives, limits.directives);
      over('The number of root fields', operation.selectionSet.selections.length, limits.rootFields);
      return false;
    },
  };
}

/** The error of a query over a limit. */
export function tooComplex(message: string, node?: OperationDefinitionNode): GraphQLError {
  return new GraphQLError(message, {
    nodes: node,
    extensions: { code: 'BAD_USER_INPUT', reason: 'QUERY_TOO_COMPLEX' },
  });
}

function countsOf(context: ValidationContext, operation: OperationDefinitionNode): Counts {
  const fragments = new Map<string, Counts>();
  const ofFragment = (fragment: FragmentDefinitionNode): Counts => {
    const known = fragments.get(fragment.name.value);
    if (known) return known;
    fragments.set(fragment.name.value, { depth: 0, aliases: 0, directives: 0 }); // a cycle counts once; another rule refuses it
    const counts = ofSelections(fragment.selectionSet);
    fragments.set(fragment.name.value, counts);
    return counts;
  };
  const ofSelections = (set: SelectionSetNode): Counts => {
    const total: Counts = { depth: 0, aliases: 0, directives: 0 };
    for (const selection of set.selections) {
      total.directives += selection.directives?.length ?? 0;
      if (selection.kind === Kind.FIELD) {
        if (selection.alias) total.aliases += 1;
        const introspects = selection.name.value.startsWith('__');
        const inner = selection.selectionSet && !introspects ? ofSelections(selection.selectionSet) : null;
        add(total, {
          depth: 1 + (inner?.depth ?? 0),
          aliases: inner?.aliases ?? 0,
          directives: inner?.directives ?? 0,
        });
      } else if (selection.kind === Kind.INLINE_FRAGMENT) add(total, ofSelections(selection.selectionSet));
      else {
        const fragment = context.getFragment(selection.name.value);
        if (fragment) add(total, ofFragment(fragment));
      }
    }
    return total;
  };
  return ofSelections(operation.selectionSet);
}

function add(total: Counts, more: Counts): void {
  total.depth = Math.max(total.depth, more.depth);
  total.aliases += more.aliases;
  total.directives += more.directives;
}
