import { checkRevisionSource } from '../../content/computed/source.js';
import { emptyManifest } from '../../content/manifest/empty-manifest.js';
import { ContentError, type Json, type Manifest } from '../../content/types.js';
import { badInput } from '../../errors.js';
import { newId } from '../../ids.js';
import { continueLine } from '../revisions/continue-line.js';
import type { Act } from '../shared/act.js';
import { getRow } from '../shared/targets.js';

/** Checks the source of a computed space. @throws BAD_USER_INPUT naming the member at fault. */
export function checkComputedSource(source: unknown): void {
  try {
    checkRevisionSource(source as Json);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw badInput(`computedSource${(error.pointer ?? '').replaceAll('/', '.')}`, error.message);
  }
}

/** Gives a new, empty space its computed head: one entry of the space's title, whose pages the source gives. */
export async function startComputed(under: Act, spaceId: string, source: unknown): Promise<void> {
  const { organizationId, revisionId: parentId, title } = await getRow(under, 'Space', spaceId);
  const computed = source as { [name: string]: Json };
  const after: Manifest = {
    ...emptyManifest,
    pages: [{ id: newId('Page'), type: 'computed', title: title || 'Untitled', computed }],
  };
  const line = { organizationId, spaceId, parentId };
  await continueLine(under, line, { type: 'computed', before: emptyManifest, after, blobs: new Map() });
}
