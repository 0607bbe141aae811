/** Requests that were numbered in this process: a number is never used again, whatever round, side or row asks. */
let numbers = 0;

/**
 * A request, or several in turn, each time with a new number, which changes nothing in the answer: GraphQL ignores variables
 * that are not declared, `/v1` ignores unknown parameters. A server can answer no such request from memory.
 * @returns a function that takes the turn, from 0; `count` is how many requests there are.
 */
export function numbered(request) {
  const makers = [request].flat().map(makerOf);
  return Object.assign((turn) => makers[turn % makers.length](numbers++), { count: makers.length });
}

function makerOf({ body, ...request }) {
  const { path } = request;
  if (body === undefined)
    return (number) => ({ ...request, path: `${path}${path.includes('?') ? '&' : '?'}number=${number}` });
  const { variables, ...others } = JSON.parse(body);
  return (number) => ({ ...request, body: JSON.stringify({ ...others, variables: { ...variables, number } }) });
}

/** The path of a request without its number. */
export function pathWithoutNumber(path) {
  return path.replace(/[?&]number=\d+$/, '');
}
