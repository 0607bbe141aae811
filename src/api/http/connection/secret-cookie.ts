import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie with a secret that only this server receives. */
export interface SecretCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, secret: string): void;
  remove(reply: FastifyReply): void;
}

/**
 * Creates a cookie. If clients use https, its name is `__Host-<name>`, so that no other host and no unencrypted page
 * can set it. With `SameSite=Lax`, browsers send it when a link or redirect leads here, but never with a form that
 * another site posts.
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
