import { AppError } from '../base/errors.js';

/** Thrown for a mail that the mail server refuses permanently, so that another attempt makes no sense. */
export class MailRefused extends AppError {}

/** Members of an error of nodemailer. */
interface SmtpError {
  code?: string;
  responseCode?: number;
  response?: string;
}

/**
 * Returns the error that admins see. It quotes the mail server's response to the mail, but not its response to the
 * operator's user and password. Returns an error without a code unchanged.
 */
export function describeFailure(error: unknown): unknown {
  const { code, responseCode = 0, response = '' } = error as SmtpError;
  if (code === undefined) return error;
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return unavailable('the mail server refused the user or the password. Check SMTP_URL.');
  if (code === 'ETLS') return unavailable('the mail server offers no valid TLS. Check SMTP_URL.');
  if (!['EENVELOPE', 'EMESSAGE'].includes(code))
    return unavailable(`the connection to the mail server failed (${code}). Check SMTP_URL, and the mail server.`);
  if (responseCode === 0) return invalidAddress();
  const quote = JSON.stringify(response.slice(0, 300).toWellFormed());
  if (responseCode < 500 || responseCode === 503)
    return unavailable(`the mail server does not accept it at the moment (got ${quote}). Wait for the next attempt.`);
  return new MailRefused(
    'UNAVAILABLE',
    `Cannot send the mail: the mail server refused it (got ${quote}). Check the address, and MAIL_FROM.`,
  );
}

/** Returns the error for an address that must not be used in a mail. */
export function invalidAddress(): MailRefused {
  return new MailRefused(
    'UNAVAILABLE',
    'Cannot send the mail: the address is not valid for mail. Correct the address.',
  );
}

function unavailable(reason: string): AppError {
  return new AppError('UNAVAILABLE', `Cannot send the mail: ${reason}`);
}
