import type { FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Path of `PUBLIC_URL`, without a trailing slash; empty if it has none. */
    pathPrefix: string;
  }
}

/**
 * Returns a path of this server as browsers see it: below the path of `PUBLIC_URL`. Other addresses stay as they are.
 */
export function ownPath({ server }: FastifyReply, address: string): string {
  return /^\/(?!\/)/.test(address) ? server.pathPrefix + address : address;
}

/** Adds the path of `PUBLIC_URL` to the links and forms of a page that lead to this server. */
export function withOwnPaths({ server }: FastifyReply, html: string): string {
  return server.pathPrefix === '' ? html : html.replace(/ (href|action)="(?=\/(?!\/))/g, `$&${server.pathPrefix}`);
}
