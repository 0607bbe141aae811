import { importFiles } from './corpus.mjs';
import { load } from './dist.mjs';

/** Returns the ids of an organization's members. */
export async function readMembers({ store }, organization) {
  const query = store.sql.selectFrom('Member').select('userId').where('organizationId', '=', organization);
  return (await store.read.all(query.orderBy('userId'))).map(({ userId }) => userId);
}

/**
 * Creates a space with comments, replies and reactions of several users. One comment in ten is on a page of twenty
 * blocks, which is edited afterwards; a third of the comments are resolved. The first comments are posted through
 * `/v1`; the others are copies of their rows.
 */
export async function commentSpace(world, count) {
  const space = await importFiles(world.store, world.organization, pages('before'));
  const call = caller(world, `/v1/spaces/${space}`);
  const { id: page } = await call('GET', '/content/path/busy');
  const samples = await postSamples(call, page);
  await copy(world, samples, count);
  const { id } = await call('POST', '/change-requests', {});
  const changes = [{ operation: 'update_page', page, document: { markdown: text('after') } }];
  await call('POST', `/change-requests/${id}/content`, { changes });
  await call('POST', `/change-requests/${id}/merge`);
  return [space, page];
}

function caller({ ask, token }, base) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return (method, path, body) =>
    ask({ method, path: `${base}${path}`, headers, ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }) });
}

/** Posts a comment on each block of the page, and one on the space. */
async function postSamples(call, page) {
  const { document } = await call('GET', `/content/page/${page}?format=document`);
  const about = [...document.nodes.map(({ key: node }) => ({ page, node })), {}];
  const posted = [];
  for (const spot of about) {
    const body = { markdown: 'Which *version* does this step need, and [where](/pages/busy) is it told?' };
    posted.push((await call('POST', '/comments', { ...spot, body })).id);
  }
  return posted;
}

/** Fills the space with copies of the samples, up to a number of comments. */
async function copy({ store, authors }, samples, count) {
  const rows = await store.read.all(store.sql.selectFrom('Comment').selectAll().where('id', 'in', samples));
  const make = {
    id: (await load('platform/base/ids.js')).newId,
    by: (index) => authors[index % authors.length],
    at: new Date(),
  };
  const comments = commentsLike(rows, count - rows.length, make);
  const some = (step) => comments.filter((_, index) => index % step === 0);
  await insert(store, 'comment', comments);
  await insert(store, 'comment', some(2).map(replyTo(make)));
  await insert(store, 'reaction', some(4).flatMap(reactionsTo(make)));
  const commentsOpen = rows.length + comments.filter(({ status }) => status === 'open').length;
  const where = { id: rows[0].spaceId };
  await store.transaction(({ prisma }) => prisma.space.update({ where, data: { commentsOpen } }));
}

function commentsLike(rows, count, { id, by, at }) {
  const onSpace = rows.find(({ pageId }) => pageId === null);
  const onPage = rows.filter(({ pageId }) => pageId !== null);
  return Array.from({ length: count }, (_, index) => ({
    ...(index % 10 === 0 ? onPage[index % onPage.length] : onSpace),
    ...{ id: id('Comment'), postedById: by(index), postedAt: at },
    ...(index % 3 === 0 && { status: 'resolved', resolvedAt: at, resolvedById: by(index + 1) }),
  }));
}

function replyTo({ id, by, at }) {
  return ({ id: thread, organizationId, spaceId, revisionId }, index) => ({
    ...{ id: id('CommentReply'), organizationId, spaceId, revisionId, threadId: thread, parentId: thread },
    ...{ body: 'It is told there.', postedById: by(index + 5), postedAt: at },
  });
}

function reactionsTo({ by, at }) {
  return ({ id: commentId, organizationId }, index) =>
    [by(index + 2), by(index + 7)].map((userId) => ({ commentId, organizationId, userId, emoji: '👍', reactedAt: at }));
}

/** Inserts rows in transactions that are short enough for both databases. */
async function insert(store, model, rows) {
  const { chunksOf } = await load('platform/arrays/chunks-of.js');
  for (const data of chunksOf(rows, 1000)) await store.transaction(({ prisma }) => prisma[model].createMany({ data }));
}

function pages(word) {
  return new Map([
    ['README.md', () => Buffer.from('# Start\n')],
    ['busy.md', () => Buffer.from(text(word))],
  ]);
}

/** Returns twenty blocks of text; every other one contains `word`. */
function text(word) {
  const block = (_, index) =>
    `Step ${index} takes ${index % 2 ? word : 'always'} as long as what the machine does it with.`;
  return `# Busy\n\n${Array.from({ length: 20 }, block).join('\n\n')}\n`;
}
