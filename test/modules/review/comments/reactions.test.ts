import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseEmoji } from '../../../../src/engine/base/emoji/emoji.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { seedManual } from '../../manual-space.js';
import { type Commenter, commenterOn, createCommentTarget } from './comment-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
let [ann, ben]: Person[] = [];
let [asAnn, asBen]: Commenter[] = [];
let comment: string;

beforeAll(async () => {
  const { id: space } = await seedManual(test, acme);
  const on = await createCommentTarget(test, 'a space', { space, token: acme.admin.token });
  [ann, ben] = [await seedMember(test, acme.id, 'comment'), await seedMember(test, acme.id, 'comment')];
  [asAnn, asBen] = [commenterOn(test, on, ann!), commenterOn(test, on, ben!)];
});

beforeEach(async () => {
  comment = (await asAnn!.post('Shall we?')).body.id;
});

const add = async (who: Commenter, ...addedReactions: string[]) => who.update(comment, { addedReactions });
const remove = async (who: Commenter, ...removedReactions: string[]) => who.update(comment, { removedReactions });
const readReactions = async () =>
  (await asAnn!.get(comment)).body.reactions.map(({ emoji, count, users }: any) => [
    parseEmoji(emoji),
    count,
    users.map(({ user }: any) => user.id),
  ]);

describe('reactions', () => {
  it('are listed by emoji in the order of the first reaction, with users and times', async () => {
    await add(asBen!, '👍');
    await add(asAnn!, '🎉', '👍');
    expect(await readReactions()).toEqual([
      ['👍', 2, [ben!.id, ann!.id]],
      ['🎉', 1, [ann!.id]],
    ]);
    expect((await asAnn!.get(comment)).body.reactions[0].users[0].reactedAt).toMatch(/Z$/);
  });

  it('that were added at the same time have a fixed order', async () => {
    await add(asAnn!, '🚀', '👍', '🎉');
    expect((await readReactions()).map(([emoji]: [string]) => emoji)).toEqual(['🎉', '👍', '🚀']);
  });

  it('are stored once however often they are added, and can be removed repeatedly', async () => {
    await add(asAnn!, '👍', '👍');
    await add(asAnn!, '👍');
    expect(await readReactions()).toEqual([['👍', 1, [ann!.id]]]);
    for (let time = 0; time < 2; time++) expect((await remove(asAnn!, '👍')).status).toBe(200);
    expect(await readReactions()).toEqual([]);
  });

  it('are removed only by the user who added them', async () => {
    await add(asAnn!, '👍');
    await remove(asBen!, '👍');
    expect(await readReactions()).toEqual([['👍', 1, [ann!.id]]]);
  });

  it.each([
    ['👍', '1f44d'],
    ['❤️', '❤'],
    ['❤️', '2764'],
    ['👩‍💻', '1f469-200d-1f4bb'],
    ['🇫🇷', '1f1eb-1f1f7'],
    ['1️⃣', '1️⃣'],
    ['1️⃣', '31-20e3'],
    ['👍', '👍\ufe0f'],
    ['👍🏽', '1f44d-1f3fd'],
    ['☝🏽', '☝\ufe0f🏽'],
    ['❤️‍🔥', '2764-200d-1f525'],
    ['👁️‍🗨️', '1f441-200d-1f5e8'],
    ['🏳️‍🌈', '🏳\u200d🌈'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ])('count %s and %s as the same emoji', async (emoji, written) => {
    await add(asAnn!, emoji);
    await add(asBen!, written);
    expect(await readReactions()).toEqual([[emoji, 2, [ann!.id, ben!.id]]]);
  });

  it.each(['a', '👍👍', 'thumbs up', '12', '1', '👍 ', '\u200d', '🇫', '❤\ufe0e', '\ufe0f'])(
    'are refused with a 400 that names the position of %j, which is not one emoji',
    async (written) => {
      const { status, body } = await asAnn!.update(comment, { addedReactions: ['👍', written] });
      expect([status, body.error.message]).toEqual([
        400,
        expect.stringContaining('`addedReactions[1]` must be exactly one emoji'),
      ]);
      expect(await readReactions()).toEqual([]);
    },
  );

  it('are removed by the emoji or by its code point', async () => {
    for (const written of ['👍', '1F44D']) {
      await add(asAnn!, '👍');
      await remove(asAnn!, written);
      expect(await readReactions()).toEqual([]);
    }
  });

  it('must not be empty', async () => {
    const { status, body } = await add(asAnn!, '');
    expect([status, body.error.message]).toEqual([400, '`addedReactions[0]` must not be empty (got 0)']);
  });

  it('are limited to 20 kinds on a comment; an existing kind is always accepted', async () => {
    const kinds = Array.from({ length: 20 }, (_, index) => String.fromCodePoint(0x1f600 + index));
    await add(asAnn!, ...kinds);
    const { status, body } = await add(asBen!, '👍');
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('at most 20 kinds of reactions')]);
    expect((await add(asBen!, kinds[3]!)).status).toBe(200);
    expect((await asAnn!.update(comment, { addedReactions: ['👍'], removedReactions: [kinds[0]!] })).status).toBe(200);
  });

  it('cannot be added and removed in one request', async () => {
    const { status } = await asAnn!.update(comment, { addedReactions: ['👍'], removedReactions: ['1f44d'] });
    expect(status).toBe(400);
  });

  it('are not an edit of the comment', async () => {
    expect((await add(asAnn!, '👍')).body).not.toHaveProperty('editedAt');
  });
});
