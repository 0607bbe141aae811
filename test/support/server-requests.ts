import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './server-process.js';

/** An answer of a server; the body is parsed where it is JSON. */
export interface Answer {
  status: number;
  // Tests read answers freely; the shapes are held against the contract elsewhere.
  body: any;
}

/** Asks a server for a path. */
export async function get(server: ServerProcess, path: string, token?: string): Promise<Answer> {
  const answer = await fetch(`${server.url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, body: isJson ? await answer.json() : await answer.text() };
}

/** What is posted. */
export interface Posting {
  token: string;
  body: object;
  /** Done while the server has the first half of the body and waits for the second. */
  halfway?(): void;
}

/** Posts a body, in two halves. */
export async function post(server: ServerProcess, path: string, { token, body, halfway }: Posting): Promise<Answer> {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': bytes.length,
  };
  const sending = request(`${server.url}${path}`, { method: 'POST', headers });
  const answered = new Promise<Answer>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (answer) => {
      text(answer).then((content) => resolve({ status: answer.statusCode!, body: JSON.parse(content) }), reject);
    });
  });
  const half = Math.floor(bytes.length / 2);
  sending.write(bytes.subarray(0, half));
  if (halfway) {
    await sleep(200);
    halfway();
    await sleep(500);
  }
  sending.end(bytes.subarray(half));
  return answered;
}
