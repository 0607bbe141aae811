import { type GraphQLInputType, getNamedType, getNullableType, isListType, isScalarType } from 'graphql';
import { ownMember } from '../../../engine/base/own-member.js';
import { AppError, badInput, notFound } from '../../../platform/base/errors.js';
import { restExtension } from '../../inputs/extensions.js';
import { compileRules } from '../../inputs/rules.js';
import type { Convert } from '../../inputs/scalars.js';
import { assertText } from '../../inputs/scalars.js';
import type { Route } from '../documents/routes.js';
import type { RestVariable } from '../documents/variables.js';
import { type CompileInput, refuseUnknown, requireObject } from './inputs.js';
import { refuseMisspelledMembers } from './misspelled-members.js';
import { compileText } from './texts.js';

/** The parts of a request that contain input. */
export interface RequestParts {
  params: Record<string, string | undefined>;
  query: Record<string, string | string[] | undefined>;
  /** Parsed JSON; undefined if the body is missing or empty. */
  body: unknown;
}

/** Values of variables by name, as JSON; an absent variable has no key. */
export type Variables = Record<string, unknown>;

/** Reads the variables of an operation from a request. An absent variable has no key, unless it has a default. */
export type ReadRequest = (request: RequestParts) => Variables;

/**
 * Compiles the function that reads an operation's requests. It throws AppError NOT_FOUND for a path that cannot
 * identify any object, and BAD_USER_INPUT for any other broken rule.
 */
export function compileRequest(route: Route, variables: readonly RestVariable[], compile: CompileInput): ReadRequest {
  const readers = variables.map((variable) => compileReader(variable, route, compile));
  const checkBody = compileBody(route, variables);
  const defaults = variables.filter(({ defaultValue }) => defaultValue !== undefined);
  return (request) => {
    const values: Variables = {};
    for (const { name, defaultValue } of defaults) values[name] = defaultValue;
    const body = checkBody(request.body);
    for (const read of readers) read({ ...request, body }, values);
    return values;
  };
}

type Reader = (request: RequestParts, values: Variables) => void;

function compileReader(variable: RestVariable, route: Route, compile: CompileInput): Reader {
  const read = compileMember(variable, route, compile);
  const { input } = variable;
  if (input === undefined) return read;
  return (request, values) => {
    values[input] ??= {};
    read(request, values[input] as Variables);
  };
}

function compileMember(variable: RestVariable, route: Route, compile: CompileInput): Reader {
  const { name, wireName, place } = variable;
  const convert = compileValue(variable, compile);
  if (place === 'path') return compilePath(variable, convert, route);
  const present = (value: unknown, values: Variables) => {
    if (value !== undefined) values[name] = convert(value, wireName);
    else if (variable.required) throw badInput(wireName, `\`${wireName}\` is required`);
  };
  if (place === 'query') return ({ query }, values) => present(queryValue(variable, query), values);
  if (place === 'whole-body') return ({ body }, values) => present(body, values);
  return ({ body }, values) => present(ownMember((body ?? {}) as Record<string, unknown>, wireName), values);
}

/**
 * Returns the text of a query parameter, by its name or alternative name. Returns undefined if it is absent, or if it
 * is empty and `emptyIsAbsent`.
 */
function queryValue(
  { wireName, alias, emptyIsAbsent }: RestVariable,
  query: RequestParts['query'],
): string | string[] | undefined {
  const given = [ownMember(query, wireName), alias && ownMember(query, alias)]
    .flat()
    .filter((text) => text !== undefined);
  if (given.length > 1) return given as string[];
  return emptyIsAbsent && given[0] === '' ? undefined : (given[0] as string | undefined);
}

/**
 * Compiles the conversion of one value: first text (in path and query), then null, the rules and the type. If the whole
 * body is a list, a single item is accepted as a list of one item.
 */
export function compileValue(
  variable: Pick<RestVariable, 'type' | 'place' | 'rules' | 'nullable'>,
  compile: CompileInput,
): Convert {
  const isText = variable.place === 'path' || variable.place === 'query';
  const read = isText ? compileText(variable.type) : undefined;
  const check = Object.keys(variable.rules).length ? compileRules(variable.rules) : undefined;
  const convert = compile(variable.type);
  const mayBeSingle = variable.place === 'whole-body' && isListType(getNullableType(variable.type));
  return (wire, at) => {
    if (isText) assertText(wire, at);
    const value = read ? read(wire as string | string[], at) : mayBeSingle && !Array.isArray(wire) ? [wire] : wire;
    if (value === null && !variable.nullable) throw badInput(at, `\`${at}\` must not be null`);
    if (value !== null) check?.(value, at);
    return convert(value, at);
  };
}

/**
 * Compiles the reading of a path parameter. If the text breaks the rule of its type, PUT and PATCH report the rule;
 * other methods report NOT_FOUND.
 */
function compilePath({ name, wireName, type }: RestVariable, convert: Convert, route: Route): Reader {
  const isRest = wireName === route.rest;
  const limit = isRest ? 4096 : 255;
  const reportsRule = (route.method === 'PUT' || route.method === 'PATCH') && hasRule(type);
  return ({ params }, values) => {
    const text = isRest ? withoutEmptySegments(params['*'] ?? '') : params[wireName]!;
    if (!reportsRule && (text.length > limit || /\p{Cc}/u.test(text))) throw notFoundText(text);
    try {
      values[name] = convert(text, wireName);
    } catch (error) {
      throw error instanceof AppError && !reportsRule ? notFoundText(text) : error;
    }
  };
}

/** Reports whether a type has a documented rule, such as a pattern. */
function hasRule(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  return isScalarType(named) && restExtension(named).schema !== undefined;
}

/** Removes leading, trailing and doubled slashes from a path. */
function withoutEmptySegments(path: string): string {
  return path.split('/').filter(Boolean).join('/');
}

/** Returns the NOT_FOUND error for a text that cannot be an id; the message contains the shortened text. */
function notFoundText(text: string): AppError {
  return notFound(
    'object',
    [...text.slice(0, 510)]
      .slice(0, 255)
      .join('')
      .replace(/\p{Surrogate}/gu, '\u{fffd}'),
  );
}

function compileBody(route: Route, variables: readonly RestVariable[]): (body: unknown) => unknown {
  if (route.method === 'GET' || variables.some(({ place }) => place === 'whole-body')) return (body) => body;
  const names = new Set(variables.filter(({ place }) => place === 'body').map(({ wireName }) => wireName));
  return (body) => {
    if (body === undefined) return body;
    const given = requireObject(body, 'body');
    if (route.freeProperties) refuseMisspelledMembers(given, names, route.misnomers);
    else refuseUnknown(given, names, '');
    return given;
  };
}
