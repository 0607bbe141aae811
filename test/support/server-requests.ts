import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Address of a server. */
export interface ServerAddress {
  url: string;
}

/** A response of a server. JSON bodies are parsed. */
export interface Answer {
  status: number;
  // Tests read responses freely. Other tests compare the shapes with the contract.
  body: any;
}

/** Sends a GET request. */
export async function get(server: ServerAddress, path: string, token?: string): Promise<Answer> {
  const answer = await fetch(`${server.url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, body: isJson ? await answer.json() : await answer.text() };
}

/** A POST request. */
export interface PostRequest {
  token: string;
  body: object;
  /**
   * Runs after the server has accepted the headers, before the body is sent. The connection remains open until the
   * server closes it.
   */
  halfway?(): Promise<void>;
}

/** Sends a POST request. With `halfway`, the body is sent after the response 100 Continue. */
export async function post(
  server: ServerAddress,
  path: string,
  { token, body, halfway: beforeBody }: PostRequest,
): Promise<Answer> {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...(beforeBody && { expect: '100-continue' }),
  };
  const agent = beforeBody && new Agent({ keepAlive: true });
  const sending = request(`${server.url}${path}`, { method: 'POST', headers, ...(agent && { agent }) });
  const answered = new Promise<Answer>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (answer) => {
      text(answer).then((content) => resolve({ status: answer.statusCode!, body: JSON.parse(content) }), reject);
    });
  });
  if (beforeBody) {
    sending.flushHeaders();
    await Promise.race([once(sending, 'continue'), answered]);
    await beforeBody();
  }
  sending.end(bytes);
  return answered;
}
