import { isIP } from 'node:net';

/** A mailbox: an address, and the name that mail programs show for it. */
export interface Mailbox {
  /** Name; empty if there is none. */
  name: string;
  address: string;
}

/** Configuration of the mail that a server sends. */
export interface MailConfig {
  /** URL of the mail server, with user and password. If undefined, mails stay in the outbox. */
  smtpUrl: string | undefined;
  /** Sender of all mails. */
  from: Mailbox;
}

/** Rule for the value of `SMTP_URL`, for error messages. */
export const mailServerRule =
  'must start with smtp:// or smtps://, and have a host, such as smtps://user:password@mail.example.org';

/** Reports whether a text is the URL of a mail server: a scheme, optionally user and password, a host and a port. */
export function isMailServer(text: string): boolean {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, search, hash, username, password } = new URL(text);
  const hasMore = !['', '/'].includes(pathname) || search !== '' || hash !== '';
  return hostname !== '' && !hasMore && canDecode(username) && canDecode(password);
}

function canDecode(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '%';
  } catch {
    return false;
  }
}

/** Rule for the value of `MAIL_FROM`, for error messages. */
export const mailboxRule = 'must be one mailbox, such as docs@example.org or docgraph <docs@example.org>';

/**
 * Parses a mailbox: an address, or a name and an address in angle brackets. The name may be in double quotes.
 * @returns null for any other text, and for one with control characters
 */
export function parseMailbox(text: string): Mailbox | null {
  if (/\p{C}/u.test(text)) return null;
  const {
    quoted,
    plain = '',
    address,
    only,
  } = /^\s*(?:(?:"(?<quoted>[^"\\]*)"|(?<plain>[^"<>@,;:]*?))\s*<(?<address>[^<>]*)>|(?<only>[^<>]*?))\s*$/u.exec(text)
    ?.groups ?? {};
  const mailbox = { name: quoted ?? plain.trim(), address: address ?? only ?? '' };
  return /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/u.test(mailbox.address) ? mailbox : null;
}

/** Returns the default of `MAIL_FROM`: `docgraph` at the host of the public URL. */
export function defaultSender(publicUrl: string | undefined): Mailbox {
  const { hostname } = new URL(publicUrl ?? 'http://localhost');
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return { name: 'docgraph', address: `docgraph@${isAddress ? 'localhost' : hostname}` };
}
