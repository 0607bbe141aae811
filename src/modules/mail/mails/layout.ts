import { escapeHtml } from '../../../engine/text/document/syntax/html-tree.js';

/** A mail as text and as HTML. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** Parts of a mail. All are plain text, so text and HTML have the same content. */
export interface MailParts {
  subject: string;
  /** Paragraphs before the button. */
  paragraphs: readonly string[];
  /** Link that the mail asks to open. */
  button: { label: string; href: string };
  /** Paragraphs after the button: what to do if the mail is not expected. */
  closing: readonly string[];
}

/** Maximum number of characters of a name or title in a mail. */
const longestName = 80;

/** Characters that end a line, which could add a header field, or that change the direction of a text. */
const controls = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu;

/** Returns a name or title of others for a subject or a sentence: one line of at most 80 characters. */
export function nameInMail(text: string): string {
  const line = oneLine(text);
  return [...line].length > longestName ? `${[...line].slice(0, longestName - 1).join('')}…` : line;
}

/** Lays out a mail. */
export function layOutMail({ subject, paragraphs, button, closing }: MailParts): MailContent {
  const text = [...paragraphs, `${button.label}:\n${button.href}`, ...closing].join('\n\n');
  return { subject: oneLine(subject), text: `${text}\n`, html: pageOf({ subject, paragraphs, button, closing }) };
}

function oneLine(text: string): string {
  return text.replace(controls, ' ').trim();
}

/** Styles are inline, because mail programs drop style sheets. Colors without a background follow a dark mode. */
const styles = {
  body: 'margin:0;padding:24px 16px;font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5',
  column: 'max-width:600px;margin:0 auto;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:12px 20px;border-radius:6px;background-color:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600',
  small: 'font-size:14px',
} as const;

function pageOf({ subject, paragraphs, button: { label, href }, closing }: MailParts): string {
  const link = escapeHtml(href);
  const lines = [
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    `<p><a href="${link}" style="${styles.button}">${escapeHtml(label)}</a></p>`,
    `<p style="${styles.small}">If the button does not work, open this address:<br><a href="${link}">${link}</a></p>`,
    ...closing.map((text) => `<p style="${styles.small}">${escapeHtml(text)}</p>`),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(oneLine(subject))}</title>
</head>
<body style="${styles.body}">
<div style="${styles.column}">
${lines.join('\n')}
</div>
</body>
</html>
`;
}
