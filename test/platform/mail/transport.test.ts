import { describe, expect, it, onTestFinished } from 'vitest';
import { MailRefused } from '../../../src/platform/mail/failures.js';
import { parseMailServer } from '../../../src/platform/mail/mail-server.js';
import { createMailTransport, type MailMessage } from '../../../src/platform/mail/transport.js';
import { signal } from '../../support/signal.js';
import { type Behavior, smtpError, startSmtpServer } from './smtp-server.js';

const from = { name: 'docgraph', address: 'docs@example.org' };
const message: MailMessage = {
  messageId: '<mail_1@example.org>',
  to: 'ann@acme.test',
  subject: 'Hello',
  text: 'Hello.\n',
  html: '<p>Hello.</p>\n',
};

/** Starts a mail server. Returns it with a transport to it, optionally with another URL. */
async function startServerAndTransport(behavior: Behavior = {}, urlAt = (port: number) => `smtp://127.0.0.1:${port}`) {
  const server = await startSmtpServer(behavior);
  const transport = createMailTransport({ smtpUrl: urlAt(server.port), from })!;
  onTestFinished(() => transport.close());
  return { ...server, transport };
}

/** Expects sending to fail, and returns the error. */
async function failure(send: Promise<void>): Promise<Error> {
  return send.then(
    () => expect.fail('The mail was sent'),
    (error: Error) => error,
  );
}

describe('a mail transport', () => {
  it('is null without SMTP_URL', () => {
    expect(createMailTransport({ smtpUrl: undefined, from })).toBeNull();
  });

  it('sends text and HTML to one recipient, with the given Message-ID', async () => {
    const { transport, received } = await startServerAndTransport();
    await transport.send(message);
    const [mail] = received;
    expect(mail).toMatchObject({ from: 'docs@example.org', to: ['ann@acme.test'] });
    expect(mail!.header.get('message-id')).toBe('<mail_1@example.org>');
    expect(mail!.header.get('from')).toBe('docgraph <docs@example.org>');
    expect(mail!.header.get('content-type')).toMatch(/^multipart\/alternative/);
    expect(mail!.raw).toContain('Hello.');
    expect(mail!.raw).toContain('<p>Hello.</p>');
  });

  it('sends the header for one-click unsubscription on one line, whatever its length is', async () => {
    const { transport, received } = await startServerAndTransport();
    const unsubscribe = `https://docs.example.org/mail/unsubscribe?kinds=${'changeRequestOutdated%2C'.repeat(12)}`;
    await transport.send({ ...message, unsubscribe });
    await transport.send(message);
    expect(received[0]!.raw.split('\r\n')).toContain(`List-Unsubscribe: <${unsubscribe}>`);
    expect(received[0]!.header.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(received[1]!.header.get('list-unsubscribe')).toBeUndefined();
  });

  it('signs in with the decoded user and password of the URL', async () => {
    const seen: unknown[] = [];
    const behavior: Behavior = {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push(username, password);
        done(null, { user: username });
      },
    };
    const { transport } = await startServerAndTransport(
      behavior,
      (port) => `smtp://ann%40acme:p%2Fss@127.0.0.1:${port}`,
    );
    await transport.send(message);
    expect(seen).toEqual(['ann@acme', 'p/ss']);
  });

  it('uses one connection for several mails', async () => {
    const connections = new Set<string>();
    const { transport } = await startServerAndTransport({ onMail: (_mail, { id }) => void connections.add(id) });
    for (const number of [1, 2, 3]) await transport.send({ ...message, messageId: `<mail_${number}@example.org>` });
    expect(connections.size).toBe(1);
  });

  it('sends a mail on a new connection if the server closed the idle one', async () => {
    const closed = signal();
    const { transport, received, disconnect } = await startServerAndTransport({
      onClose: (_session, done) => {
        closed.give();
        done();
      },
    });
    await transport.send(message);
    disconnect();
    await closed.given;
    await transport.send(message);
    expect(received).toHaveLength(2);
  });
});

