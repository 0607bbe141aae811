import { Ajv, type ValidateFunction } from 'ajv';
import { findLeaks } from '../access/outsider/client.js';
import type { Operation } from './described-operations.js';
import { showsInternals } from './graphql-judge.js';
import type { Schema } from './json-values.js';
import type { Answer, Request } from './send.js';
import type { World } from './world.js';

/** Statuses of requests that are refused before they reach an operation; documented once for all operations. */
const commonStatuses = [404, 405, 413, 414, 415, 431];

/** Returns the faults of a response; empty if there are none. */
export type ResponseChecker = (operation: Operation, request: Request, answer: Answer) => Promise<string[]>;

/** Creates the judge of responses of `/v1`. */
export function createChecker(world: World, document: Schema): ResponseChecker {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, 'document:');
  const known = new Map<Schema, ValidateFunction>();
  const validatorOf = (schema: Schema): ValidateFunction => {
    const found = known.get(schema) ?? ajv.compile(withRoot(schema) as Schema);
    known.set(schema, found);
    return found;
  };
  return async (operation, request, answer) => {
    const { status, text } = answer;
    const written = await world.database.changed();
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const sent = decoded(request.url) + JSON.stringify(request.payload ?? '');
    return [
      ...(status >= 500 ? [`status ${status}`] : []),
      ...(status >= 500 || status in operation.answers || commonStatuses.includes(status)
        ? []
        : [`status ${status} is not described`]),
      ...(status >= 400 ? refusalFaults(answer) : []),
      ...((status >= 400 || reads) && written.length > 0 ? [`it has written ${written.join(', ')}`] : []),
      ...(status < 400 ? schemaFaults(operation.answers[status], { text, validatorOf }) : []),
      ...findLeaks(text, { secrets: world.secrets, sent }).map((secret) => `it shows ${secret}`),
    ];
  };
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/**
 * Checks that a refusal is `{ error: { code: <status>, message } }` without other members, and has a meaningful
 * message.
 */
function refusalFaults({ status, headers, text }: Answer): string[] {
  const faults: string[] = [];
  if (!/^application\/json; charset=utf-8$/.test(String(headers['content-type']))) faults.push('its type is not JSON');
  if (!/^req_[0-9a-z]{26}$/.test(String(headers['x-request-id']))) faults.push('it has no X-Request-Id');
  const body = parsed(text) as { error?: { code?: unknown; message?: unknown } } | undefined;
  const { code, message } = body?.error ?? {};
  const whole = Object.keys(body ?? {}).join() === 'error' && Object.keys(body?.error ?? {}).join() === 'code,message';
  if (!whole || code !== status) faults.push(`it is no error as described: ${text.slice(0, 200)}`);
  if (typeof message !== 'string' || message.length < 8) faults.push('its message says nothing');
  if (showsInternals(String(message))) faults.push('it shows internals');
  return faults;
}

function schemaFaults(
  schema: Schema | undefined,
  { text, validatorOf }: { text: string; validatorOf(schema: Schema): ValidateFunction },
): string[] {
  if (!schema) return text === '' ? [] : ['it has a body'];
  const validate = validatorOf(schema);
  if (validate(parsed(text))) return [];
  return (validate.errors ?? []).slice(0, 3).map(({ instancePath, message }) => `its body${instancePath} ${message}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Makes references in a part of the document absolute, so that the part can be compiled alone. */
function withRoot(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRoot);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) =>
    name === '$ref' && typeof one === 'string' ? [name, `document:${one}`] : [name, withRoot(one)],
  );
  return Object.fromEntries(entries);
}
