import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { ownPath, withOwnPaths } from './own-path.js';

/** An HTML page that loads no other files. */
export interface SmallPage {
  title: string;
  /**
   * HTML below the title; all text from outside has passed `escaped`. Its paths of this server are without the path of
   * `PUBLIC_URL`, which `sendPage` adds.
   */
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
  // With `no-referrer`, browsers send `Origin: null` with a form. Then `isOwnForm` would refuse it.
  if (form) reply.header('referrer-policy', 'strict-origin');
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
<link rel="icon" href="data:,">${continueAt ? `\n<meta http-equiv="refresh" content="0; url=${escaped(ownPath(reply, continueAt))}">` : ''}
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header>docgraph</header>
<main>
<h1>${escaped(title)}</h1>
${withOwnPaths(reply, body)}
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

const style = `:root { color-scheme: light dark; --text: #17202e; --muted: #4a586c; --page: #edf1f6; --card: #fff; --edge: #d3dce7; --field: #fff; --line: #66758a; --accent: #0b57a4; --on-accent: #fff; --focus: #b35c00; --error: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --text: #e6ebf2; --muted: #aab6c6; --page: #10151c; --card: #1a222c; --edge: #303c4a; --field: #121921; --line: #8594a9; --accent: #8cc4ff; --on-accent: #0d1722; --focus: #ffb454; --error: #ffb4ab; } }
* { box-sizing: border-box; }
body { margin: 0; padding: clamp(1rem, 9vh, 6rem) 1rem 2rem; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); overflow-wrap: anywhere; }
header, main { max-width: 27rem; margin: 0 auto; }
header { display: flex; gap: .5rem; align-items: center; padding: 0 .25rem .75rem; font-weight: 700; }
header::before { content: ''; width: .8rem; height: 1rem; border-radius: 2px 6px 2px 2px; background: var(--accent); }
main { padding: 1.75rem 2rem 2rem; border: 1px solid var(--edge); border-radius: 12px; background: var(--card); box-shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 8px 24px rgb(0 0 0 / 6%); }
main > :last-child, form > :last-child { margin-bottom: 0; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
form { margin: 0 0 1rem; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input { width: 100%; margin-bottom: 1rem; padding: .6rem .75rem; border: 1px solid var(--line); border-radius: 6px; font: inherit; color: inherit; background: var(--field); }
input[aria-invalid] { border-color: var(--error); }
.error { color: var(--error); }
a { color: var(--accent); }
button, .button { display: block; width: 100%; padding: .6rem 1rem; border: 1px solid var(--accent); border-radius: 6px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.quiet { border-color: var(--line); background: transparent; color: var(--text); }
button:hover, .button:hover { text-decoration: underline; }
.button small { display: block; font-weight: 400; }
.ways { margin: 0 0 .75rem; padding: 0; list-style: none; }
.ways li { margin-bottom: .75rem; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.detail { color: var(--muted); font-size: .875rem; }
@media (max-width: 30rem) { main { padding: 1.25rem 1.25rem 1.5rem; } }`;
