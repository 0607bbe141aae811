import { Pool } from 'undici';

/** Number of connections; each of them sends one request at a time. */
const connections = 24;

/** Sends requests to a server with `load`, and returns requests per second. */
export async function requestsPerSecond(side, limits) {
  return (await load(side, limits)).rate;
}

/**
 * Sends requests on keep-alive connections to 127.0.0.1, without pipelining, for `seconds` or `atMost` requests.
 * `request` is one request, several that alternate, or a function of the request number. Returns requests per second,
 * and the 99th percentile in milliseconds.
 * @throws if a response is not a 200
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
      // The clock is read once per request: the end of one request is the start of the next.
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

/** Returns a percentile of some numbers: the value that a given share of them (0 to 1) does not exceed. */
export function percentile(numbers, share) {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

/**
 * Sends each request to both servers once and compares the responses.
 * @param part returns the part of a response that must be equal
 * @throws if the responses are not equal, byte by byte
 */
export async function requireSame(left, right, part = (text) => text) {
  const [mine, theirs] = [left, right].map((side) => requestsOf(side).map((request) => ({ ...side, request })));
  for (const [index, side] of mine.entries()) {
    const [first, second] = (await Promise.all([side, theirs[index]].map(answerOf))).map(part);
    if (first !== second) throw new Error(`The answers must be the same, got\n${first}\nand\n${second}`);
  }
}

/** Returns the requests of a server as a list; for a request function, the first `count` requests. */
export function requestsOf({ request }) {
  return typeof request === 'function'
    ? Array.from({ length: request.count }, (_, number) => request(number))
    : [request].flat();
}

/** Returns the `data` of a response. Only this part must be equal for two GraphQL servers. */
export function dataOf(text) {
  return JSON.stringify(JSON.parse(text).data);
}

/**
 * Returns the response of a server to its request.
 * @throws if the status is not 200
 */
export async function answerOf({ port, request: { path, ...options } }) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, options);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

/** Uses undici's API with the lowest overhead, because the client takes CPU time from the server. */
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
