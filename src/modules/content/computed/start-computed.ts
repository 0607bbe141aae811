import { ContentError, type Json, type Page } from '../../../engine/base/types.js';
import { checkRevisionSource } from '../../../engine/tree/computed/source.js';
import { emptyManifest } from '../../../engine/tree/manifest/empty-manifest.js';
import { badInput } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import { getRow } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { appendRevision } from '../revisions/append-revision.js';
import { pinnedContent } from './pinned-content.js';

/**
 * Checks the source of a computed space.
 * @throws BAD_USER_INPUT that names the invalid member.
 */
export function checkComputedSource(source: unknown): void {
  try {
    checkRevisionSource(source as Json);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw badInput(`computedSource${(error.pointer ?? '').replaceAll('/', '.')}`, error.message);
  }
}

/**
 * Creates the computed head of a new, empty space: one entry with the space's title, whose pages come from the current
 * state of the source.
 */
export async function writeComputedHead(unit: UnitOfWork, spaceId: string, source: unknown): Promise<void> {
  const { organizationId, revisionId: parentId, title } = await getRow(unit, 'Space', spaceId);
  const computed = source as { [name: string]: Json };
  const entry: Page = { id: newId('Page'), type: 'computed', title: title || 'Untitled', computed };
  const after = await pinnedContent(unit.tx.read, organizationId, { ...emptyManifest, pages: [entry] });
  const branch = { organizationId, spaceId, parentId };
  await appendRevision(unit, branch, { type: 'computed', before: emptyManifest, after, blobs: new Map() });
}
