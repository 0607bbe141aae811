import { contexts, exactContexts, graphqlReads, ignoredReads, queries } from './reads.mjs';

/**
 * Reads everything that `/v1` of a version shows of the objects of a world, and a fixed set of queries.
 * @returns for each read the operation, the method, the path, the body, and the response
 */
export async function readAnswers(server, { ids }) {
  const answers = [];
  for (const read of [...restReads(server.routes, ids), ...graphqlRequests(ids)]) {
    const { status, body } = await server.call(read.method, read.path, read);
    // An earlier version may lack a field of a query.
    if (read.method === 'POST' && (status !== 200 || body.errors)) continue;
    answers.push({ ...read, status, response: body });
  }
  return answers;
}

function restReads(routes, ids) {
  const reads = new Map();
  const add = (operation, { method, path }, values) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => values[name]);
    for (const query of queries[operation] ?? ['']) {
      reads.set(filled + query, { operation, method, path: filled + query });
    }
  };
  for (const [operation, route] of routes) {
    if (route.method !== 'GET' || ignoredReads.test(operation)) continue;
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const whole = contexts.map((context) => ({ ...ids, ...resolve(context, ids) }));
    for (const values of whole) if (names.every((name) => values[name] !== undefined)) add(operation, route, values);
    const exact = exactContexts.filter((context) => names.toSorted().join() === Object.keys(context).toSorted().join());
    for (const context of exact) add(operation, route, resolve(context, ids));
  }
  return [...reads.values()];
}

/** Returns the values of a context. */
function resolve(context, ids) {
  const entries = Object.entries(context).map(([name, value]) => [
    name,
    value.startsWith('=') ? ids[value.slice(1)] : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function graphqlRequests({ organizationId, spaceId }) {
  return Object.entries(graphqlReads).map(([operation, query]) => {
    const text = query
      .replaceAll('$organization', JSON.stringify(organizationId))
      .replaceAll('$space', JSON.stringify(spaceId));
    return { operation, method: 'POST', path: '/graphql', body: { query: text } };
  });
}
