import type { Content } from '../reading/bodies.js';
import type { LocatedValue } from '../reading/json-path.js';

/** A media type in the spelling of the document, and its schema. */
export interface Media {
  type: string;
  schema: LocatedValue;
}

/** Returns contents by normalized media type: lower case, without `charset`. */
export function mediaIn(content: Content): Map<string, Media> {
  const media = new Map<string, Media>();
  for (const [type, schema] of content) {
    const key = plainType(type);
    if (!media.has(key)) media.set(key, { type, schema });
  }
  return media;
}

/** Returns the content of a media type: by its name, or by a range (`text/*`) that includes it. */
export function findMedia(media: ReadonlyMap<string, Media>, type: string): Media | undefined {
  return media.get(type) ?? media.get(`${type.split('/', 1)}/*`) ?? media.get('*/*');
}

function plainType(type: string): string {
  const [name, ...parameters] = type.toLowerCase().split(';');
  const withoutCharset = parameters
    .map((parameter) => parameter.trim())
    .filter((one) => one !== '' && !one.startsWith('charset='));
  return [name!.trim(), ...withoutCharset.sort()].join('; ');
}
