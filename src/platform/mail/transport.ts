import { limits } from '../base/limits.js';
import type { Mailbox, MailConfig } from '../config/mail-config.js';
import { describeFailure, invalidAddress } from './failures.js';
import { type MailServer, parseMailServer } from './mail-server.js';

/** A mail to send to one person. */
export interface MailMessage {
  /** `Message-ID` with its angle brackets. It is the same in all attempts, so that a mail program shows one mail. */
  messageId: string;
  /** E-mail address of the recipient. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Address at which a POST turns off such mails (RFC 8058); absent for mails that cannot be turned off. */
  unsubscribe?: string;
}

/** Sends mails with the configured mail server. */
export interface MailTransport {
  /** Sender of all mails. */
  from: Mailbox;
  /**
   * Sends a mail. It resolves when the mail server has accepted the mail.
   * @throws MailRefused if the mail server refuses the mail for good; AppError UNAVAILABLE if a later attempt may work
   */
  send(message: MailMessage, signal?: AbortSignal): Promise<void>;
  /** Closes the idle connections; mails that are being sent are finished. */
  close(): Promise<void>;
}

/** Creates the transport of a server. Returns null without `SMTP_URL`. */
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
      const mail = { ...message, ...addressed(from, message.to), headers };
      try {
        await (await opened).sendMail({ ...mail, ...(signal && { signal }) });
      } catch (error) {
        throw describeFailure(error);
      }
    },
    async close() {
      if (opened) (await opened).close();
    },
  };
}

/** Reports whether an address can be in a header field: it has no controls, spaces or angle brackets. */
function isMailable(address: string): boolean {
  return /^[^\s\p{C}<>]+$/u.test(address);
}

/** Returns the header fields and the envelope. They are objects, so that no text is parsed as a list of addresses. */
function addressed(from: Mailbox, address: string) {
  const to = { name: '', address };
  return { from, to, envelope: { from, to } };
}

/** Returns the header fields of RFC 8058. The address is not folded, because a space would be part of it. */
function unsubscribeHeaders(address: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${address}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Opens the pool of connections. Its code is loaded at the first mail. */
async function openPool({ host, port, isSecure, isLoopback, auth }: MailServer) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    pool: true,
    maxConnections: limits.mailConnections.value,
    // A connection that the mail server closed while it was idle is replaced once. The job tries other failures again.
    maxRequeues: 1,
    ...{ host, port, secure: isSecure },
    ...(auth && { auth }),
    // On the same machine, no network carries the mail.
    ...(isLoopback ? { ignoreTLS: true } : { requireTLS: true }),
    ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, idleTimeout: 30_000 },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
}
