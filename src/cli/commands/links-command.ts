import { rebuildLinks } from '../../modules/links/rebuild.js';
import { findOptionalSpace } from '../objects/find-object.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** `docgraph links rebuild`: recomputes the link index of one space or of all spaces. */
export async function rebuildLinksCommand({ space, json }: { space?: string; json?: boolean }): Promise<void> {
  const rebuilt = await withSession(async ({ store }) =>
    rebuildLinks(store, await findOptionalSpace(store.read, space)),
  );
  printResult(rebuilt, { json, sentence: `Indexed ${rebuilt.links} links of ${rebuilt.spaces} spaces.` });
}
