import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** An HTML page that loads no other files. */
export interface SmallPage {
  title: string;
  /** HTML below the title; all text from outside has passed `escaped`. */
  body: string;
  /** A script; the page must work without it. */
  script?: string;
  /** Whether the page has a form that is sent to this server. */
  form?: boolean;
  /** Address that the browser opens by itself. */
  continueAt?: string;
}

/** Escapes text for HTML elements and attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Sends a page. A nonce of this response allows its style and script. The page loads nothing, and sends nothing except
 * its form.
 */
export function sendPage(reply: FastifyReply, { title, body, script, form, continueAt }: SmallPage): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('content-security-policy', policy(nonce, form))
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} - docgraph</title>
<link rel="icon" href="data:,">${continueAt ? `\n<meta http-equiv="refresh" content="0; url=${escaped(continueAt)}">` : ''}
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>${script ? `\n<script nonce="${nonce}">${script}</script>` : ''}
</body>
</html>
`,
    );
}

const policy = (nonce: string, form = false): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "base-uri 'none'",
    `form-action ${form ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');

const style = `:root { color-scheme: light dark; --text: #17202e; --muted: #48566a; --page: #f3f6fa; --line: #5b6a80; --field: #fff; --focus: #b35c00; --link: #0b57a4; }
@media (prefers-color-scheme: dark) { :root { --text: #e6ebf2; --muted: #aab6c6; --page: #12181f; --line: #8594a9; --field: #1b232d; --focus: #ffb454; --link: #8cc4ff; } }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); overflow-wrap: anywhere; }
main { max-width: 40rem; margin: 10vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; }
label { display: block; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: .5rem; border: 1px solid var(--line); border-radius: 4px; font: inherit; color: inherit; background: var(--field); }
a { color: var(--link); }
button, .button { display: inline-block; padding: .5rem 1rem; border: 1px solid var(--text); border-radius: 4px; background: var(--text); color: var(--page); font: inherit; text-decoration: none; cursor: pointer; }
.ways { list-style: none; padding: 0; }
.ways li { margin: .75rem 0; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.detail { color: var(--muted); }`;
