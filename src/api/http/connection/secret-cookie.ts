import type { FastifyReply, FastifyRequest } from 'fastify';

/** A secret that a browser stores for a few minutes and sends only to this server. */
export interface SecretCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, secret: string): void;
  remove(reply: FastifyReply): void;
}

/**
 * Creates the cookie `name`. If clients use https, it is `__Host-<name>`, which no other host and no unencrypted page
 * can set. `SameSite=Lax`: browsers send it when a link or redirect leads here, never with a form that another site
 * posts.
 */
export function secretCookie(name: string, { base, seconds }: { base: string; seconds: number }): SecretCookie {
  const isSecure = base.startsWith('https:');
  const fullName = isSecure ? `__Host-${name}` : name;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const set = (reply: FastifyReply, value: string, age: number): void => {
    reply.header('set-cookie', `${fullName}=${value}; ${attributes}; Max-Age=${age}`);
  };
  return {
    read: ({ headers }) => secretIn(headers.cookie ?? '', fullName),
    write: (reply, secret) => set(reply, secret, seconds),
    remove: (reply) => set(reply, '', 0),
  };
}

function secretIn(header: string, name: string): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
