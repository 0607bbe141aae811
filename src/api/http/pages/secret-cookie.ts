import type { FastifyReply, FastifyRequest } from 'fastify';

/** A secret that a browser keeps for a few minutes and shows to nobody but this server. */
export interface SecretCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, secret: string): void;
  remove(reply: FastifyReply): void;
}

/**
 * Makes the cookie called `name`. Where clients come by https it is `__Host-<name>`, which no other host and no
 * unencrypted page can plant. `SameSite=Lax`: it comes along when a browser is led here, never with what another site
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
