import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';

/** A request by https to a port of this machine, with the name of another host. */
export interface SecureRequest {
  port: number;
  host: string;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Address of the client; default: 127.0.0.1. */
  from?: string;
}

/** A complete response. */
export interface SecureResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request and returns the complete response. Any certificate is accepted. */
export async function askSecurely(options: SecureRequest): Promise<SecureResponse> {
  const answer = await openSecurely(options);
  return { status: answer.statusCode!, headers: answer.headers, body: await text(answer) };
}

/** Sends a request and returns its response as soon as the head has arrived. */
export async function openSecurely({ port, host, path, body, ...rest }: SecureRequest): Promise<IncomingMessage> {
  const options: RequestOptions = {
    host: '127.0.0.1',
    port,
    path,
    method: rest.method ?? 'GET',
    servername: host,
    rejectUnauthorized: false,
    localAddress: rest.from,
    headers: { host, ...(body && { 'content-length': Buffer.byteLength(body) }), ...rest.headers },
  };
  const sending = request(options);
  sending.end(body);
  const [answer] = await once(sending, 'response');
  return answer as IncomingMessage;
}
