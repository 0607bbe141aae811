import { rebuildSearch } from '../../modules/content/search/rebuild.js';
import { findOptionalSpace } from '../objects/find-object.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** `docgraph search rebuild`: recomputes the search index of one space or of all spaces. */
export async function rebuildSearchCommand({ space, json }: { space?: string; json?: boolean }): Promise<void> {
  const rebuilt = await withSession(async ({ store }) =>
    rebuildSearch(store, await findOptionalSpace(store.read, space)),
  );
  printResult(rebuilt, { json, sentence: `Indexed ${rebuilt.pages} pages of ${rebuilt.spaces} spaces.` });
}
