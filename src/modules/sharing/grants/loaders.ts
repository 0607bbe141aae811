import type { Loaders } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { collectionsById } from '../../content/collections/loaders.js';
import { spacesById } from '../../content/spaces/loaders.js';
import type { PlaceRef } from './places.js';

/** Loads a space or collection that must exist, for example because a foreign key refers to it. */
export function getPlace(loaders: Loaders, { kind, id }: PlaceRef): Promise<Row<'Space'> | Row<'Collection'>> {
  return kind === 'space' ? loaders.get(spacesById, id) : loaders.get(collectionsById, id);
}
