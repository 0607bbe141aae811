import { AppError } from '../../../platform/base/errors.js';
import { createMailTransport } from '../../../platform/mail/transport.js';
import type { CheckWithoutDatabase } from '../base/check.js';
import { fault, ok, skipped } from '../base/finding.js';

/** Connects to the mail server with TLS and the password. Sends no mail. */
export const checkMailServer: CheckWithoutDatabase = {
  name: 'mail-server',
  about: 'whether the mail server of `SMTP_URL` accepts the connection, TLS and the password; no mail is sent',
  needs: 'nothing',
  timeout: 25_000,
  async run({ config }) {
    const transport = createMailTransport(config.mail);
    if (transport === null) return [skipped('SMTP_URL is not set.')];
    try {
      await transport.verify();
      return [ok('The mail server accepts the connection.')];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const [problem, ...action] = error.message.split('. ');
      return [fault(`${problem}.`, action.join('. ') || 'Check SMTP_URL, and the mail server.')];
    } finally {
      await transport.close();
    }
  },
};
