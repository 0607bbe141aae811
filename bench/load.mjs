import { Pool } from 'undici';

/** Connections that are kept busy, one request at a time each. */
const connections = 24;

/**
 * Sends one request over and over, on kept-alive connections without pipelining, for `seconds` or `atMost` requests.
 * Answers the requests per second. Loopback only. @throws where an answer is not a 200.
 */
export async function requestsPerSecond({ port, request }, { seconds, atMost = 1_000_000 }) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
  try {
    const start = performance.now();
    const deadline = start + seconds * 1000;
    let [sent, done] = [0, 0];
    const sendInTurn = async () => {
      while (performance.now() < deadline && sent < atMost) {
        sent++;
        await send(pool, request);
        done++;
      }
    };
    await Promise.all(Array.from({ length: connections }, sendInTurn));
    return (done / (performance.now() - start)) * 1000;
  } finally {
    await pool.close();
  }
}

/** Asks both sides once. @throws where the answers are not the same, byte by byte, in what `part` takes of them. */
export async function requireSame(one, other, part = (text) => text) {
  const [first, second] = (await Promise.all([one, other].map(answerOf))).map(part);
  if (first !== second) throw new Error(`The answers must be the same, got\n${first}\nand\n${second}`);
}

/** What the answers of two GraphQL servers have in common. */
export function dataOf(text) {
  return JSON.stringify(JSON.parse(text).data);
}

async function answerOf({ port, request: { path, ...options } }) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, options);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

/** The cheapest way through undici: whatever the client costs, the server cannot use. */
function send(pool, request) {
  return new Promise((resolve, reject) => {
    let status = 0;
    pool.dispatch(request, {
      onRequestStart() {},
      onResponseStart(_controller, code) {
        status = code;
      },
      onResponseData() {},
      onResponseEnd: () => (status === 200 ? resolve() : reject(new Error(`${request.path} answered ${status}`))),
      onResponseError: (_controller, error) => reject(error),
    });
  });
}
