import { join } from 'node:path';
import { compare } from './compare.mjs';
import { dataOf, requireSame } from './load.mjs';
import { numbered } from './numbered.mjs';
import { reportComparison } from './report.mjs';
import { startServer } from './serve.mjs';
import { seed, withFolder } from './world.mjs';

const request = {
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: '{ __typename }' }),
};

/** Compares the cost of a request through the whole GraphQL pipeline with a handler that returns a constant. */
export default function graphqlOverHttp() {
  return withFolder(async (folder) => {
    const url = `file:${join(folder, 'bench.db')}`;
    const { token } = await seed(url);
    const [ours, bare] = await Promise.all([startServer('docgraph', { url }), startServer('bare-json')]);
    const withToken = { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
    try {
      await requireSame({ ...ours, request }, { ...bare, request }, dataOf);
      const anonymous = await compare({ ...ours, request }, { ...bare, request });
      reportComparison(anonymous, { against: 'a bare Fastify handler', target: 0.4 });
      console.log('  the same with an access token, which takes a query:');
      const known = await compare({ ...ours, request: numbered(withToken) }, { ...bare, request: withToken });
      reportComparison(known, { against: 'a bare Fastify handler' });
    } finally {
      await Promise.all([ours.stop(), bare.stop()]);
    }
  });
}