describe('a failure to send a mail', () => {
  it.each([
    ['a recipient', { onRcptTo: (_to, _session, done) => done(smtpError(550, 'No such user')) } satisfies Behavior],
    ['a mail', { onMail: () => Promise.reject(smtpError(554, 'No such user')) } satisfies Behavior],
  ])(
    'for %s is permanent if the server responds with 5xx, and its message quotes the response',
    async (_, behavior) => {
      const { transport } = await startServerAndTransport(behavior);
      const error = await failure(transport.send(message));
      expect(error).toBeInstanceOf(MailRefused);
      expect(error.message).toMatch(
        /^Cannot send the mail: the mail server refused it \(got "55[04] .*No such user"\)\. Check the address, and MAIL_FROM\.$/,
      );
    },
  );

  it.each([
    ['a recipient', { onRcptTo: (_to, _session, done) => done(smtpError(451, 'Try again later')) } satisfies Behavior],
    ['a mail', { onMail: () => Promise.reject(smtpError(452, 'Try again later')) } satisfies Behavior],
  ])('for %s is temporary if the server responds with 4xx', async (_, behavior) => {
    const { transport } = await startServerAndTransport(behavior);
    const error = await failure(transport.send(message));
    expect(error).not.toBeInstanceOf(MailRefused);
    expect(error.message).toMatch(/does not accept it at the moment \(got "45[12] .*Try again later"\)/);
  });

  it('is temporary if the connection ends in the middle of a mail', async () => {
    const { transport, disconnect } = await startServerAndTransport({
      onData: (stream) => void stream.once('data', () => disconnect()),
    });
    const error = await failure(transport.send({ ...message, text: 'x'.repeat(1_000_000) }));
    expect(error).not.toBeInstanceOf(MailRefused);
    expect(error.message).toMatch(/^Cannot send the mail: the connection to the mail server failed \(E\w+\)\./);
  });

  it('because of a wrong password is temporary, and its message contains neither the password nor the response', async () => {
    const behavior: Behavior = {
      ...{ authOptional: false, allowInsecureAuth: true },
      onAuth: ({ username, password }, _session, done) => done(smtpError(535, `Wrong: ${username} ${password}`)),
    };
    const { transport } = await startServerAndTransport(behavior, (port) => `smtp://ann:passw0rd@127.0.0.1:${port}`);
    const error = await failure(transport.send(message));
    expect(error).not.toBeInstanceOf(MailRefused);
    expect(error.message).toBe(
      'Cannot send the mail: the mail server refused the user or the password. Check SMTP_URL.',
    );
  });

  it('because the server cannot be reached has a message with the error code', async () => {
    const transport = createMailTransport({ smtpUrl: 'smtp://ann:passw0rd@127.0.0.1:1', from })!;
    const error = await failure(transport.send(message));
    expect(error.message).toBe(
      'Cannot send the mail: the connection to the mail server failed (ESOCKET). Check SMTP_URL, and the mail server.',
    );
  });

  // Linux connects to this machine for the address 0.0.0.0, which is not a loopback address.
  it('is temporary if a server on another machine offers no TLS, and nothing is sent', async () => {
    const { transport, received } = await startServerAndTransport({}, (port) => `smtp://ann:passw0rd@0.0.0.0:${port}`);
    const error = await failure(transport.send(message));
    expect(error.message).toBe('Cannot send the mail: the mail server offers no valid TLS. Check SMTP_URL.');
    expect(received).toEqual([]);
  });

  it('is reported immediately if the attempt is aborted', async () => {
    const { transport } = await startServerAndTransport({ onMail: () => new Promise(() => {}) });
    const controller = new AbortController();
    const sending = failure(transport.send(message, controller.signal));
    controller.abort();
    expect((await sending).message).toContain('EABORT');
  });
});

describe('header fields of a mail', () => {
  it.each([
    'ann@acme.test\r\nBcc: eve@evil.test',
    'ann@acme.test\nBcc: eve@evil.test',
    '<ann@acme.test',
    'a>b@acme.test',
  ])('cannot contain an address that is not valid for mail: %j', async (to) => {
    const { transport, received } = await startServerAndTransport();
    const error = await failure(transport.send({ ...message, to }));
    expect(error).toBeInstanceOf(MailRefused);
    expect(error.message).toBe('Cannot send the mail: the address is not valid for mail. Correct the address.');
    expect(received).toEqual([]);
  });

  it('contain an address with a comma as one recipient', async () => {
    const { transport, received } = await startServerAndTransport();
    await transport.send({ ...message, to: 'ann,eve@acme.test' });
    expect(received[0]!.to).toEqual(['"ann,eve"@acme.test']);
  });

  it('cannot be added by a subject with a line break', async () => {
    const { transport, received } = await startServerAndTransport();
    await transport.send({ ...message, subject: 'Hello\r\nBcc: eve@evil.test\r\n\r\nBody' });
    expect(received[0]!.header.has('bcc')).toBe(false);
    expect(received[0]!.to).toEqual(['ann@acme.test']);
  });
});

it('the URL of a mail server has the default port of its scheme', () => {
  const parsed = ['smtps://mail.acme.test', 'smtp://mail.acme.test', 'smtp://localhost:25', 'smtps://[::1]'].map(
    (url) => {
      const { host, port, isSecure, isLoopback } = parseMailServer(url);
      return [host, port, isSecure, isLoopback];
    },
  );
  expect(parsed).toEqual([
    ['mail.acme.test', 465, true, false],
    ['mail.acme.test', 587, false, false],
    ['localhost', 25, false, true],
    ['::1', 465, true, true],
  ]);
});
