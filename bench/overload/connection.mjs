import { once } from 'node:events';
import { connect } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');

/**
 * Opens a keep-alive connection to 127.0.0.1 that sends one prepared request at a time. It reads only the status and
 * the `Content-Length` of a response, because a client that parses more takes CPU time from the server.
 * @param onEnd called with the status of each response; with 0 if the connection closed before its end
 */
export function openConnection(port, onEnd) {
  let [socket, status, missing, isBusy, head] = [null, 0, 0, false, null];
  const end = (code) => {
    isBusy = false;
    onEnd(code);
  };
  const receive = (chunk) => {
    if (missing === 0) {
      const bytes = head ? Buffer.concat([head, chunk]) : chunk;
      const bodyAt = bytes.indexOf(headEnd) + headEnd.length;
      head = bodyAt < headEnd.length ? bytes : null;
      if (head) return;
      status = Number(bytes.latin1Slice(9, 12));
      missing = bodyAt + contentLength(bytes.latin1Slice(0, bodyAt)) - bytes.length;
    } else missing -= chunk.length;
    if (missing === 0) end(status);
  };
  const open = () => {
    [missing, head] = [0, null];
    socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('data', receive);
    // `close` follows, and opens the connection again.
    socket.on('error', () => {});
    socket.on('close', () => {
      open();
      if (isBusy) end(0);
    });
  };
  open();
  return {
    opened: once(socket, 'connect'),
    send(request) {
      isBusy = true;
      socket.write(request);
    },
    close: () => socket.removeAllListeners('close').destroy(),
  };
}

function contentLength(head) {
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`A response has no Content-Length: ${head.slice(0, 200)}`);
  return Number(length);
}
