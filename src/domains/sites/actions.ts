import { seenPlaces } from '../../access/place-access.js';
import { badInput } from '../../errors.js';
import { newId } from '../../ids.js';
import type { Row } from '../../store/rows.js';
import { type Act, type Actor, act } from '../shared/act.js';
import { lastPosition } from '../shared/positions.js';
import { readTarget } from '../shared/targets.js';
import { fold } from '../shared/text-match.js';

/** What a site is created with; what is absent gets its default. */
export interface NewSite {
  organization: string;
  type?: string | null;
  title?: string | null;
  visibility?: string | null;
  /** Ids of spaces to show, in their order; the first is shown first. */
  spaces?: string[] | null;
}

/** Most spaces that one request puts on a site. */
const maxSpaces = 250;

/**
 * Creates a site, unpublished.
 * @returns the site's id
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a space that the organization does not have or that is named twice.
 */
export function createSite(actor: Actor, site: NewSite): Promise<string> {
  const spaces = site.spaces ?? [];
  if (spaces.length > maxSpaces)
    throw badInput('spaces', `\`spaces\` must have at most ${maxSpaces} ids, got ${spaces.length}`);
  return act(actor, async (under) => {
    const organizationId = site.organization;
    await readTarget(under, 'Organization', organizationId, 'site.create');
    const id = newId('Site');
    const columns = columnsOf(site);
    const times = { createdAt: under.at, updatedAt: under.at };
    const data = { id, organizationId, ...columns, titleKey: fold(columns.title), ...initial, ...times };
    await under.tx.prisma.site.create({ data, select: { id: true } });
    await addSpaces(under, { organizationId, siteId: id, spaces });
    under.record({ organizationId, action: 'createSite', targetId: id, changes: { ...columns, spaces } });
    return id;
  });
}

function columnsOf({ type, title, visibility }: NewSite): { type: string; title: string; visibility: string } {
  return { type: type ?? 'basic', title: title ?? 'Untitled', visibility: visibility ?? 'public' };
}

const initial = { published: false, adaptiveContent: false, agentsContext: 'included' };

async function addSpaces(
  under: Act,
  { organizationId, siteId, spaces }: { organizationId: string; siteId: string; spaces: string[] },
): Promise<void> {
  const { tx, at } = under;
  const titles = new Map((await visibleSpaces(under, organizationId, spaces)).map(({ id, title }) => [id, title]));
  const paths = new Set<string>();
  const data = spaces.map((spaceId, position) => {
    const title = titles.get(spaceId);
    const field = `spaces[${position}]`;
    if (title === undefined)
      throw badInput(field, `\`${field}\` must be a space of the organization, got ${JSON.stringify(spaceId)}`);
    if (spaces.indexOf(spaceId) !== position)
      throw badInput(field, `\`${field}\` must not repeat ${JSON.stringify(spaceId)}`);
    const path = freePath(title, paths);
    const id = newId('SiteSpace');
    const place = { position: lastPosition(id), isDefault: position === 0 };
    return { id, organizationId, siteId, spaceId, path, ...place, createdAt: at };
  });
  if (data.length > 0) await tx.prisma.siteSpace.createMany({ data });
}

/**
 * Those of the spaces that the organization has and the viewer sees: others do not exist for it. None of them leaves the
 * organization before the site shows it.
 */
async function visibleSpaces({ tx, viewer }: Act, organizationId: string, ids: string[]): Promise<Row<'Space'>[]> {
  if (ids.length === 0) return [];
  const query = tx.read.sql
    .selectFrom('Space')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .where(tx.read.inList('id', ids))
    .orderBy('id');
  const locked = tx.read.provider === 'postgresql' ? query.forShare() : query;
  return seenPlaces({ viewer, read: tx.read }, 'space.view', await tx.read.all(locked));
}

/** A path made from the title, unique on the site. */
function freePath(title: string, taken: Set<string>): string {
  const slug =
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 90) || 'space';
  let path = slug;
  for (let count = 1; taken.has(path); count += 1) path = `${slug}-${count}`;
  taken.add(path);
  return path;
}
