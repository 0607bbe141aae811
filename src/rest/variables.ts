import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type NamedTypeNode,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { directiveOf } from './directives.js';
import { type JsonSchema, restOf } from './extensions.js';
import type { Route } from './routes.js';
import { isConnection, type Scope } from './selections.js';

/** Where in a request a variable stands. */
export type Place = 'path' | 'query' | 'body' | 'whole-body';

/** One variable of an endpoint. */
export interface RestVariable {
  /** Name in the operation. */
  name: string;
  /** Name in the request. */
  wireName: string;
  place: Place;
  type: GraphQLInputType;
  /** It must be there: non-null and without a default. */
  required: boolean;
  /** Null may be sent: the type allows it and so does every place where the variable stands. */
  nullable: boolean;
  /** Default as JSON, enum values by name; undefined where there is none. */
  defaultValue: unknown;
  /** Rules beside those of the type: of `@rule`, and of the arguments and input fields that take the variable. */
  rules: JsonSchema;
  /** Description of the first argument or input field that takes it. */
  description: string | undefined;
}

/**
 * The variables of an operation and where a request has them.
 * @throws Error for two with one name in one place, or a whole body beside members of the body.
 */
export function variablesOf(
  { node, document }: { node: OperationDefinitionNode; document: DocumentNode },
  route: Route,
  scope: Scope,
): RestVariable[] {
  const usages = usagesIn(document, scope);
  const variables = (node.variableDefinitions ?? []).map((definition) => {
    const type = typeFromAST(scope.schema, definition.type as NamedTypeNode) as GraphQLInputType;
    const usage = usages.get(definition.variable.name.value) ?? noUsage;
    return variableOf(definition, { route, usage, type });
  });
  const places = variables.map(({ place, wireName }) => `${place} ${wireName}`);
  const twice = places.find((place, index) => places.indexOf(place) !== index);
  if (twice) throw new Error(`${node.name!.value}: two variables are the ${twice}`);
  if (variables.some(({ place }) => place === 'whole-body') && variables.some(({ place }) => place === 'body')) {
    throw new Error(`${node.name!.value}: a whole body leaves no room for members of the body`);
  }
  return variables;
}

interface Usage {
  nullable: boolean;
  rules: JsonSchema;
  description: string | undefined;
}

const noUsage: Usage = { nullable: true, rules: {}, description: undefined };

function variableOf(
  definition: VariableDefinitionNode,
  { route, usage, type }: { route: Route; usage: Usage; type: GraphQLInputType },
): RestVariable {
  const name = definition.variable.name.value;
  const given = directiveOf<{ place?: string; name?: string }>(definition, 'in');
  const place = placeOf(name, given?.place, route);
  return {
    name,
    wireName: place === 'path' ? name : (given?.name ?? name),
    place,
    type,
    required: isNonNullType(type) && !definition.defaultValue,
    nullable: !isNonNullType(type) && usage.nullable && directiveOf(definition, 'notNull') === undefined,
    defaultValue: definition.defaultValue && valueFromASTUntyped(definition.defaultValue),
    rules: { ...usage.rules, ...directiveOf(definition, 'rule') },
    description: usage.description,
  };
}

function placeOf(name: string, given: string | undefined, { parameters, method }: Route): Place {
  if (parameters.includes(name)) return 'path';
  if (given) return given.toLowerCase().replace('_', '-') as Place;
  return method === 'GET' || method === 'DELETE' ? 'query' : 'body';
}

/** What the arguments and input fields that take a variable say of it. */
function usagesIn(document: DocumentNode, { schema }: Scope): Map<string, Usage> {
  const usages = new Map<string, Usage>();
  const typeInfo = new TypeInfo(schema);
  const fields: string[] = [];
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      VariableDefinition: () => false,
      Directive: () => false,
      ObjectField: {
        enter: ({ name }) => void fields.push(name.value),
        leave: () => void fields.pop(),
      },
      Variable: ({ name }) => {
        const known = usages.get(name.value) ?? noUsage;
        const taker = takerOf(typeInfo, fields.at(-1));
        usages.set(name.value, {
          nullable: known.nullable && !isNonNullType(typeInfo.getInputType()) && !(taker && restOf(taker).notNull),
          rules: { ...known.rules, ...(taker && restOf(taker).schema) },
          description: known.description ?? (taker ? textOf(taker, typeInfo.getFieldDef()) : undefined),
        });
      },
    }),
  );
  return usages;
}

/** What the arguments of a connection are in an answer that has `next` and no cursors. */
const pagingTexts: Readonly<Record<string, string>> = {
  first: 'Most items of the answer, 0 to 1000; default 50.',
  after: '`next.page` of the answer before; absent for the first items.',
};

function textOf(
  { name, description }: { name: string; description?: string | null },
  field: GraphQLField<unknown, unknown> | null | undefined,
): string | undefined {
  const type = field && getNamedType(field.type);
  const paging = isObjectType(type) && isConnection(type) ? pagingTexts[name] : undefined;
  return paging ?? description ?? undefined;
}

/** The input field or argument whose whole value the visited variable is; none for an item of a list literal. */
function takerOf(typeInfo: TypeInfo, field: string | undefined) {
  const parent = typeInfo.getParentInputType();
  const inner = parent && getNullableType(parent);
  if (isInputObjectType(inner)) return inner.getFields()[field!];
  return isListType(inner) ? undefined : typeInfo.getArgument();
}
