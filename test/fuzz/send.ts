import type { TestApp } from '../support/app.js';

/** A request to the server. */
export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Body as text; in base64 if it is not UTF-8. */
  payload?: string | { base64: string };
}

/** A response of the server. */
export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** Sends a request. Does not throw for any status. */
export async function send({ app }: TestApp, { method, url, headers, payload }: Request): Promise<Answer> {
  const body = typeof payload === 'object' ? Buffer.from(payload.base64, 'base64') : payload;
  const sent = { method: method as 'GET', url, headers, ...(body !== undefined && { payload: body }) };
  const answer = await app.inject(sent);
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
}
