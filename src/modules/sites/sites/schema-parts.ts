// JSON Schemas of the parts of a site's customization, as in the REST API.

/** A JSON Schema. */
export type Schema = { [keyword: string]: unknown };

/** Returns the schema of an object with only these members; all are required except those in `optional`. */
export function object(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties, additionalProperties: false };
}

/** Returns the schema of a value that is one of several words; `words` separates them with spaces. */
export function enumOf(words: string): Schema {
  return { type: 'string', enum: words.split(' ') };
}

/** Returns the schema of a list. */
export function arrayOf(items: Schema, minItems = 0): Schema {
  return { type: 'array', items, ...(minItems > 0 && { minItems }) };
}

/** Schema of a setting that is on or off. */
export const flag: Schema = { type: 'boolean' };

/** Schema of an object with the setting `enabled`. */
export const enabled: Schema = object({ enabled: flag });

/** Returns the schema of a text with a maximum length in characters. */
export function stringUpTo(maxLength: number, minLength = 0): Schema {
  return { type: 'string', maxLength, ...(minLength > 0 && { minLength }) };
}

/** Schema of a URL that browsers load resources from; it allows no scheme that can run code. */
export const url: Schema = { type: 'string', format: 'uri', maxLength: 2048, pattern: '^https?://' };

/** Schema of a URL that a link leads to. */
const linkUrl: Schema = { type: 'string', format: 'uri', maxLength: 2048, pattern: '^(https?://|mailto:)' };

/** Schema of a color: `#` and 3 or 6 hexadecimal digits. */
export const color: Schema = { type: 'string', pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' };

/** Schema of a color for each theme. */
export const themedColor = object({ light: color, dark: color });

/** Schema of a URL for each theme. */
export const themedUrl = object({ light: url, dark: url });

const id = stringUpTo(255);

/** Schemas of the members of each kind of reference, and the names of its optional members. */
const references: Record<string, [members: Record<string, Schema>, optional?: string[]]> = {
  file: [{ file: id }],
  url: [{ url: linkUrl }],
  page: [{ page: id, space: id }, ['space']],
  anchor: [{ anchor: id, space: id, page: id }, ['space', 'page']],
  user: [{ user: id }],
  collection: [{ collection: id }],
  space: [{ space: id }],
  'reusable-content': [{ reusableContent: id, space: id }, ['space']],
  openapi: [{ spec: id }],
};

/** Schema of the target of a link (`ContentRef`). */
export const reference: Schema = {
  oneOf: Object.entries(references).map(([kind, [members, optional]]) =>
    object({ kind: { type: 'string', enum: [kind] }, ...members }, optional),
  ),
};

/** Schema of a link with its title. */
export const contentLink = object({ title: stringUpTo(64), to: reference });

/** Schema of the files of a font in one weight. */
export const fontFace = object({
  weight: { type: 'integer', minimum: 1, maximum: 1000 },
  sources: arrayOf(object({ url, format: enumOf('woff2 woff') }, ['format']), 1),
});

const ownFont = object({
  id: stringUpTo(255),
  custom: flag,
  fontFamily: stringUpTo(50, 1),
  fontFaces: arrayOf(fontFace, 1),
});

/** Returns the schema of a font: one of these font names, or a custom font of the site. */
export function fontOf(names: string): Schema {
  return { oneOf: [enumOf(names), ownFont] };
}
