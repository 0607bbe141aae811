/**
 * A request, or several in turn, by its number, which changes nothing in the answer: GraphQL passes over variables that are not
 * declared, `/v1` over parameters. What is asked again while nothing is written is answered from memory; these are made anew.
 */
export function numbered(request) {
  const makers = [request].flat().map(makerOf);
  // How many they are, for whoever compares their answers.
  return Object.assign((number) => makers[number % makers.length](number), { count: makers.length });
}

function makerOf({ body, ...request }) {
  const { path } = request;
  if (body === undefined)
    return (number) => ({ ...request, path: `${path}${path.includes('?') ? '&' : '?'}number=${number}` });
  const { query, variables } = JSON.parse(body);
  return (number) => ({ ...request, body: JSON.stringify({ query, variables: { ...variables, number } }) });
}
