import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { atEnd } from '../../support/database.js';

/** A mail that the server received. */
export interface ReceivedMail {
  /** Addresses of the envelope. */
  from: string;
  to: string[];
  /** Header fields by name in lower case, unfolded. */
  header: Map<string, string>;
  /** The mail as it was sent. */
  raw: string;
}

/** A mail server, and the mails that it received. */
export interface MailServerForTests {
  port: number;
  /** Value of `SMTP_URL`. */
  url: string;
  received: ReceivedMail[];
  /** Ends all connections without a response. */
  disconnect(): void;
}

/** Behavior of a server that does not accept all mails. */
export interface Behavior extends SMTPServerOptions {
  /** Called with each mail before the server accepts it. An error refuses the mail. */
  onMail?(mail: ReceivedMail, session: SMTPServerSession): Promise<void> | void;
}

/** Starts a mail server on this machine. It is closed at the end of the test file. */
export async function startSmtpServer({ onMail, ...options }: Behavior = {}): Promise<MailServerForTests> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], disableReverseLookup: true, closeTimeout: 1 },
    async onData(stream, session, done) {
      const mail = readMail(await text(stream), session);
      try {
        await onMail?.(mail, session);
        received.push(mail);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    ...options,
  });
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  atEnd(() => new Promise((closed) => server.close(() => closed())));
  const { port } = listener.address() as AddressInfo;
  const disconnect = () => {
    for (const { _socket } of server.connections) _socket.destroy();
  };
  return { port, url: `smtp://127.0.0.1:${port}`, received, disconnect };
}

/** Returns an error that makes a server respond with a code, such as 550. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function readMail(raw: string, { envelope: { mailFrom, rcptTo } }: SMTPServerSession): ReceivedMail {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const fields = head.split('\r\n').map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const from = mailFrom === false ? '' : mailFrom.address;
  return { from, to: rcptTo.map(({ address }) => address), header: new Map(fields), raw };
}
