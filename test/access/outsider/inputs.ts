import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
} from 'graphql';
import { schema } from '../../support/shared-schema.js';

/** Names of strings that are ids, although their type is not `ID`. */
const textIds: Record<string, string> = {
  changeRequest: 'changeRequest',
  changeRequestId: 'changeRequest',
  template: 'space',
  add: 'user',
  remove: 'user',
};

/** Function that returns the id for an input field with a given name. */
export type IdFor = (name: string) => string;

/** A call of a root field: the query and its variables. */
export interface Call {
  name: string;
  query: string;
  variables: Record<string, unknown>;
}

/** Returns one call of every mutation, with an id in every field that accepts one. */
export function mutationCalls(idFor: IdFor): Call[] {
  return Object.values(schema.getMutationType()!.getFields()).flatMap(({ name, args }) => {
    const { type } = args.find((argument) => argument.name === 'input')!;
    const query = `mutation ($input: ${type}) { ${name}(input: $input) { __typename } }`.replace(/: (\w+)\)/, ': $1!)');
    return variantsOf(type).map((variant) => ({
      name: `${name} ${variant ?? ''}`.trim(),
      query: query.replace('!!', '!'),
      variables: { input: sampleInput(type, { name: 'input', idFor, variant }) },
    }));
  });
}

/** Returns calls of the fields of a type that accept ids. Each call has one id argument and the required arguments. */
export function fieldCalls(type: string, idFor: IdFor): { name: string; text: string }[] {
  const fields = (schema.getType(type) as { getFields(): Record<string, GraphQLField<unknown, unknown>> }).getFields();
  return Object.values(fields).flatMap((field) => {
    const takesId = field.args.filter(({ name, type: argument }) => isId(name, argument));
    const inner = isLeafType(getNamedType(field.type)) ? '' : ` { __typename${listText(field)} }`;
    const filtered = filtersById(field).map((name) => ({
      name: `${field.name}.filter.${name}`,
      text: `${field.name}(filter: { ${name}: ${JSON.stringify(idFor(textIds[name] ?? name))} })${inner}`,
    }));
    const named = takesId.map((argument) => {
      const given = field.args.filter((one) => one === argument || String(one.type).endsWith('!'));
      const texts = given.map(({ name, type: of }) => `${name}: ${literal(of, { name, idFor })}`);
      return { name: `${field.name}.${argument.name}`, text: `${field.name}(${texts.join(', ')})${inner}` };
    });
    return [...named, ...filtered];
  });
}

/** Returns the fields of the filter of a list that accept an id. */
function filtersById({ args }: GraphQLField<unknown, unknown>): string[] {
  const filter = getNullableType(args.find(({ name }) => name === 'filter')?.type);
  if (!isInputObjectType(filter)) return [];
  return Object.values(filter.getFields())
    .filter(({ name, type }) => isId(name, type))
    .map(({ name }) => name);
}

const listText = (field: GraphQLField<unknown, unknown>): string =>
  getNamedType(field.type).name.endsWith('Connection') ? ' totalCount nodes { __typename }' : '';

interface Place {
  name: string;
  idFor: IdFor;
  /**
   * Field to send, if the input accepts only one of several fields. Each kind of content change is sent once.
   */
  variant?: string | undefined;
}

const isId = (name: string, type: GraphQLInputType): boolean => getNamedType(type).name === 'ID' || name in textIds;

/**
 * Returns the fields of an input that exclude each other: the input accepts only one of them. These are the kinds of
 * content changes, or the space and collection of an invite link or grant. Returns `[undefined]` for other inputs.
 */
function variantsOf(type: GraphQLInputType): (string | undefined)[] {
  const { name } = getNamedType(type);
  if (/^Update(ChangeRequest|Space)ContentInput$/.test(name))
    return ['deletePage', 'insertPage', 'updatePage', 'revertPage'];
  if (/^(CreateInviteLink|AddGrants|UpdateGrant|RemoveGrant)Input$/.test(name)) return ['space', 'collection'];
  return [undefined];
}

function sampleInput(type: GraphQLInputType, place: Place): unknown {
  const { name, idFor, variant } = place;
  const inner = getNullableType(type);
  if (isListType(inner)) return [sampleInput(inner.ofType, place)];
  if (isEnumType(inner)) return inner.getValues()[0]!.name;
  if (inner.name === 'ApplySpaceTemplate') return { id: idFor('space') };
  if (isId(name, inner) && isLeafType(inner)) return idFor(textIds[name] ?? name);
  if (name === 'email' || name === 'emails') return 'new@acme.test';
  if (!isInputObjectType(inner)) return sampleScalar(inner.name);
  const fields = Object.values(inner.getFields());
  const isIncluded = (field: (typeof fields)[number]): boolean => {
    const excluded = ['space', 'collection'].includes(field.name) && ['space', 'collection'].includes(variant ?? '');
    if (inner.isOneOf) return field.name === (variant ?? fields[0]!.name);
    if (excluded && !String(field.type).endsWith('!')) return field.name === variant;
    if (variant === 'space' || variant === 'collection') return field.name !== 'role';
    return String(field.type).endsWith('!') || isId(field.name, field.type) || ['role', 'emails'].includes(field.name);
  };
  return Object.fromEntries(
    fields.filter(isIncluded).map((field) => [field.name, sampleInput(field.type, { ...place, name: field.name })]),
  );
}

function sampleScalar(type: string): unknown {
  if (type === 'JSONDocument') return { object: 'document', data: { schemaVersion: 1 }, nodes: [] };
  const values: Record<string, unknown> = { Boolean: true, Int: 1, Float: 1, DateTime: '2030-01-01T00:00:00Z' };
  return values[type] ?? 'Text';
}

function literal(type: GraphQLInputType, place: Place): string {
  if (isEnumType(getNamedType(type))) return String(sampleInput(type, place));
  return JSON.stringify(sampleInput(type, place));
}
