import { escapeHtml } from '../../../engine/text/document/syntax/html-tree.js';

/** A mail as text and as HTML. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** A paragraph, with an address on a line of its own below it. */
interface LinkedParagraph {
  text: string;
  href: string;
}

/** Parts of a mail. All are plain text, so text and HTML have the same content. */
export interface MailParts {
  subject: string;
  /** Paragraphs before the button. */
  paragraphs: readonly (string | LinkedParagraph)[];
  /** Link that the mail asks to open; absent if the paragraphs have the links. */
  button?: { label: string; href: string };
  /** Small paragraphs at the end: what to do if the mail is not expected or not wanted. */
  closing: readonly (string | LinkedParagraph)[];
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
  const linked = button ? [{ text: `${button.label}:`, href: button.href }] : [];
  const text = [...paragraphs, ...linked, ...closing].map(textOf).join('\n\n');
  return { subject: oneLine(subject), text: `${text}\n`, html: pageOf({ subject, paragraphs, button, closing }) };
}

function textOf(paragraph: string | LinkedParagraph): string {
  return typeof paragraph === 'string' ? paragraph : `${paragraph.text}\n${paragraph.href}`;
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

function pageOf({ subject, paragraphs, button, closing }: MailParts): string {
  const lines = [
    ...paragraphs.map((paragraph) => `<p>${htmlOf(paragraph)}</p>`),
    ...(button ? buttonLines(button) : []),
    ...closing.map((paragraph) => `<p style="${styles.small}">${htmlOf(paragraph)}</p>`),
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

function htmlOf(paragraph: string | LinkedParagraph): string {
  if (typeof paragraph === 'string') return escapeHtml(paragraph);
  const link = escapeHtml(paragraph.href);
  return `${escapeHtml(paragraph.text)}<br><a href="${link}">${link}</a>`;
}

function buttonLines({ label, href }: NonNullable<MailParts['button']>): string[] {
  const address = htmlOf({ text: 'If the button does not work, open this address:', href });
  return [
    `<p><a href="${escapeHtml(href)}" style="${styles.button}">${escapeHtml(label)}</a></p>`,
    `<p style="${styles.small}">${address}</p>`,
  ];
}
