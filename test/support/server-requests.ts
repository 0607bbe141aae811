import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Where a server is reached. */
export interface Reached {
  url: string;
}

/** An answer of a server; the body is parsed where it is JSON. */
export interface Answer {
  status: number;
  // Tests read answers freely; the shapes are held against the contract elsewhere.
  body: any;
}

/** Asks a server for a path. */
export async function get(server: Reached, path: string, token?: string): Promise<Answer> {
  const answer = await fetch(`${server.url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, body: isJson ? await answer.json() : await answer.text() };
}

/** What is posted. */
export interface Posting {
  token: string;
  body: object;
  /** Done once the server has taken up the request, and waits for its body; the connection is kept until it closes it. */
  halfway?(): Promise<void>;
}

/** Posts a body; where something is to be done halfway, once the server has asked for it (100 Continue). */
export async function post(server: Reached, path: string, { token, body, halfway }: Posting): Promise<Answer> {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...(halfway && { expect: '100-continue' }),
  };
  const agent = halfway && new Agent({ keepAlive: true });
  const sending = request(`${server.url}${path}`, { method: 'POST', headers, ...(agent && { agent }) });
  const answered = new Promise<Answer>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (answer) => {
      text(answer).then((content) => resolve({ status: answer.statusCode!, body: JSON.parse(content) }), reject);
    });
  });
  if (halfway) {
    sending.flushHeaders();
    await Promise.race([once(sending, 'continue'), answered]);
    await halfway();
  }
  sending.end(bytes);
  return answered;
}
