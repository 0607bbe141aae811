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
import { fieldText, isNullable, type JsonSchema, restOf } from '../../inputs/extensions.js';
import { directiveOf } from './directives.js';
import type { Route } from './routes.js';
import { isConnection, type Scope } from './selections.js';

/** Where in a request a variable stands. */
type Place = 'path' | 'query' | 'body' | 'whole-body';

/** One variable of an endpoint. */
export interface RestVariable {
  /** Name in the operation: of a variable, or of a field of the input that it takes whole. */
  name: string;
  /** The variable that holds it, where it is a field of an input. */
  input?: string;
  /** Name in the request. */
  wireName: string;
  /** Second name of a query parameter. */
  alias?: string | undefined;
  /** The parameter is a cursor of a list: empty text asks for the first page, as without the parameter. */
  emptyIsAbsent?: boolean;
  place: Place;
  type: GraphQLInputType;
  /** It must be there: non-null and without a default. */
  required: boolean;
  /** Null may be sent: the type allows it, and so does every argument that takes it, or the field that it is. */
  nullable: boolean;
  /** Default as JSON, enum values by name; undefined where there is none. */
  defaultValue: unknown;
  /** Rules beside those of the type: of `@rule`, of the arguments that take the variable, of the field that it is. */
  rules: JsonSchema;
  /** Description of the first argument that takes it, or of the field that it is. */
  description: string | undefined;
}

/**
 * The variables of an operation and where a request has them. The input of a mutation that is taken whole counts as its
 * fields.
 * @throws Error for two with one name in one place, a whole body beside members of the body, a name of the path that
 * nothing takes.
 */
export function variablesOf(
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
    if (name === wholeInput && isInputObjectType(input)) return fieldsOf(input, route, own);
    return [variableOf(definition, { route, usage: usages.get(name) ?? noUsage, type })];
  });
  const fault = faultOf(variables, route);
  if (fault) throw new Error(`${node.name!.value}: ${fault}`);
  return inOrder(variables, route);
}

/** Those of the path first, in its order. */
function inOrder(variables: readonly RestVariable[], { parameters }: Route): RestVariable[] {
  const inPath = parameters.map((name) => variables.find((one) => one.place === 'path' && one.wireName === name)!);
  return [...inPath, ...variables.filter(({ place }) => place !== 'path')];
}

/** The variable that is an input as the graph has it. */
const wholeInput = 'input';

function faultOf(variables: readonly RestVariable[], { parameters }: Route): string | undefined {
  const places = variables.map(({ place, wireName }) => `${place} ${wireName}`);
  const twice = places.find((place, index) => places.indexOf(place) !== index);
  if (twice) return `two variables are the ${twice}`;
  const lost = parameters.find((parameter) => !places.includes(`path ${parameter}`));
  if (lost) return `{${lost}} in its path is no variable`;
  const hasWhole = variables.some(({ place }) => place === 'whole-body');
  if (hasWhole && variables.some(({ place }) => place === 'body'))
    return 'a whole body leaves no room for members of the body';
  return undefined;
}

/** The fields of an input: the path has those that it names, the body the others or is one, but for what the graph alone takes. */
function fieldsOf(input: GraphQLInputObjectType, route: Route, own: ReadonlySet<string>): RestVariable[] {
  const all = input.getFields();
  const parameterOf = new Map(
    route.parameters.filter((name) => !own.has(name)).map((name) => [fieldOf(name, route, all), name]),
  );
  const absent = new Set(route.absent.map((name) => fieldOf(name, route, all)));
  return Object.values(all)
    .filter((field) => !restOf(field).graphOnly && !absent.has(field.name))
    .map((field): RestVariable => {
      const parameter = parameterOf.get(field.name);
      const { schema, name = field.name, wholeBody, required } = restOf(field);
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

/** The field that takes a name of the path: `space` takes `spaceId`. */
function fieldOf(parameter: string, { fields }: Route, all: object): string {
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
    alias: place === 'query' ? restOf(getNamedType(type)).alias : undefined,
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

function placeOf(name: string, given: string | undefined, { parameters, method }: Route): Place {
  if (parameters.includes(name)) return 'path';
  if (given) return given.toLowerCase().replace('_', '-') as Place;
  return method === 'GET' || method === 'DELETE' ? 'query' : 'body';
}

/** What the arguments that take a variable say of it. */
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
        const taker = takerOf(parent as ASTNode, typeInfo);
        usages.set(name.value, {
          nullable: known.nullable && !isNonNullType(typeInfo.getInputType()),
          isCursor: known.isCursor || (taker?.name === 'after' && isPaging(typeInfo.getFieldDef())),
          rules: { ...known.rules, ...(taker && restOf(taker).schema) },
          description: known.description ?? (taker ? textOf(taker, typeInfo.getFieldDef()) : undefined),
        });
      },
    }),
  );
  return usages;
}

/** What takes a variable: a member of an input object, or else the argument. */
function takerOf(parent: ASTNode, typeInfo: TypeInfo): GraphQLArgument | GraphQLInputField | undefined | null {
  if (parent.kind !== Kind.OBJECT_FIELD) return typeInfo.getArgument();
  const object = getNamedType(typeInfo.getParentInputType());
  return isInputObjectType(object) ? object.getFields()[parent.name.value] : undefined;
}

/** What the arguments of a connection are in an answer that has `next` and no cursors. */
const pagingTexts: Readonly<Record<string, string>> = {
  first: 'Most items of the answer, 0 to 1000; default 50.',
  after: '`next.page` of the answer before; absent for the first items.',
};

function textOf(
  taker: GraphQLArgument | GraphQLInputField,
  field: GraphQLField<unknown, unknown> | null | undefined,
): string | undefined {
  return (isPaging(field) ? pagingTexts[taker.name] : undefined) ?? fieldText(taker);
}

/** Whether a field returns pages of a list. */
function isPaging(field: GraphQLField<unknown, unknown> | null | undefined): boolean {
  const type = field && getNamedType(field.type);
  return isObjectType(type) && isConnection(type);
}
