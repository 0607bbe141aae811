import { type Comparison, compareSchemas, type Detail, type Direction, type Found } from './compare-schemas.js';
import type { Contents, Operation, Parameter } from './interface.js';

/** The differences of two operations that are one by their keys. */
export function compareOperations(comparison: Comparison, one: Operation, other: Operation): Found[] {
  return [
    ...parameterDetails(comparison, one, other),
    ...bodyDetails(comparison, one, other),
    ...responseDetails(comparison, one, other),
    ...(one.isOpen && !other.isOpen ? [breaking('security', 'a credential is needed now')] : []),
    ...(!one.isOpen && other.isOpen ? [harmless('security', 'no credential is needed any more')] : []),
    ...(!one.isDeprecated && other.isDeprecated ? [harmless('operation', 'it is deprecated now')] : []),
  ];
}

function breaking(at: string, message: string): Detail {
  return { at, message, isBreaking: true };
}

function harmless(at: string, message: string): Detail {
  return { at, message, isBreaking: false };
}

/** Those of the path are known by their order: their names are nothing that callers send. */
function keyed({ path, parameters }: Operation): Map<string, Parameter> {
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  return new Map(
    [...parameters].map(([key, parameter]) =>
      parameter.place === 'path' && names.includes(parameter.name)
        ? [`path ${names.indexOf(parameter.name)}`, parameter]
        : [key, parameter],
    ),
  );
}

function parameterDetails(comparison: Comparison, one: Operation, other: Operation): Found[] {
  const [before, after] = [keyed(one), keyed(other)];
  const details: Found[] = [];
  for (const [key, parameter] of before) {
    const at = `${parameter.place} ${parameter.name}`;
    const same = after.get(key);
    if (!same) details.push(breaking(at, 'the parameter was removed'));
    else {
      if (!parameter.isRequired && same.isRequired) details.push(breaking(at, 'the parameter is required now'));
      if (parameter.isRequired && !same.isRequired) details.push(harmless(at, 'the parameter may be absent now'));
      const schemas = { before: parameter.schema, after: same.schema, direction: 'request' as const, at };
      details.push(...compareSchemas(comparison, schemas));
    }
  }
  for (const [key, { place, name, isRequired }] of after) {
    if (before.has(key)) continue;
    const [at, message] = [`${place} ${name}`, `the ${isRequired ? 'required' : 'optional'} parameter was added`];
    details.push(isRequired ? breaking(at, message) : harmless(at, message));
  }
  return details;
}

function bodyDetails(comparison: Comparison, { body: one }: Operation, { body: other }: Operation): Found[] {
  if (!one && !other) return [];
  if (!other) return [breaking('body', 'the body was removed')];
  if (!one) {
    const message = `the ${other.isRequired ? 'required' : 'optional'} body was added`;
    return [other.isRequired ? breaking('body', message) : harmless('body', message)];
  }
  const details: Found[] = [];
  if (!one.isRequired && other.isRequired) details.push(breaking('body', 'the body is required now'));
  if (one.isRequired && !other.isRequired) details.push(harmless('body', 'the body may be absent now'));
  const contents = { before: one.contents, after: other.contents };
  return [...details, ...contentDetails(comparison, contents, { direction: 'request', at: 'body' })];
}

function responseDetails(comparison: Comparison, one: Operation, other: Operation): Found[] {
  const details: Found[] = [];
  for (const [status, { contents }] of one.responses) {
    const at = `response ${status}`;
    const same = other.responses.get(status);
    if (same) {
      const pair = { before: contents, after: same.contents };
      details.push(...contentDetails(comparison, pair, { direction: 'response', at }));
    } else {
      const isSuccess = /^(2|default$)/.test(status);
      details.push((isSuccess ? breaking : harmless)(at, 'the response was removed'));
    }
  }
  for (const status of other.responses.keys())
    if (!one.responses.has(status)) details.push(harmless(`response ${status}`, 'the response was added'));
  return details;
}

function contentDetails(
  comparison: Comparison,
  { before, after }: { before: Contents; after: Contents },
  { direction, at }: { direction: Direction; at: string },
): Found[] {
  const details: Found[] = [];
  for (const [type, schema] of before) {
    const here = `${at} ${type}`;
    const same = after.get(type);
    if (same === undefined) details.push(breaking(here, 'the media type was removed'));
    else details.push(...compareSchemas(comparison, { before: schema, after: same, direction, at: here }));
  }
  for (const type of after.keys())
    if (!before.has(type)) details.push(harmless(`${at} ${type}`, 'the media type was added'));
  return details;
}
