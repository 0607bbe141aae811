import type { FastifyInstance } from 'fastify';
import { openVerification, type Verification } from '../../../platform/secrets/verification-link.js';
import { sendPage } from './small-page.js';
import { askPage, donePage, refusedPage } from './verification-page.js';

/** Parts that the pages use. */
export interface VerificationParts {
  /** Signs the links. */
  secret: string;
  /** Marks an address as verified; false if it is no longer the user's. */
  verify(verification: Verification): Promise<boolean>;
}

/**
 * Adds `/verify-email`, the target of signed links in e-mails. GET shows a button, and only the POST of the button
 * verifies. An invalid or expired link gets 404, with a page that says so.
 */
export async function registerEmailVerification(
  app: FastifyInstance,
  { secret, verify }: VerificationParts,
): Promise<void> {
  await app.register(async (scope) => {
    // The form has no fields; its data is in its address.
    const form = { parseAs: 'buffer', bodyLimit: 1024 } as const;
    scope.addContentTypeParser('application/x-www-form-urlencoded', form, async () => undefined);
    scope.get('/verify-email', async (request, reply) => {
      const asked = openVerification(secret, request.query);
      return asked ? sendPage(reply, askPage(asked.email)) : sendPage(reply.code(404), refusedPage);
    });
    scope.post('/verify-email', async (request, reply) => {
      const asked = openVerification(secret, request.query);
      const done = asked !== null && (await verify(asked));
      return done ? sendPage(reply, donePage(asked.email)) : sendPage(reply.code(404), refusedPage);
    });
  });
}
