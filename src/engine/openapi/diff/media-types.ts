import type { Content } from '../reading/bodies.js';
import type { Located } from '../reading/place.js';

/** A media type as a document writes it, and its schema. */
export interface Media {
  type: string;
  schema: Located;
}

/** Contents by what tells their media types apart: small letters, without `charset`. */
export function mediaIn(content: Content): Map<string, Media> {
  const media = new Map<string, Media>();
  for (const [type, schema] of content) {
    const key = plainType(type);
    if (!media.has(key)) media.set(key, { type, schema });
  }
  return media;
}

/** The content that has a media type: under its name, or a range (`text/*`) that it is in. */
export function findMedia(media: ReadonlyMap<string, Media>, type: string): Media | undefined {
  return media.get(type) ?? media.get(`${type.split('/', 1)}/*`) ?? media.get('*/*');
}

function plainType(type: string): string {
  const [name, ...parameters] = type.toLowerCase().split(';');
  const kept = parameters
    .map((parameter) => parameter.trim())
    .filter((one) => one !== '' && !one.startsWith('charset='));
  return [name!.trim(), ...kept.sort()].join('; ');
}
