import { idKind } from '../../platform/base/ids.js';
import { inLiveOrganization } from '../../platform/db/query/live-organizations.js';
import type { Queries } from '../../platform/db/query/queries.js';
import type { FileDownload } from '../../platform/urls/urls.js';
import { downloadOf } from './documents.js';

/** A public document, and whether its address always has the same content. */
export interface PublicDocument {
  download: FileDownload;
  isFixed: boolean;
}

/**
 * Returns the document of a version id, or the newest one of a specification id. Null unless it is
 * public, also in a deleted organization.
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
  return version ? { download: downloadOf(version), isFixed: kind === 'OpenAPISpecVersion' } : null;
}
