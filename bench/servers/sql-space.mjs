import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { publicUrl } from '../world.mjs';
import { listen } from './listen.mjs';

const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

/** `GET /v1/spaces/{id}` by hand: two prepared statements, the same check of the token, the same answer. */
export async function start({ path }) {
  const db = new Database(path, { readonly: true });
  const members = db.prepare(`select t.id, t.userId, t.expiresAt, t.issuer, t.scopes, t.lastUsedAt,
      m.organizationId, m.role, m.disabled, m.sso, o.sso as ssoRequired
    from AccessToken t
    left join Member m on m.userId = t.userId and (t.organizationId is null or t.organizationId = m.organizationId)
    left join Organization o on o.id = m.organizationId where t.hash = ?`);
  const spaces = db.prepare('select * from Space where id = ?');
  const app = Fastify();
  app.get('/v1/spaces/:id', async (request, reply) => {
    const rights = rightsOf(members, request.headers.authorization);
    if (!rights) return reply.code(401).send({ error: { code: 401, message: 'The access token is not known' } });
    const space = spaces.get(request.params.id);
    const role = space && !space.deletedAt ? rights.get(space.organizationId) : undefined;
    if (!role) return reply.code(404).send({ error: { code: 404, message: 'No such space' } });
    return bodyOf(space, role);
  });
  return listen(app, async () => db.close());
}

function rightsOf(members, header) {
  const token = /^Bearer +([^\s]+) *$/i.exec(header ?? '')?.[1];
  const rows = token ? members.all(createHash('sha256').update(token).digest('hex')) : [];
  if (!rows[0] || (rows[0].expiresAt && rows[0].expiresAt < new Date().toISOString())) return null;
  const isIn = ({ disabled, ssoRequired, sso, issuer }) => !disabled && (!ssoRequired || sso || issuer === 'operator');
  return new Map(rows.filter(isIn).map(({ organizationId, role }) => [organizationId, role]));
}

function bodyOf(space, role) {
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
    mergeRules: JSON.parse(space.mergeRules),
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
