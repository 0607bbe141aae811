import type { Socket } from 'node:net';
import { errorTable } from '../errors.js';
import { newRequestId } from '../ids.js';

/** Refusals of Node's parser, which happen before there is a request: status, reason phrase and sentence. */
const refusals: Record<string, { status: number; phrase: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: errorTable.HEADERS_TOO_LARGE.status,
    phrase: 'Request Header Fields Too Large',
    message: 'The headers must be at most 16 KiB together',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    phrase: 'Request Timeout',
    message: 'The request must arrive whole within 15 s',
  },
};

const malformed = {
  status: errorTable.BAD_USER_INPUT.status,
  phrase: 'Bad Request',
  message: 'The request must be HTTP/1.1',
};

/** Answers what Node could not read as HTTP in the shape of all errors, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, phrase, message } = refusals[error.code ?? ''] ?? malformed;
  const body = JSON.stringify({ error: { code: status, message } });
  const head = [
    `HTTP/1.1 ${status} ${phrase}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${newRequestId()}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
