import type { Socket } from 'node:net';
import { errorTable } from '../../../platform/base/errors.js';
import { newRequestId } from '../../../platform/base/ids.js';
import { commonHeaders } from './common-headers.js';

interface Refusal {
  status: number;
  phrase: string;
  message: string;
}

const timeout = { status: 408, phrase: 'Request Timeout' };

/** Responses to errors of Node's HTTP parser, by error code. They occur before a request object exists. */
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: errorTable.HEADERS_TOO_LARGE.status,
    phrase: 'Request Header Fields Too Large',
    message: 'The headers must be at most 16 KiB together',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { ...timeout, message: 'The headers must arrive within 15 s' },
};

const malformed: Refusal = {
  status: errorTable.BAD_USER_INPUT.status,
  phrase: 'Bad Request',
  message: 'The request must be HTTP/1.1',
};

const slowBody: Refusal = {
  ...timeout,
  message: 'The body must send at least 64 KiB every 15 s, after the first 15 s',
};

/**
 * Responds to bytes that Node could not parse as HTTP, with an error in our usual format, and closes the connection.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  refuse(socket, refusals[error.code ?? ''] ?? malformed, newRequestId());
}

/** Responds to a request whose body is too slow, and closes the connection. */
export function answerSlowBody(socket: Socket, requestId: string): void {
  refuse(socket, slowBody, requestId);
}

function refuse(socket: Socket, { status, phrase, message }: Refusal, requestId: string): void {
  const body = JSON.stringify({ error: { code: status, message } });
  const headers = {
    ...commonHeaders,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`HTTP/1.1 ${status} ${phrase}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  // Closes both directions. Otherwise the server would continue to read from the client.
  socket.destroySoon();
}
