import { setTimeout as sleep } from 'node:timers/promises';

/** Status codes of refusals: the request is valid and can be sent again later. */
const refusals = [429, 503, 504];

/** Limits of `served`: maximum number of attempts, and maximum pause between two attempts in seconds. */
const patience = { attempts: 40, seconds: 10 };

/** Creates the HTTP client of one user; `askAnonymously` sends no token. All requests go to 127.0.0.1. */
export function createCaller({ port, token }) {
  /**
   * Sends a request. Returns `{ status, milliseconds, text, refusal, retryAfter }`; `refusal` is the status and the
   * message of a refused request.
   * @throws if the response is an error other than a refusal
   */
  const ask = (method, path, body) => send({ authorization: `Bearer ${token}` }, { method, path, body });

  const askAnonymously = (method, path, body) => send({}, { method, path, body });

  async function send(credentials, { method, path, body }) {
    const start = performance.now();
    const headers = { ...credentials, ...(body && { 'content-type': 'application/json' }) };
    const payload = typeof body === 'object' ? JSON.stringify(body) : body;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: payload });
    const text = await answer.text();
    const milliseconds = performance.now() - start;
    const retryAfter = Number(answer.headers.get('retry-after') ?? 1);
    return { status: answer.status, milliseconds, text, retryAfter, refusal: refusalIn(answer.status, text, path) };
  }

  /** Sends a request and returns the parsed body. @throws if the request fails or is refused */
  async function must(method, path, body) {
    const { text, refusal } = await ask(method, path, body);
    if (refusal) throw new Error(`${method} ${path} was refused: ${refusal}`);
    return text === '' ? null : JSON.parse(text);
  }

  /**
   * Sends a request until it is not refused, at most 40 times. Returns the response with the text of each refusal.
   * @throws if the request fails, or is refused 40 times
   */
  async function served(method, path, body) {
    const refused = [];
    while (refused.length < patience.attempts) {
      const answer = await ask(method, path, body);
      if (!answer.refusal) return { ...answer, refused };
      refused.push(answer.refusal);
      await sleep(Math.min(answer.retryAfter, patience.seconds) * 1000);
    }
    throw new Error(`${method} ${path} was refused ${refused.length} times: ${refused.at(-1)}`);
  }

  return { ask, askAnonymously, must, served };
}

function refusalIn(status, text, path) {
  const isFailed = status >= 400 || text.startsWith('{"errors"');
  if (!isFailed) return undefined;
  const { errors: [first] = [], error } = JSON.parse(text);
  const code = first?.extensions?.code ?? status;
  const message = first?.message ?? error?.message;
  if (!refusals.includes(status) && code !== 'UNAVAILABLE')
    throw new Error(`${path} answered ${status}: ${text.slice(0, 500)}`);
  return `${code}: ${message}`;
}
