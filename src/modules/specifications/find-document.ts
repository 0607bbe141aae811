import { kindOf } from '../../platform/base/ids.js';
import type { Queries } from '../../platform/db/query/queries.js';
import type { Download } from '../../platform/urls/urls.js';
import { downloadOf } from './documents.js';

/** A document that anyone may read, and whether it is always the same one. */
export interface PublicDocument {
  download: Download;
  isFixed: boolean;
}

/** The document behind the id of a version, or the newest of a specification's; null unless the specification is public. */
export async function findPublicDocument(read: Queries, id: string): Promise<PublicDocument | null> {
  const kind = kindOf(id);
  if (kind !== 'OpenAPISpec' && kind !== 'OpenAPISpecVersion') return null;
  const query = read.sql
    .selectFrom('OpenAPISpecVersion')
    .innerJoin('OpenAPISpec', 'OpenAPISpec.id', 'OpenAPISpecVersion.specId')
    .selectAll('OpenAPISpecVersion')
    .where('OpenAPISpec.visibility', '=', 'public');
  const version = await read.first(
    kind === 'OpenAPISpec'
      ? query.where('OpenAPISpec.id', '=', id).whereRef('OpenAPISpecVersion.id', '=', 'OpenAPISpec.lastVersionId')
      : query.where('OpenAPISpecVersion.id', '=', id),
  );
  return version ? { download: downloadOf(version), isFixed: kind === 'OpenAPISpecVersion' } : null;
}
