import { idKind } from '../../platform/base/ids.js';
import { inLiveOrganization } from '../../platform/db/query/live-organizations.js';
import type { Queries } from '../../platform/db/query/queries.js';
import type { FileDownload } from '../../platform/urls/urls.js';
import { documentDownload } from './documents.js';

/** A document that anyone can download. */
export interface PublicDocument {
  download: FileDownload;
  /** Whether the URL always serves the same content; false for the newest version of a specification. */
  isFixed: boolean;
}

/**
 * Returns the document of a version, or the newest document of a specification. `id` is the id of either. Returns null
 * if the specification is not public, does not exist, or belongs to a deleted organization.
 */
export async function findPublicDocument(read: Queries, id: string): Promise<PublicDocument | null> {
  const kind = idKind(id);
  if (kind !== 'OpenAPISpec' && kind !== 'OpenAPISpecVersion') return null;
  const query = read.sql
    .selectFrom('OpenAPISpecVersion')
    .innerJoin('OpenAPISpec', 'OpenAPISpec.id', 'OpenAPISpecVersion.specId')
    .selectAll('OpenAPISpecVersion')
    .where('OpenAPISpec.visibility', '=', 'public')
    .where(inLiveOrganization('OpenAPISpec.organizationId'));
  const version = await read.first(
    kind === 'OpenAPISpec'
      ? query.where('OpenAPISpec.id', '=', id).whereRef('OpenAPISpecVersion.id', '=', 'OpenAPISpec.lastVersionId')
      : query.where('OpenAPISpecVersion.id', '=', id),
  );
  return version ? { download: documentDownload(version), isFixed: kind === 'OpenAPISpecVersion' } : null;
}
