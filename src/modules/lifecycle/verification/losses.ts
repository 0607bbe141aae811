import { sql } from 'kysely';
import type { Hash, Manifest } from '../../../engine/base/types.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Verification } from '../verification-base/check.js';
import { isRowSettled } from '../verification-base/settled.js';
import { readIntactManifest } from '../verified-heads/read-heads.js';

/** A place that uses lost content. */
export interface Loss {
  organizationId: string;
  /** Space, and its title. */
  spaceId: string;
  space: string;
  /** Change request that proposes the content; null for the head of the space. */
  changeRequestId: string | null;
  /** Kind of the lost content; `content` means all pages and files. */
  kind: 'page' | 'file' | 'reusable content' | 'content';
  /** Title of the page or the content, or path of the file; null for all content. */
  name: string | null;
}

/** Maximum number of places that are named. */
const maxLosses = 1_000;

/**
 * Returns the pages and files at the heads of spaces, and in change requests that are not merged, whose content is
 * lost; at most 1,000. Earlier revisions are left out.
 */
export async function describeLosses(verification: Verification): Promise<Loss[]> {
  const { read, lost, signal } = verification;
  const losses: Loss[] = [];
  for (const organizationId of lost.organizations())
    for await (const branch of readBranches(read, organizationId)) {
      signal.throwIfAborted();
      const { rootHash, ...place } = branch;
      const manifest = await readIntactManifest(read, { organizationId, rootHash }, lost);
      const names = manifest ? lostNames(manifest, (hash) => lost.has(organizationId, hash)) : [wholeContent];
      losses.push(...names.map((name) => ({ organizationId, ...place, ...name })));
      if (losses.length >= maxLosses) return losses.slice(0, maxLosses);
    }
  return losses;
}

const wholeContent = { kind: 'content', name: null } as const;

function lostNames(manifest: Manifest, isLost: (hash: Hash) => boolean): Pick<Loss, 'kind' | 'name'>[] {
  const has = ({ blob }: { blob?: Hash }): boolean => blob !== undefined && isLost(blob);
  const pages = manifestIndex(manifest).pages.filter(({ page }) => has(page));
  return [
    ...pages.map(({ page }) => ({ kind: 'page' as const, name: page.title })),
    ...manifest.files.filter(has).map(({ path }) => ({ kind: 'file' as const, name: path })),
    ...manifest.reusableContents.filter(has).map(({ title }) => ({ kind: 'reusable content' as const, name: title })),
  ];
}

/** The head of a space, or of a change request that is not merged. */
interface ContentBranch extends Pick<Loss, 'spaceId' | 'space' | 'changeRequestId'> {
  rootHash: Hash;
  revisionId: string;
}

const batchSize = 200;

async function* readBranches(read: Queries, organizationId: string): AsyncGenerator<ContentBranch> {
  const spaces = sql`select t."revisionId", t."id" as "spaceId", t."title" as "space", null as "changeRequestId"
    from "Space" as t where t."organizationId" = ${organizationId} and ${isRowSettled('Space', 't')}`;
  const proposals = sql`select c."revisionId", t."id", t."title", c."id" from "ChangeRequest" as c
    join "Space" as t on t."id" = c."spaceId"
    where c."organizationId" = ${organizationId} and c."status" <> 'merged' and ${isRowSettled('Space', 't')}`;
  for (let after = ''; ; ) {
    const branches = await read.all(sql<ContentBranch>`select b.*, r."rootHash"
      from (${spaces} union all ${proposals}) as b join "Revision" as r on r."id" = b."revisionId"
      where b."revisionId" > ${after} order by b."revisionId" limit ${batchSize}`);
    for (const { revisionId: _, ...branch } of branches) yield branch as ContentBranch;
    if (branches.length < batchSize) return;
    after = branches.at(-1)!.revisionId;
  }
}
