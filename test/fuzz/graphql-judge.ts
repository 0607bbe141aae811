import { findLeaks } from '../access/outsider/client.js';
import type { Operation } from './graphql-requests.js';
import { send } from './send.js';
import type { World } from './world.js';

interface GraphqlError {
  message: string;
  extensions?: { code?: string; requestId?: string };
}

/** Sends an operation as the admin and returns the faults of the response; empty if there are none. */
export async function faultsOf(world: World, operation: Operation): Promise<string[]> {
  const sent = JSON.stringify(operation);
  const headers = {
    authorization: `Bearer ${world.tokens.admin}`,
    'content-type': 'application/json',
    accept: 'application/graphql-response+json',
  };
  const { status, text } = await send(world.test, { method: 'POST', url: '/graphql', headers, payload: sent });
  const { data, errors = [], ...rest } = JSON.parse(text) as { data?: unknown; errors?: GraphqlError[] };
  const written = await world.database.changed();
  const mayWrite = operation.query.startsWith('mutation') && (errors.length === 0 || Boolean(data));
  return [
    ...(status === 200 || status === 400 ? [] : [`status ${status}`]),
    ...Object.keys(rest).filter((name) => name !== 'extensions'),
    ...(data === undefined && errors.length === 0 ? ['it has neither data nor errors'] : []),
    ...errors.flatMap(faultsOfError),
    ...(!mayWrite && written.length > 0 ? [`it has written ${written.join(', ')}`] : []),
    ...findLeaks(text, { secrets: world.secrets, sent }).map((secret) => `it shows ${secret}`),
  ].map((fault) => `${fault}: ${status} ${text.slice(0, 400)}`);
}

function faultsOfError({ message, extensions }: GraphqlError): string[] {
  const { code, requestId } = extensions ?? {};
  return [
    ...(code === undefined || code === 'INTERNAL' ? [`code ${code}`] : []),
    ...(/^req_/.test(requestId ?? '') ? [] : ['an error without requestId']),
    ...(showsInternals(message) ? ['it shows internals'] : []),
  ];
}

/** Reports whether a message contains words of libraries, of the database or of a stack trace. */
export function showsInternals(message: string): boolean {
  return /\n {4}at |node_modules|SQLITE|prisma|\[object Object/i.test(message);
}
