import { limits } from '../base/limits.js';
import type { Mailbox, MailConfig } from '../config/mail-config.js';
import { describeFailure, invalidAddress } from './failures.js';
import { type MailServer, parseMailServer } from './mail-server.js';

/** A mail to send to one person. */
export interface MailMessage {
  /** `Message-ID` in angle brackets. It is the same in all attempts, so that mail programs recognize duplicates. */
  messageId: string;
  /** E-mail address of the recipient. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** URL to which a POST request turns off such mails (RFC 8058); absent for mails that cannot be turned off. */
  unsubscribe?: string;
}

/** Sends mails through the configured mail server. */
export interface MailTransport {
  /** Sender of all mails. */
  from: Mailbox;
  /**
   * Sends a mail. Resolves when the mail server has accepted it.
   * @throws MailRefused if the mail server refuses the mail permanently; AppError UNAVAILABLE if a later attempt may
   * succeed
   */
  send(message: MailMessage, signal?: AbortSignal): Promise<void>;
  /**
   * Connects to the mail server, with TLS and the password, and sends no mail.
   * @throws AppError UNAVAILABLE if the server cannot be reached, or refuses the connection
   */
  verify(): Promise<void>;
  /** Closes idle connections. Mails that are being sent are still sent. */
  close(): Promise<void>;
}

/** Creates the transport for the configured mail server; null without `SMTP_URL`. */
export function createMailTransport({ smtpUrl, from }: MailConfig): MailTransport | null {
  if (smtpUrl === undefined) return null;
  const server = parseMailServer(smtpUrl);
  let opened: ReturnType<typeof openPool> | undefined;
  return {
    from,
    async send({ unsubscribe, ...message }, signal) {
      if (!isMailable(message.to)) throw invalidAddress();
      opened ??= openPool(server);
      const headers = unsubscribe === undefined ? {} : unsubscribeHeaders(unsubscribe);
      const mail = { ...message, ...addressFields(from, message.to), headers };
      try {
        await (await opened).sendMail({ ...mail, ...(signal && { signal }) });
      } catch (error) {
        throw describeFailure(error);
      }
    },
    async verify() {
      opened ??= openPool(server);
      try {
        await (await opened).verify();
      } catch (error) {
        throw describeFailure(error);
      }
    },
    async close() {
      if (opened) (await opened).close();
    },
  };
}

/** Reports whether an address may be in a header field: it contains no control characters, spaces or angle brackets. */
function isMailable(address: string): boolean {
  return /^[^\s\p{C}<>]+$/u.test(address);
}

/**
 * Returns the header fields and the envelope. They contain objects, so that no text is parsed as a list of addresses.
 */
function addressFields(from: Mailbox, address: string) {
  const to = { name: '', address };
  return { from, to, envelope: { from, to } };
}

/** Returns the header fields of RFC 8058. The URL is not folded, because the space would become part of it. */
function unsubscribeHeaders(address: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${address}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Opens the pool of connections. Its code is loaded with the first mail. */
async function openPool({ host, port, isSecure, isLoopback, auth }: MailServer) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    pool: true,
    maxConnections: limits.mailConnections.value,
    // If the mail server has closed an idle connection, one other connection is tried. The job retries after other
    // failures.
    maxRequeues: 1,
    ...{ host, port, secure: isSecure },
    ...(auth && { auth }),
    // TLS is not required on the same machine, because the mail crosses no network.
    ...(isLoopback ? { ignoreTLS: true } : { requireTLS: true }),
    ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, idleTimeout: 30_000 },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
}
