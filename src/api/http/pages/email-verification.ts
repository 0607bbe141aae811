import type { FastifyInstance } from 'fastify';
import { openVerification, type Verification } from '../../../platform/secrets/verification-link.js';
import { sendPage } from './small-page.js';
import { askPage, refusedPage, verifiedPage } from './verification-page.js';

/** Dependencies of the pages that verify e-mail addresses. */
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
      const verification = openVerification(secret, request.query);
      return verification ? sendPage(reply, askPage(verification.email)) : sendPage(reply.code(404), refusedPage);
    });
    scope.post('/verify-email', async (request, reply) => {
      const verification = openVerification(secret, request.query);
      const done = verification !== null && (await verify(verification));
      return done ? sendPage(reply, verifiedPage(verification.email)) : sendPage(reply.code(404), refusedPage);
    });
  });
}
