import type { ClaimsSchema } from '../../content/claims/claims-schema.js';
import type { Row } from '../../store/rows.js';

/** What the visitors of a site may claim; null where it does not say. */
export function claimsSchemaOf({ adaptiveSchema }: Pick<Row<'Site'>, 'adaptiveSchema'>): ClaimsSchema | null {
  return adaptiveSchema === null ? null : (JSON.parse(adaptiveSchema) as ClaimsSchema);
}
