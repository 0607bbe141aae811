import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SitePage } from '../../../../src/render/html/layout/site-page.js';
import { stylesheet } from '../../../../src/render/html/layout/stylesheet.js';
import { writeSitePage } from '../../../../src/render/html/layout/write-site-page.js';

/** A server for pages, with the content security policy of sites. */
export interface PageServer {
  /** Serves a page and returns its address. */
  serve(page: SitePage): string;
  close(): void;
}

/** Serves pages, their style sheet and a picture. */
export async function servePages(): Promise<PageServer> {
  const pages: SitePage[] = [];
  const server: Server = createServer(({ url }, answer) => {
    const page = pages[Number(url?.slice('/page/'.length))];
    if (url === '/style.css') answer.setHeader('content-type', 'text/css').end(stylesheet);
    else if (url?.startsWith('/pictures/map.svg')) answer.setHeader('content-type', 'image/svg+xml').end(map);
    else if (url === '/favicon.ico') answer.writeHead(204).end();
    else if (!page) answer.writeHead(404).end();
    else {
      const { html, styleHash } = writeSitePage(page);
      answer
        .setHeader('content-type', 'text/html; charset=utf-8')
        .setHeader('content-security-policy', policy(styleHash))
        .end(html);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    serve: (page) => `${origin}/page/${pages.push(page) - 1}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const policy = (styleHash: string): string =>
  `default-src 'none'; style-src 'self' '${styleHash}'; font-src 'self'; img-src 'self' https: http:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const map = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 220" width="640" height="220" font-family="sans-serif" font-size="18"><rect width="640" height="220" fill="#eef2fb"/><g fill="#fff" stroke="#346ddb" stroke-width="2"><rect x="30" y="70" width="140" height="80" rx="8"/><rect x="250" y="70" width="140" height="80" rx="8"/><rect x="470" y="70" width="140" height="80" rx="8"/></g><path d="M170 110h80M390 110h80" stroke="#1b2330" stroke-width="2"/><g text-anchor="middle" fill="#1b2330"><text x="100" y="116">Question</text><text x="320" y="116">Gateway</text><text x="540" y="116">Sources</text></g></svg>`;
