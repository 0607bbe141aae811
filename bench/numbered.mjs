/** How many numbers this process has used. No number is used twice. */
let numbers = 0;

/**
 * Adds a unique number to each request, so that a server cannot respond from a cache. The number does not change the
 * response: GraphQL ignores undeclared variables, and `/v1` ignores unknown parameters.
 * @param request a request, or several that alternate
 * @returns a function that takes the index of the request, from 0; its `count` is the number of requests
 */
export function numbered(request) {
  const makers = [request].flat().map(requestMaker);
  return Object.assign((turn) => makers[turn % makers.length](numbers++), { count: makers.length });
}

function requestMaker({ body, ...request }) {
  const { path } = request;
  if (body === undefined)
    return (number) => ({ ...request, path: `${path}${path.includes('?') ? '&' : '?'}number=${number}` });
  const { variables, ...others } = JSON.parse(body);
  return (number) => ({ ...request, body: JSON.stringify({ ...others, variables: { ...variables, number } }) });
}

/** Returns the path of a request without its number. */
export function pathWithoutNumber(path) {
  return path.replace(/[?&]number=\d+$/, '');
}
