import type { FastifyInstance } from 'fastify';
import type { Secrets } from '../../../platform/secrets/sealed.js';
import { openUnsubscribeLink, type UnsubscribeLink } from '../../../platform/secrets/unsubscribe-link.js';
import { escaped, type SmallPage, sendPage } from './small-page.js';

/** Dependencies of the page that turns off mails. */
export interface UnsubscribeParts {
  secrets: Secrets;
  /** Returns a noun phrase for each kind of mails: `requests for your review`. */
  topicsOf(kinds: readonly string[]): string[];
  /** Turns off mails; false if the user no longer exists. */
  unsubscribe(link: UnsubscribeLink): Promise<boolean>;
}

/**
 * Adds `/mail/unsubscribe`, the target of signed links in mails. GET shows a button, and only a POST turns off mails:
 * that of the button, or that of a mail program (RFC 8058). An invalid link gets 404, with a page that says so.
 */
export async function registerUnsubscribe(app: FastifyInstance, parts: UnsubscribeParts): Promise<void> {
  const { secrets, topicsOf, unsubscribe } = parts;
  await app.register(async (scope) => {
    // The data is in the address. A mail program may send its form in both types.
    const form = { parseAs: 'buffer', bodyLimit: 1024 } as const;
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    scope.addContentTypeParser(types, form, async () => undefined);
    scope.get('/mail/unsubscribe', async (request, reply) => {
      const link = openUnsubscribeLink(secrets, request.query);
      return link ? sendPage(reply, askPage(topicsOf(link.kinds))) : sendPage(reply.code(404), refusedPage);
    });
    scope.post('/mail/unsubscribe', async (request, reply) => {
      const link = openUnsubscribeLink(secrets, request.query);
      const isDone = link !== null && (await unsubscribe(link));
      return isDone ? sendPage(reply, unsubscribedPage(topicsOf(link.kinds))) : sendPage(reply.code(404), refusedPage);
    });
  });
}

function askPage(topics: readonly string[]): SmallPage {
  const question = '<p>You no longer get mails about:</p>';
  const form = '<form method="post"><button type="submit">Unsubscribe</button></form>';
  return { title: 'Unsubscribe from mails', body: `${question}\n${listOf(topics)}\n${form}`, form: true };
}

function unsubscribedPage(topics: readonly string[]): SmallPage {
  const body = `<p role="status">You no longer get mails about:</p>\n${listOf(topics)}\n<p>You may close this page.</p>`;
  return { title: 'You are unsubscribed', body };
}

function listOf(topics: readonly string[]): string {
  return `<ul>${topics.map((topic) => `<li>${escaped(topic)}</li>`).join('')}</ul>`;
}

const refusedPage: SmallPage = {
  title: 'This link does not work',
  body: '<p role="alert">It is incomplete, or its account no longer exists. Open the link in the mail again.</p>',
};
