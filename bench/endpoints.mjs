import Fastify from 'fastify';
import { medianAndRange } from './compare.mjs';
import { load } from './dist.mjs';
import { range } from './report.mjs';

const rounds = 9;

/**
 * Prints by how much the stored operations delay the startup of the server. Measures all operations, and twice as many,
 * in alternating rounds.
 */
export async function reportEndpoints() {
  const { buildSchemas } = await load('app/schema.js');
  const { createOperationTable } = await load('api/rest/documents/table.js');
  const { restDocuments } = await load('app/rest-documents.js');
  const [schema, table] = [buildSchemas().internal, createOperationTable(restDocuments())];
  const twice = { ...table, operations: [...table.operations, ...table.operations.map(copyAtOtherPath)] };
  const taken = { once: [], twice: [] };
  for (let round = -1; round < rounds; round++) {
    for (const [name, one] of Object.entries({ once: table, twice })) {
      const milliseconds = await serve(schema, JSON.stringify(one));
      if (round >= 0) taken[name].push(milliseconds);
    }
  }
  const { length } = table.operations;
  console.log(`  ${length} operations, from their table to their routes: ${range(medianAndRange(taken.once), 1)} ms;`);
  console.log(`  ${length * 2}: ${range(medianAndRange(taken.twice), 1)} ms`);
}

function copyAtOtherPath({ id, route, ...row }) {
  return { ...row, id: `${id}Elsewhere`, route: { ...route, path: route.path.replace('/v1', '/v1/elsewhere') } };
}

async function serve(schema, text) {
  const { openEndpoints } = await load('api/rest/endpoints.js');
  const { registerRest } = await load('api/rest/register.js');
  const start = performance.now();
  const { endpoints } = openEndpoints(schema, JSON.parse(text));
  const app = Fastify({ routerOptions: { maxParamLength: 4096 } });
  registerRest(app, { endpoints, prepare: () => {}, run: () => {}, contextOf: () => {} });
  await app.ready();
  const taken = performance.now() - start;
  await app.close();
  return taken;
}
