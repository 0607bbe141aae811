import { describe, expect, it } from 'vitest';
import { unsubscribeLink } from '../../../src/platform/secrets/unsubscribe-link.js';
import { publicUrl, secret, testApp } from '../../support/app.js';
import { seedMember, seedOrganization, tokenOf } from '../../support/seed.js';
import { seedSessionSecret } from '../../support/seed-session.js';
import { mailsAfterGathering, seedProposal } from './notification-kit.js';

const test = await testApp();

const update = `mutation ($muted: [NotificationKind!]!) {
  updateNotificationSettings(input: { muted: $muted }) { user { notificationSettings { muted } } } }`;
const mute = (token: string, ...muted: string[]) => test.graphql(update, { token, variables: { muted } });
const mutedOf = async (token: string) => {
  const { data } = await test.graphql('{ viewer { notificationSettings { muted } } }', { token });
  return data.viewer.notificationSettings?.muted ?? null;
};

describe('the notification settings of a person', () => {
  it('turn kinds off and on again', async () => {
    const { organization, ann, bo, requestReview, merge } = await seedProposal(test);
    expect(await mutedOf(bo.token)).toEqual([]);
    const { data } = await mute(bo.token, 'CHANGE_REQUEST_MERGED', 'REVIEW_REQUEST', 'REVIEW_REQUEST');
    const muted = ['REVIEW_REQUEST', 'CHANGE_REQUEST_MERGED'];
    expect(data.updateNotificationSettings.user.notificationSettings).toEqual({ muted });
    await requestReview([bo]);
    await merge();
    const mails = await mailsAfterGathering(test, organization);
    expect(mails.map(({ address }) => address)).toEqual([ann.email]);
    await mute(bo.token);
    expect(await mutedOf(bo.token)).toEqual([]);
  });

  it('are visible only to the person', async () => {
    const { id, admin } = await seedOrganization(test);
    const bo = await seedMember(test, id, 'review');
    const query = 'query ($id: ID!) { user(id: $id) { id notificationSettings { muted } } }';
    const { data } = await test.graphql(query, { ...admin, variables: { id: bo.id } });
    expect(data.user).toEqual({ id: bo.id, notificationSettings: null });
  });

  it('can be read and changed with a token with scopes only if it has the scopes for this', async () => {
    const { id } = await seedOrganization(test);
    const bo = await seedMember(test, id, 'review');
    const reading = await tokenOf(test, bo.id, { scopes: ['read'] });
    const updating = await tokenOf(test, bo.id, { scopes: ['viewer:updateSettings'] });
    const { errors } = await mute(reading, 'COMMENT_REPLY');
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', reason: 'SCOPE_MISSING' } }]);
    expect(await mutedOf(reading)).toEqual([]);
    expect((await mute(updating, 'COMMENT_REPLY')).errors).toBeUndefined();
    expect(await mutedOf(updating)).toBeNull();
    expect(await mutedOf(reading)).toEqual(['COMMENT_REPLY']);
  });

  it.each([
    ['token', (userId: string, organization: string) => tokenOf(test, userId, { organization })],
    ['session', (userId: string, organizationId: string) => seedSessionSecret(test, { userId, organizationId })],
  ])('cannot be read or changed with a %s that is bound to an organization', async (_, seedBound) => {
    const { id, admin } = await seedOrganization(test);
    const bound = await seedBound(admin.id, id);
    const { errors } = await mute(bound, 'COMMENT_REPLY');
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', reason: 'TOKEN_BOUND' } }]);
    expect(await mutedOf(bound)).toBeNull();
    expect(await mutedOf(admin.token)).toEqual([]);
  });
});

const open = (url: string) => test.app.inject({ method: 'GET', url });
/** Sends the one-click unsubscribe request of a mail program (RFC 8058). */
const post = (url: string, type = 'application/x-www-form-urlencoded') =>
  test.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': type },
    payload: 'List-Unsubscribe=One-Click',
  });
const pathOf = (link: string) => link.slice(publicUrl.length);

describe('an unsubscribe link', () => {
  it('asks for confirmation on GET, and turns off all kinds of its mail on POST, even repeatedly', async () => {
    const { organization, ann, bo, merge, proposal } = await seedProposal(test);
    const at = `${proposal.path}/comments`;
    const comment = (await test.rest('POST', at, { ...ann, body: { body: { markdown: 'Why?' } } })).body.id;
    await test.rest('POST', `${at}/${comment}/replies`, { ...bo, body: { body: { markdown: 'So.' } } });
    await merge();
    const [mail] = await mailsAfterGathering(test, organization);
    const url = pathOf(mail!.unsubscribe);
    const page = await open(url);
    expect([page.statusCode, page.body]).toEqual([
      200,
      expect.stringMatching(
        /<li>replies to .*<\/li><li>change requests that are merged<\/li>.*<form method="post"><button type="submit">/s,
      ),
    ]);
    expect(await mutedOf(ann.token)).toEqual([]);
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const done = await post(url, type);
      expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('role="status"')]);
      expect(await mutedOf(ann.token)).toEqual(['COMMENT_REPLY', 'CHANGE_REQUEST_MERGED']);
    }
  });

  it('turns off its kind in addition to kinds that are already turned off', async () => {
    const { admin } = await seedOrganization(test);
    await mute(admin.token, 'REVIEW_REQUEST');
    await post(pathOf(unsubscribeLink(publicUrl, secret, { userId: admin.id, kinds: ['changeRequestOutdated'] })));
    expect(await mutedOf(admin.token)).toEqual(['REVIEW_REQUEST', 'CHANGE_REQUEST_OUTDATED']);
  });

  it.each([
    ['another person', 'user', 'usr_00000000000000000000000000'],
    ['another kind', 'kinds', 'reviewRequest,commentReply'],
    ['another signature', 'signature', 'x'.repeat(43)],
    ['no signature', 'signature', ''],
  ])('does not work with %s', async (_, member, value) => {
    const { admin } = await seedOrganization(test);
    const link = unsubscribeLink(publicUrl, secret, { userId: admin.id, kinds: ['reviewRequest'] });
    const query = new URLSearchParams(link.split('?')[1]);
    query.set(member, value);
    for (const response of [await open(`/mail/unsubscribe?${query}`), await post(`/mail/unsubscribe?${query}`)])
      expect([response.statusCode, response.body]).toEqual([404, expect.stringContaining('This link does not work')]);
    expect(await mutedOf(admin.token)).toEqual([]);
  });

  it('does not work for a user who no longer exists', async () => {
    const link = unsubscribeLink(publicUrl, secret, { userId: 'usr_gone', kinds: ['reviewRequest'] });
    expect((await post(pathOf(link))).statusCode).toBe(404);
  });

  it('works after the secret of the server changes, until the previous secret is removed', async () => {
    const { admin } = await seedOrganization(test);
    const former = 'a former secret for tests, 32 bytes';
    const url = pathOf(unsubscribeLink(publicUrl, former, { userId: admin.id, kinds: ['reviewRequest'] }));
    expect((await post(url)).statusCode).toBe(404);
    const rotated = await testApp({ SECRET: 'another secret for tests, 32 bytes', SECRET_PREVIOUS: former });
    expect((await rotated.app.inject({ url })).statusCode).toBe(200);
  });
});
