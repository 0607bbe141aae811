import type { FastifyInstance } from 'fastify';
import { registerEmailVerification } from '../api/http/pages/email-verification.js';
import { registerUnsubscribe } from '../api/http/pages/unsubscribe.js';
import { verifyEmail } from '../modules/identity/users/verification.js';
import { kindsAmong, notificationKinds } from '../modules/notifications/kinds.js';
import { unsubscribe } from '../modules/notifications/settings-actions.js';
import type { Store } from '../platform/db/write/store.js';
import type { Secrets } from '../platform/secrets/sealed.js';

/** Adds the pages that people open with signed links in mails. */
export async function registerMailLinks(app: FastifyInstance, store: Store, secrets: Secrets): Promise<void> {
  await registerEmailVerification(app, {
    secret: secrets.current,
    verify: (verification) => verifyEmail(store, verification),
  });
  await registerUnsubscribe(app, {
    secrets,
    topicsOf: (kinds) => kindsAmong(kinds).map((kind) => notificationKinds[kind].topic),
    unsubscribe: (link) => unsubscribe(store, link),
  });
}
