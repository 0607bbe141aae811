import type { Context } from '../../../api/graphql/execution/context.js';
import { kindOf } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { sitesById } from '../sites/loaders.js';
import { sitesByBasename } from './loaders.js';

/** What may be a basename (`SiteBasename`). */
const basenames = /^[a-z0-9-]{1,100}$/;

/**
 * The site of an organization that an address names: by its id, by its basename, or by one that it had and that no other site
 * of the organization has taken since. Null where there is none; whether it is open to anybody is another question. One batch.
 */
export async function findSiteNamed(
  { loaders }: Pick<Context, 'loaders'>,
  organization: string,
  name: string,
): Promise<Row<'Site'> | null> {
  if (kindOf(organization) !== 'Organization') return null;
  const site =
    kindOf(name) === 'Site'
      ? await loaders.load(sitesById, name)
      : basenames.test(name)
        ? await loaders.load(sitesByBasename, `${organization}/${name}`)
        : null;
  return site?.organizationId === organization ? site : null;
}
