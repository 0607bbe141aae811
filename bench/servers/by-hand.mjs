import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { publicUrl } from '../world.mjs';
import { openByHand } from './hand-database.mjs';
import { listen } from './listen.mjs';

const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

const sql = {
  members: `select t."id", t."userId", t."expiresAt", t."issuer", t."scopes", t."lastUsedAt",
      m."organizationId", m."role", m."disabled", m."sso", o."sso" as "ssoRequired"
    from "AccessToken" t
    left join "Member" m on m."userId" = t."userId" and (t."organizationId" is null or t."organizationId" = m."organizationId")
    left join "Organization" o on o."id" = m."organizationId" where t."hash" = ?`,
  space: 'select * from "Space" where "id" = ?',
  organization: 'select "title" from "Organization" where "id" = ?',
  spaces: 'select * from "Space" where "organizationId" = ? and "deletedAt" is null order by "id" desc limit ?',
  count: 'select count(*) as "count" from "Space" where "organizationId" = ? and "deletedAt" is null',
  titles: `select "id", "title" from "Space" where "organizationId" = ? and "deletedAt" is null
    order by "id" desc limit 20`,
  changeRequests: `select c."id", c."subject", u."id" as "userId", u."displayName" from "ChangeRequest" c
    join "User" u on u."id" = c."createdById" where c."spaceId" = ? order by c."id" desc limit 5`,
};

/**
 * Three hand-written reads with prepared statements: `GET /v1/spaces/{id}`, the list of an organization's spaces, and
 * the nested read. The nested read is an organization, 20 spaces, 5 change requests of each and their authors. Tokens
 * are checked as in docgraph, and the responses are the same.
 */
export async function start({ url }) {
  const database = openByHand(url);
  const read = Object.fromEntries(Object.entries(sql).map(([name, text]) => [name, database.prepare(text)]));
  const app = Fastify();
  const rightsOf = (request) => findRights(read, request.headers.authorization);
  app.setErrorHandler(({ statusCode = 500, message }, _request, reply) =>
    reply.code(statusCode).send({ error: { code: statusCode, message } }),
  );
  app.get('/v1/spaces/:id', async (request) => {
    const rights = await rightsOf(request);
    const [space] = await read.space(request.params.id);
    return spaceBody(space, roleIn(rights, space?.deletedAt ? undefined : space?.organizationId));
  });
  app.get('/v1/orgs/:id/spaces', async (request) => {
    const role = roleIn(await rightsOf(request), request.params.id);
    return readList(read, role, { organization: request.params.id, limit: Number(request.query.limit) });
  });
  app.post('/graphql', async (request) => {
    const { id } = request.body.variables;
    roleIn(await rightsOf(request), id);
    return { data: { organization: await readNested(read, id) } };
  });
  return listen(app, database.close);
}

async function findRights({ members }, header) {
  const token = /^Bearer +([^\s]+) *$/i.exec(header ?? '')?.[1];
  const rows = token ? await members(createHash('sha256').update(token).digest('hex')) : [];
  if (!rows[0] || (rows[0].expiresAt && rows[0].expiresAt < new Date().toISOString()))
    throw refusal(401, 'The access token is not known');
  const isIn = ({ disabled, ssoRequired, sso, issuer }) => !disabled && (!ssoRequired || sso || issuer === 'operator');
  return new Map(rows.filter(isIn).map(({ organizationId, role }) => [organizationId, role]));
}

function roleIn(rights, organization) {
  const role = rights.get(organization);
  if (!role) throw refusal(404, 'There is no such thing');
  return role;
}

function refusal(statusCode, message) {
  return Object.assign(new Error(message), { statusCode });
}

async function readList(read, role, { organization, limit }) {
  const [[{ count }], rows] = await Promise.all([read.count(organization), read.spaces(organization, limit + 1)]);
  const items = rows.slice(0, limit).map((space) => spaceBody(space, role));
  const next = rows.length > limit ? { page: cursorOf(items.at(-1).id) } : undefined;
  return { count, next, items };
}

/** Returns a cursor like ours, without a signature. */
function cursorOf(id) {
  return Buffer.from(JSON.stringify([id])).toString('base64url');
}

async function readNested(read, id) {
  const [[{ title }], spaces] = await Promise.all([read.organization(id), read.titles(id)]);
  const lists = await Promise.all(spaces.map((space) => read.changeRequests(space.id)));
  const nodes = spaces.map((space, index) => ({
    id: space.id,
    title: space.title,
    changeRequests: {
      nodes: lists[index].map(({ id, subject, userId, displayName }) => ({
        id,
        subject,
        createdBy: { id: userId, displayName },
      })),
    },
  }));
  return { title, spaces: { nodes } };
}

function spaceBody(space, role) {
  const may = (needed) => roles.indexOf(role) >= roles.indexOf(needed);
  return {
    object: 'space',
    id: space.id,
    title: space.title,
    emoji: space.emoji,
    visibility: space.visibility,
    createdAt: space.createdAt,
    updatedAt: space.updatedAt,
    deletedAt: space.deletedAt ?? undefined,
    editMode: space.editMode,
    mergeRules: typeof space.mergeRules === 'string' ? JSON.parse(space.mergeRules) : space.mergeRules,
    urls: {
      location: `${publicUrl}/v1/spaces/${space.id}`,
      app: `${publicUrl}/app/${space.id}`,
      icon: space.icon ?? undefined,
    },
    organization: space.organizationId,
    language: space.language ?? undefined,
    revision: space.revisionId,
    defaultLevel: space.defaultLevel,
    comments: space.commentsOpen,
    changeRequests: space.changeRequestNumber,
    changeRequestsOpen: space.changeRequestsOpen,
    changeRequestsDraft: space.changeRequestsDraft,
    permissions: {
      view: true,
      access: true,
      admin: may('admin'),
      viewInviteLinks: may('admin'),
      edit: may('edit'),
      triggerGitSync: false,
      comment: may('comment'),
      merge: may('review'),
      review: may('review'),
      installIntegration: false,
    },
  };
}
