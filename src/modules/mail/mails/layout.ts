import { escapeHtml } from '../../../engine/text/document/syntax/html-tree.js';

/** A mail as text and as HTML. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** A paragraph with a URL on a separate line below it. */
interface LinkedParagraph {
  text: string;
  href: string;
}

/** Parts of a mail, as plain text. The text and the HTML of the mail are generated from the same parts. */
export interface MailParts {
  subject: string;
  /** Paragraphs before the button. */
  paragraphs: readonly (string | LinkedParagraph)[];
  /** Main link of the mail, a button in HTML; absent if only the paragraphs contain links. */
  button?: { label: string; href: string };
  /** Paragraphs in small print at the end: advice for a reader who did not expect or does not want the mail. */
  closing: readonly (string | LinkedParagraph)[];
}

/** Maximum number of characters of a name or title in a mail. */
const maxNameLength = 80;

/**
 * Characters to replace with a space: white space, line breaks and other control characters. A line break could add a
 * header field.
 */
const unsafeCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu;

/** Returns a name or title that a user chose, for use in a subject or sentence: one line of at most 80 characters. */
export function nameInMail(text: string): string {
  const line = toOneLine(text);
  return [...line].length > maxNameLength ? `${[...line].slice(0, maxNameLength - 1).join('')}…` : line;
}

/** Returns the text and the HTML of a mail. */
export function layOutMail({ subject, paragraphs, button, closing }: MailParts): MailContent {
  const buttonLink = button ? [{ text: `${button.label}:`, href: button.href }] : [];
  const text = [...paragraphs, ...buttonLink, ...closing].map(paragraphText).join('\n\n');
  return { subject: toOneLine(subject), text: `${text}\n`, html: htmlPage({ subject, paragraphs, button, closing }) };
}

function paragraphText(paragraph: string | LinkedParagraph): string {
  return typeof paragraph === 'string' ? paragraph : `${paragraph.text}\n${paragraph.href}`;
}

function toOneLine(text: string): string {
  return text.replace(unsafeCharacters, ' ').trim();
}

/**
 * Inline styles, because mail programs remove style sheets. Only the button sets colors, so the rest of the mail adapts
 * to dark mode.
 */
const styles = {
  body: 'margin:0;padding:24px 16px;font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5',
  column: 'max-width:600px;margin:0 auto;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:12px 20px;border-radius:6px;background-color:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600',
  small: 'font-size:14px',
} as const;

function htmlPage({ subject, paragraphs, button, closing }: MailParts): string {
  const lines = [
    ...paragraphs.map((paragraph) => `<p>${paragraphHtml(paragraph)}</p>`),
    ...(button ? buttonLines(button) : []),
    ...closing.map((paragraph) => `<p style="${styles.small}">${paragraphHtml(paragraph)}</p>`),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(toOneLine(subject))}</title>
</head>
<body style="${styles.body}">
<div style="${styles.column}">
${lines.join('\n')}
</div>
</body>
</html>
`;
}

function paragraphHtml(paragraph: string | LinkedParagraph): string {
  if (typeof paragraph === 'string') return escapeHtml(paragraph);
  const link = escapeHtml(paragraph.href);
  return `${escapeHtml(paragraph.text)}<br><a href="${link}">${link}</a>`;
}

function buttonLines({ label, href }: NonNullable<MailParts['button']>): string[] {
  const address = paragraphHtml({ text: 'If the button does not work, open this address:', href });
  return [
    `<p><a href="${escapeHtml(href)}" style="${styles.button}">${escapeHtml(label)}</a></p>`,
    `<p style="${styles.small}">${address}</p>`,
  ];
}
