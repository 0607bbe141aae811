import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Pause of a client between two requests, so that the load leaves CPU time to the servers. */
const pauseMs = 20;

/**
 * Sends requests through a proxy until `stop`: reads of `/v1`, queries, writes and published pages, from some clients
 * that keep their connections. A request counts as refused unless its status is 200. Like a browser, a client repeats a
 * request once if the proxy closed the idle connection before it responded.
 */
export function startTraffic({ port, host, token, organization, page }, clients = 4) {
  const counts = { requests: 0, writes: 0, repeated: 0, refused: [], slowest: 0 };
  let isOver = false;
  const authorization = `Bearer ${token}`;
  const post = (query) => ({ method: 'POST', path: '/graphql', body: JSON.stringify({ query }), authorization });
  const create = `mutation { createTeam(input: { organization: "${organization}", title: "Team" }) { team { id } } }`;
  const mix = [
    () => ({ method: 'GET', path: '/v1/user', authorization }),
    () => post('{ viewer { displayName } }'),
    () => ({ method: 'GET', path: page }),
    () => post(create),
  ];
  const runClient = async (first) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false, servername: host });
    for (let index = first; !isOver; index++) {
      await send(mix[index % mix.length](), agent);
      await sleep(pauseMs);
    }
    agent.destroy();
  };
  const send = async (one, agent) => {
    const start = performance.now();
    const again = (error) => {
      if (!error.isRepeatable) throw error;
      counts.repeated += 1;
      return receive({ ...one, port, host }, agent);
    };
    const sending = receive({ ...one, port, host }, agent).catch(again);
    const answer = await sending.catch(({ code, message }) => code ?? message);
    counts.requests += 1;
    if (one.body?.includes('mutation')) counts.writes += 1;
    if (answer !== 'ok') counts.refused.push(`${one.method} ${one.path.slice(0, 20)}: ${answer}`);
    counts.slowest = Math.max(counts.slowest, performance.now() - start);
  };
  const running = Array.from({ length: clients }, (_, index) => runClient(index));
  return {
    async stop() {
      isOver = true;
      await Promise.all(running);
      return counts;
    },
  };
}

/** Resolves to `ok`, or to the status and the text of a response that is a refusal. */
function receive({ port, host, method, path, body, authorization }, agent) {
  const headers = { host, 'content-type': 'application/json', ...(authorization && { authorization }) };
  const judge = (status, received) =>
    status === 200 && !received.startsWith('{"errors"') ? 'ok' : `${status} ${received.slice(0, 200)}`;
  return new Promise((resolve, reject) => {
    const sending = request({ host: '127.0.0.1', port, method, path, headers, agent, timeout: 30_000 }, (answer) =>
      text(answer).then((received) => resolve(judge(answer.statusCode, received)), reject),
    );
    sending.on('error', (error) => reject(Object.assign(error, { isRepeatable: sending.reusedSocket })));
    sending.on('timeout', () => sending.destroy(new Error('no response in 30 s')));
    sending.end(body);
  });
}
