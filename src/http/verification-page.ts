import { hash } from 'node:crypto';

const style = `body { margin: 0; background: #f3f6fa; color: #17202e; font: 18px/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 12vh auto; padding: 0 1.5rem; }
button { padding: .6rem 1.2rem; border: 0; border-radius: 4px; background: #0b5cad; color: #fff; font: inherit; }
:focus-visible { outline: 3px solid #b45309; outline-offset: 2px; }
`;

/** The content security policy of the pages: their own style, their own form, nothing else. */
export const verificationPolicy = [
  'content-security-policy',
  [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
] as const;

/** Asks for a press of the button: programs that look at the links in mail open addresses, but send no forms. */
export function askPage(email: string): string {
  return page(
    'Confirm your e-mail address',
    `<p>Is <strong>${escaped(email)}</strong> your address?</p>
      <form method="post"><button type="submit">Yes, confirm it</button></form>`,
  );
}

/** Says that it is done. */
export function donePage(email: string): string {
  return page(
    'Your e-mail address is confirmed',
    `<p role="status"><strong>${escaped(email)}</strong> is confirmed. You may close this page.</p>`,
  );
}

/** Says that the link is worth nothing, or not any more. */
export const refusedPage = page(
  'This link does not work',
  '<p role="alert">It is older than a day, incomplete, or for an address that has changed. Ask whoever sent it for another.</p>',
);

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · docgraph</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
