import { type ListedMail, latestMails, type OpenedMail, openMail } from '../../modules/mail/outbox.js';
import { AppError } from '../../platform/base/errors.js';
import type { Mailbox } from '../../platform/config/mail-config.js';
import { createSealer } from '../../platform/secrets/sealed.js';
import { replaceControlCharacters } from '../process/control-characters.js';
import { parseLimit } from '../process/limit-option.js';
import { printResult } from '../process/output.js';
import { openSecrets } from '../setup/open-secrets.js';
import { withSession } from '../setup/session.js';

/** `docgraph mail list`: prints the newest mails without their text. */
export async function listMailsCommand({ limit, json }: { limit: string; json?: boolean }): Promise<void> {
  const count = parseLimit(limit);
  const mails = await withSession(({ store }) => latestMails(store, count));
  const sentence = mails.map(formatMail).join('\n') || 'There are no mails.';
  printResult({ mails }, { json, sentence });
}

function formatMail({ id, kind, address, createdAt, sentAt }: ListedMail): string {
  return replaceControlCharacters(
    `${id}  ${kind}  ${address}  ${createdAt}  ${sentAt === null ? 'not sent' : `sent ${sentAt}`}`,
  );
}

/** Options of `docgraph mail show`. */
export interface ShowOptions {
  html?: boolean;
  json?: boolean;
}

/**
 * `docgraph mail show ID`: prints the header and the text of a mail, or only its HTML.
 * @throws NOT_FOUND; CONFLICT with `--html` if the HTML was deleted because the links in the mail no longer work
 */
export async function showMailCommand(id: string, { html, json }: ShowOptions): Promise<void> {
  const { mail, from } = await withSession(async ({ config, store }) => {
    const sealer = createSealer(await openSecrets(config, store));
    const { from } = config.mail;
    return { mail: await openMail(store, id, { sealer, from }), from };
  });
  if (html) return printHtml(mail);
  const { body, ...header } = mail;
  const result = { ...header, from: formatMailbox(from), text: body?.text ?? null, html: body?.html ?? null };
  printResult(result, { json, sentence: formatOpenedMail(mail, from) });
}

function printHtml({ id, body }: OpenedMail): void {
  if (!body) throw new AppError('CONFLICT', `Cannot print the mail ${id}: ${deletionReason} Send a new one.`);
  process.stdout.write(body.html);
}

const deletionReason = 'its links have ended, so its text was deleted.';

function formatOpenedMail({ messageId, address, subject, createdAt, body }: OpenedMail, from: Mailbox): string {
  const fields = { From: formatMailbox(from), To: address, Subject: subject, 'Message-ID': messageId, Date: createdAt };
  const header = Object.entries(fields).map(([name, value]) => replaceControlCharacters(`${name}: ${value}`));
  return `${header.join('\n')}\n\n${body?.text.trimEnd() ?? `The mail has no text: ${deletionReason}`}`;
}

function formatMailbox({ name, address }: Mailbox): string {
  return name === '' ? address : `${name} <${address}>`;
}
