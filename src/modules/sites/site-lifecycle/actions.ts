import { badInput } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import { bufferInsert, insertRows } from '../../../platform/db/write/insert-rows.js';
import { createSealedKey, type Sealer } from '../../../platform/secrets/sealed.js';
import { readTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { newSiteSpace } from '../site-structure/new-parts.js';
import { pathFrom } from '../site-structure/paths.js';
import { lockSpacesToShow } from '../site-structure/spaces-to-show.js';

/** Fields of a new site; absent fields get their defaults. */
export interface NewSite {
  organization: string;
  type?: string | null;
  title?: string | null;
  visibility?: string | null;
  /** Ids of spaces to show, in their order; the first is the default. */
  spaces?: string[] | null;
}

/** Maximum number of spaces that one request can add to a site. */
const maxSpaces = 250;

/**
 * Creates an unpublished site.
 * @returns the site's id
 * @throws NOT_FOUND; FORBIDDEN, also if the viewer's role on a space is below create; BAD_USER_INPUT for a space of
 * another organization and for a repeated space.
 */
export function createSite(actor: Actor & { sealer: Sealer }, site: NewSite): Promise<string> {
  const spaces = site.spaces ?? [];
  if (spaces.length > maxSpaces)
    throw badInput('spaces', `\`spaces\` must have at most ${maxSpaces} ids (got ${spaces.length})`);
  return runAction(actor, async (unit) => {
    const organizationId = site.organization;
    await readTarget(unit, 'Organization', organizationId, 'site.create');
    const id = newId('Site');
    const columns = columnsWithDefaults(site);
    const times = { createdAt: unit.at, updatedAt: unit.at };
    const signingKey = createSealedKey(actor.sealer, 'signing-key');
    const row = { id, organizationId, ...columns, ...initialSettings, signingKey, ...times };
    bufferInsert(unit.tx, { table: 'Site', rows: [row] });
    await addSpaces(unit, { organizationId, siteId: id, spaces });
    unit.record({ organizationId, action: 'createSite', targetId: id, changes: { ...columns, spaces } });
    return id;
  });
}

function columnsWithDefaults({ type, title, visibility }: NewSite): {
  type: string;
  title: string;
  visibility: string;
} {
  return { type: type ?? 'basic', title: title ?? 'Untitled', visibility: visibility ?? 'public' };
}

const initialSettings = { published: false, adaptiveContent: false, agentsContext: 'included' };

async function addSpaces(
  unit: UnitOfWork,
  { organizationId, siteId, spaces }: { organizationId: string; siteId: string; spaces: string[] },
): Promise<void> {
  const references = spaces.map((id, index) => ({ id, field: `spaces[${index}]` }));
  const spaceById = await lockSpacesToShow(unit, organizationId, references);
  const paths = new Set<string>();
  const rows = references.map(({ id: spaceId, field }, index) => {
    if (spaces.indexOf(spaceId) !== index)
      throw badInput(field, `\`${field}\` must not repeat ${JSON.stringify(spaceId)}`);
    const path = pathFrom(spaceById.get(spaceId)!.title, paths);
    paths.add(path);
    const columns = { organizationId, siteId, sectionId: null, isDefault: index === 0 };
    return newSiteSpace(unit, { ...columns, spaceId, path, last: null });
  });
  await insertRows(unit.tx, { table: 'SiteSpace', rows });
}
