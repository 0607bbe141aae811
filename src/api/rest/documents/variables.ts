import {
  type ASTNode,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { fieldText, isNullable, type JsonSchema, restExtension } from '../../inputs/extensions.js';
import { directiveOf } from './directives.js';
import { isConnection } from './list-envelope.js';
import type { Route } from './routes.js';
import type { Scope } from './selections.js';

/** Part of a request that contains a variable. */
type ParameterLocation = 'path' | 'query' | 'body' | 'whole-body';

/** A variable of an endpoint. */
export interface RestVariable {
  /** Name of the variable in the operation, or of the field of an input whose fields are separate parameters. */
  name: string;
  /** Name of the GraphQL variable whose input object contains this field; absent if this is a whole variable. */
  input?: string;
  /** Name in the request. */
  wireName: string;
  /** Alternative name of a query parameter. */
  alias?: string | undefined;
  /** Whether the parameter is a list cursor: empty text requests the first page, as an absent parameter does. */
  emptyIsAbsent?: boolean;
  place: ParameterLocation;
  type: GraphQLInputType;
  /** Whether the request must contain it, because it is non-null and has no default. */
  required: boolean;
  /**
   * Whether the request may contain null: the type allows it, and so does each argument or input field that uses the
   * value.
   */
  nullable: boolean;
  /** Default value as JSON, with enum values by name; undefined if there is no default. */
  defaultValue: unknown;
  /**
   * Rules in addition to those of the type: from `@rule`, from the arguments that use the variable, or from its input
   * field.
   */
  rules: JsonSchema;
  /** Description of the first argument that uses the variable, or of its input field. */
  description: string | undefined;
}

/**
 * Returns the variables of an operation and the part of a request that contains each. For the variable `input`, returns
 * the fields of its type as separate variables.
 * @throws Error for two variables with one name in the same part of the request
 * @throws Error for a whole body next to members of the body, and for a path variable that nothing uses
 */
export function operationVariables(
  { node, document }: { node: OperationDefinitionNode; document: DocumentNode },
  route: Route,
  scope: Scope,
): RestVariable[] {
  const usages = usagesIn(document, scope);
  const given = (node.variableDefinitions ?? []).filter(({ variable }) => !route.absent.includes(variable.name.value));
  const own = new Set(given.map(({ variable }) => variable.name.value));
  const variables = given.flatMap((definition) => {
    const type = typeFromAST(scope.schema, definition.type as NamedTypeNode) as GraphQLInputType;
    const name = definition.variable.name.value;
    const input = getNullableType(type);
    if (name === wholeInput && isInputObjectType(input)) return inputVariables(input, route, own);
    return [createVariable(definition, { route, usage: usages.get(name) ?? noUsage, type })];
  });
  const fault = parameterFault(variables, route);
  if (fault) throw new Error(`${node.name!.value}: ${fault}`);
  return inOrder(variables, route);
}

/** Sorts variables: first those in the path, in the order of the path, then all others. */
function inOrder(variables: readonly RestVariable[], { parameters }: Route): RestVariable[] {
  const inPath = parameters.map((name) => variables.find((one) => one.place === 'path' && one.wireName === name)!);
  return [...inPath, ...variables.filter(({ place }) => place !== 'path')];
}

/** Name of the GraphQL variable whose input fields become separate parameters of the request. */
const wholeInput = 'input';

function parameterFault(variables: readonly RestVariable[], { parameters }: Route): string | undefined {
  const places = variables.map(({ place, wireName }) => `${place} ${wireName}`);
  const twice = places.find((place, index) => places.indexOf(place) !== index);
  if (twice) return `two variables are the ${twice}`;
  const missing = parameters.find((parameter) => !places.includes(`path ${parameter}`));
  if (missing) return `{${missing}} in its path is no variable`;
  const hasWhole = variables.some(({ place }) => place === 'whole-body');
  if (hasWhole && variables.some(({ place }) => place === 'body'))
    return 'a whole body leaves no room for members of the body';
  return undefined;
}

/**
 * Returns the fields of an input as variables. Fields that the path names are path parameters. The others are in the
 * body, or one of them is the whole body. Omits fields that only GraphQL clients may set.
 */
function inputVariables(input: GraphQLInputObjectType, route: Route, own: ReadonlySet<string>): RestVariable[] {
  const all = input.getFields();
  const parameterOf = new Map(
    route.parameters.filter((name) => !own.has(name)).map((name) => [inputFieldName(name, route, all), name]),
  );
  const absent = new Set(route.absent.map((name) => inputFieldName(name, route, all)));
  return Object.values(all)
    .filter((field) => !restExtension(field).graphOnly && !absent.has(field.name))
    .map((field): RestVariable => {
      const parameter = parameterOf.get(field.name);
      const { schema, name = field.name, wholeBody, required } = restExtension(field);
      return {
        name: field.name,
        input: wholeInput,
        wireName: parameter ?? name,
        place: parameter ? 'path' : wholeBody ? 'whole-body' : 'body',
        type: field.type,
        required: required ?? isRequiredInputField(field),
        nullable: isNullable(field),
        defaultValue: undefined,
        rules: { ...schema },
        description: fieldText(field),
      };
    });
}

/** Returns the name of the input field that a path variable sets, such as `space` for `spaceId`. */
function inputFieldName(parameter: string, { fields }: Route, all: object): string {
  const named = fields[parameter] ?? parameter;
  return named in all ? named : named.replace(/Id$/, '');
}

interface Usage {
  nullable: boolean;
  isCursor: boolean;
  rules: JsonSchema;
  description: string | undefined;
}

const noUsage: Usage = { nullable: true, isCursor: false, rules: {}, description: undefined };

function createVariable(
  definition: VariableDefinitionNode,
  { route, usage, type }: { route: Route; usage: Usage; type: GraphQLInputType },
): RestVariable {
  const name = definition.variable.name.value;
  const given = directiveOf<{ place?: string; name?: string }>(definition, 'in');
  const place = parameterLocation(name, given?.place, route);
  return {
    name,
    wireName: place === 'path' ? name : (given?.name ?? name),
    alias: place === 'query' ? restExtension(getNamedType(type)).alias : undefined,
    emptyIsAbsent: usage.isCursor,
    place,
    type,
    required: isNonNullType(type) && !definition.defaultValue,
    nullable: !isNonNullType(type) && usage.nullable,
    defaultValue: definition.defaultValue && valueFromASTUntyped(definition.defaultValue),
    rules: { ...usage.rules, ...directiveOf(definition, 'rule') },
    description: usage.description,
  };
}

function parameterLocation(name: string, given: string | undefined, { parameters, method }: Route): ParameterLocation {
  if (parameters.includes(name)) return 'path';
  if (given) return given.toLowerCase().replace('_', '-') as ParameterLocation;
  return method === 'GET' || method === 'DELETE' ? 'query' : 'body';
}

/** Returns, by variable name, the rules and the description from the arguments that use the variable. */
function usagesIn(document: DocumentNode, { schema }: Scope): Map<string, Usage> {
  const usages = new Map<string, Usage>();
  const typeInfo = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      VariableDefinition: () => false,
      Directive: () => false,
      Variable: ({ name }, _key, parent) => {
        const known = usages.get(name.value) ?? noUsage;
        const taker = argumentOrFieldOf(parent as ASTNode, typeInfo);
        usages.set(name.value, {
          nullable: known.nullable && !isNonNullType(typeInfo.getInputType()),
          isCursor: known.isCursor || (taker?.name === 'after' && isPaging(typeInfo.getFieldDef())),
          rules: { ...known.rules, ...(taker && restExtension(taker).schema) },
          description: known.description ?? (taker ? parameterDescription(taker, typeInfo.getFieldDef()) : undefined),
        });
      },
    }),
  );
  return usages;
}

/** Returns the input field that uses a variable, or the argument if the variable is not inside of an input object. */
function argumentOrFieldOf(
  parent: ASTNode,
  typeInfo: TypeInfo,
): GraphQLArgument | GraphQLInputField | undefined | null {
  if (parent.kind !== Kind.OBJECT_FIELD) return typeInfo.getArgument();
  const object = getNamedType(typeInfo.getParentInputType());
  return isInputObjectType(object) ? object.getFields()[parent.name.value] : undefined;
}

/** Descriptions of the page arguments in `/v1`, where a response has `next` instead of cursors. */
const pagingTexts: Readonly<Record<string, string>> = {
  first: 'Most items of the answer, 0 to 1000; default 50.',
  after: '`next.page` of the answer before; absent for the first items.',
};

function parameterDescription(
  taker: GraphQLArgument | GraphQLInputField,
  field: GraphQLField<unknown, unknown> | null | undefined,
): string | undefined {
  return (isPaging(field) ? pagingTexts[taker.name] : undefined) ?? fieldText(taker);
}

/** Reports whether a field returns a connection. */
function isPaging(field: GraphQLField<unknown, unknown> | null | undefined): boolean {
  const type = field && getNamedType(field.type);
  return isObjectType(type) && isConnection(type);
}
