import type { Context } from '../../../api/graphql/execution/context.js';
import { idKind } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { sitesById } from '../sites/loaders.js';
import { sitesByBasename } from './loaders.js';

/** Format of names that may be basenames (`SiteBasename`). */
const basenamePattern = /^[a-z0-9-]{1,100}$/;

/**
 * Returns the site of an organization by its id, its basename, or a former basename that no other site of the
 * organization has taken. Returns null if there is none. It does not check whether the site admits the caller. It takes
 * one batch of queries.
 */
export async function findSiteNamed(
  { loaders }: Pick<Context, 'loaders'>,
  organization: string,
  name: string,
): Promise<Row<'Site'> | null> {
  if (idKind(organization) !== 'Organization') return null;
  const site =
    idKind(name) === 'Site'
      ? await loaders.load(sitesById, name)
      : basenamePattern.test(name)
        ? await loaders.load(sitesByBasename, `${organization}/${name}`)
        : null;
  return site?.organizationId === organization ? site : null;
}
