import {
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  Kind,
  parseType,
  TypeInfo,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isRestDirective } from './directives.js';
import { compileLiteral, type Variables, variablesIn } from './literals.js';
import type { Scope } from './selections.js';

/** An operation as the executor gets it, and what turns the operation's variables into the document's. */
export interface Executable {
  document: DocumentNode;
  variablesOf: (variables: Variables) => Variables;
}

/**
 * Makes a stored operation executable: no directives of ours, `__typename` on abstract types, literals hoisted.
 *
 * Arguments that are literals with variables inside become one variable each, built from the literal at run time:
 * graphql-jit 0.8.9 gives a resolver null for an absent variable in an object literal, where GraphQL leaves the member
 * out (its `valueFromAST` stores null, its `compileArguments` overwrites that for present variables only).
 */
export function executableOf(stored: DocumentNode, { schema }: Scope): Executable {
  const hoisted: Hoisted[] = [];
  const typeInfo = new TypeInfo(schema);
  const rewritten: DocumentNode = visit(
    stored,
    visitWithTypeInfo(typeInfo, {
      Directive: (node) => (isRestDirective(node) ? null : false),
      Field: { leave: (node) => withTypename(node, typeInfo.getType()) },
      Argument: (node) => {
        if (node.value.kind === Kind.VARIABLE || !variablesIn(node.value).length) return undefined;
        const literal = hoist(`literal_${hoisted.length}`, typeInfo.getArgument()!, compileLiteral(node.value));
        hoisted.push(literal);
        return { ...node, value: literal.definition.variable };
      },
    }),
  );
  return { document: declare(rewritten, hoisted), variablesOf: compileVariables(hoisted) };
}

interface Hoisted {
  name: string;
  definition: VariableDefinitionNode;
  build: (variables: Variables) => unknown;
}

function hoist(name: string, argument: GraphQLArgument, build: Hoisted['build']): Hoisted {
  const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const;
  return {
    name,
    build,
    definition: { kind: Kind.VARIABLE_DEFINITION, variable, type: parseType(String(argument.type)) },
  };
}

function withTypename(node: FieldNode, type: GraphQLOutputType | undefined | null): FieldNode | undefined {
  if (!type || !isAbstractType(getNamedType(type)) || !node.selectionSet) return undefined;
  const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
  return { ...node, selectionSet: { ...node.selectionSet, selections: [typename, ...node.selectionSet.selections] } };
}

/** Declares the hoisted variables and drops those that only stood in literals. */
function declare(document: DocumentNode, hoisted: readonly Hoisted[]): DocumentNode {
  const used = new Set<string>();
  visit(document, { VariableDefinition: () => false, Variable: ({ name }) => void used.add(name.value) });
  return visit(document, {
    OperationDefinition: (node) => ({
      ...node,
      variableDefinitions: [
        ...(node.variableDefinitions ?? []).filter(({ variable }) => used.has(variable.name.value)),
        ...hoisted.map(({ definition }) => definition),
      ],
    }),
  });
}

function compileVariables(hoisted: readonly Hoisted[]): Executable['variablesOf'] {
  if (!hoisted.length) return (variables) => variables;
  return (variables) => {
    const all = { ...variables };
    for (const { name, build } of hoisted) all[name] = build(variables);
    return all;
  };
}
