import { Pool } from 'undici';

/** Connections that are kept busy, one request at a time each. */
const connections = 24;

/** Sends requests as `load` does; answers how many a second. */
export async function requestsPerSecond(side, limits) {
  return (await load(side, limits)).rate;
}

/**
 * Sends one request over and over, several in turn, or the one that a function makes for each number, on kept-alive connections without pipelining, for `seconds` or
 * `atMost` requests. Answers the requests per second, and the milliseconds within which 99 of 100 were answered. Loopback
 * only. @throws where an answer is not a 200.
 */
export async function load({ port, request }, { seconds, atMost = 1_000_000 }) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
  const requests = [request].flat();
  const numbered = typeof request === 'function' ? request : (number) => requests[number % requests.length];
  try {
    const start = performance.now();
    const deadline = start + seconds * 1000;
    const taken = [];
    let sent = 0;
    const sendInTurn = async () => {
      // One look at the clock per request: the end of one is the start of the next.
      for (let now = performance.now(); now < deadline && sent < atMost; ) {
        await send(pool, numbered(sent++));
        const before = now;
        now = performance.now();
        taken.push(now - before);
      }
    };
    await Promise.all(Array.from({ length: connections }, sendInTurn));
    return { rate: (taken.length / (performance.now() - start)) * 1000, p99: percentile(taken, 0.99) };
  } finally {
    await pool.close();
  }
}

/** The value that a share of some numbers does not exceed. */
export function percentile(numbers, share) {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

/**
 * Asks both sides once, each request that they have. @throws where the answers are not the same, byte by byte, in what `part`
 * takes of them.
 */
export async function requireSame(one, other, part = (text) => text) {
  const [mine, theirs] = [one, other].map((side) => requestsOf(side).map((request) => ({ ...side, request })));
  for (const [index, side] of mine.entries()) {
    const [first, second] = (await Promise.all([side, theirs[index]].map(answerOf))).map(part);
    if (first !== second) throw new Error(`The answers must be the same, got\n${first}\nand\n${second}`);
  }
}

/** The requests of a side; of those that a function makes, the first ones. */
export function requestsOf({ request }) {
  return typeof request === 'function'
    ? Array.from({ length: request.count }, (_, number) => request(number))
    : [request].flat();
}

/** What the answers of two GraphQL servers have in common. */
export function dataOf(text) {
  return JSON.stringify(JSON.parse(text).data);
}

/** What a server answers to the request of its side. @throws where it is not a 200 */
export async function answerOf({ port, request: { path, ...options } }) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, options);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

/** The cheapest way through undici: whatever the client costs, the server cannot use. */
function send(pool, request) {
  return new Promise((resolve, reject) => {
    let [status, refusal] = [0, ''];
    pool.dispatch(request, {
      onRequestStart() {},
      onResponseStart(_controller, code) {
        status = code;
      },
      onResponseData(_controller, chunk) {
        if (status !== 200) refusal += chunk;
      },
      onResponseEnd: () =>
        status === 200 ? resolve() : reject(new Error(`${request.path} answered ${status}: ${refusal}`)),
      onResponseError: (_controller, error) => reject(error),
    });
  });
}
