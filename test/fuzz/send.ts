import type { TestApp } from '../support/app.js';

/** A request as it is sent. */
export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** As text; a body that is no UTF-8 is written in base64. */
  payload?: string | { base64: string };
}

/** An answer as it came. */
export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** Sends a request; throws nothing, whatever the status. */
export async function send({ app }: TestApp, { method, url, headers, payload }: Request): Promise<Answer> {
  const body = typeof payload === 'object' ? Buffer.from(payload.base64, 'base64') : payload;
  const sent = { method: method as 'GET', url, headers, ...(body !== undefined && { payload: body }) };
  const answer = await app.inject(sent);
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
}
