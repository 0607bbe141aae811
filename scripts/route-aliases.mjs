import { convertFactory } from '@graphql-codegen/visitor-plugin-common';

// Plugin of the generator of typed documents. A stored operation with several routes is exported under the id of each
// route.

const pascal = convertFactory({});

/** Writes the exports for routes whose id differs from the name of their operation. */
export function plugin(_schema, documents) {
  const operations = documents
    .flatMap(({ document }) => document.definitions)
    .filter(({ kind }) => kind === 'OperationDefinition');
  return operations.flatMap((operation) => routeIds(operation).map((id) => printAlias(operation, id))).join('\n');
}

function routeIds({ directives = [] }) {
  const routes = directives.filter(({ name }) => name.value === 'route');
  return routes.flatMap((route) =>
    route.arguments.filter(({ name }) => name.value === 'id').map(({ value }) => value.value),
  );
}

function printAlias({ name, operation }, id) {
  const [from, to] = [pascal(name.value), pascal(id)];
  const kind = pascal(operation);
  return [
    `export type ${to}${kind}Variables = ${from}${kind}Variables;`,
    `export type ${to}${kind} = ${from}${kind};`,
    `export const ${to}Document = ${from}Document;`,
  ].join('\n');
}
