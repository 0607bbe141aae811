import { rebuildLinks } from '../../modules/links/rebuild.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** `docgraph links rebuild`: recomputes the link index of one space or of all spaces. */
export async function rebuildLinksCommand({ space, json }: { space?: string; json?: boolean }): Promise<void> {
  const rebuilt = await withSession(({ store }) => rebuildLinks(store, space));
  printResult(rebuilt, { json, sentence: `Indexed ${rebuilt.links} links of ${rebuilt.spaces} spaces.` });
}
