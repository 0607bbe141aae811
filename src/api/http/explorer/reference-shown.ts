import type { ApiOperation } from '../../rest/openapi/api-operations.js';

// These functions run in the browser. Their source code is sent, so each may use only its parameters.

/**
 * Returns a curl command for the sample of an operation. It works without changes if the shell variable `TOKEN`
 * contains an access token.
 */
export function curlOf({ method, address, body }: ApiOperation, origin: string): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = [`curl -X ${method} ${quoted(origin + address)}`, '-H "Authorization: Bearer $TOKEN"'];
  if (body !== undefined)
    lines.push(`-H ${quoted('Content-Type: application/json')}`, `-d ${quoted(JSON.stringify(body))}`);
  return lines.join(' \\\n  ');
}

/** Returns the titles and texts to show next to an operation. */
export function operationDetails(
  { may, query, variables, refusals = [] }: ApiOperation,
  curl: string,
): { title: string; text: string; open?: boolean }[] {
  const roles: Record<string, string> = { anyone: 'anyone with a token', member: 'any member, guests too' };
  return [
    { title: `For ${roles[may ?? 'anyone'] ?? `the role ${may} and above`}: curl`, text: curl, open: true },
    {
      title: refusals.length > 0 ? 'Its operation in GraphQL, which runs here alone' : 'Its operation in GraphQL',
      text: [...refusals.map((why) => `# The graph refuses it from clients: ${why}.`), query].join('\n'),
    },
    { title: 'Variables of the operation', text: JSON.stringify(variables, null, 2) },
  ];
}
