// JSON Schemas of what the look of a site is made of, as the contract has them.

/** A JSON Schema. */
export type Schema = { [keyword: string]: unknown };

/** An object that has these members and no others; all but `optional` must be there. */
export function object(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties, additionalProperties: false };
}

/** One of some words, separated by spaces. */
export function oneOf(words: string): Schema {
  return { type: 'string', enum: words.split(' ') };
}

/** A list. */
export function listOf(items: Schema, minItems = 0): Schema {
  return { type: 'array', items, ...(minItems > 0 && { minItems }) };
}

/** A switch. */
export const flag: Schema = { type: 'boolean' };

/** An object with a switch. */
export const enabled: Schema = object({ enabled: flag });

/** A text of so many characters at most. */
export function textOf(maxLength: number, minLength = 0): Schema {
  return { type: 'string', maxLength, ...(minLength > 0 && { minLength }) };
}

/** An address that browsers load from: no scheme that runs anything. */
export const url: Schema = { type: 'string', format: 'uri', maxLength: 2048, pattern: '^https?://' };

/** An address that people are led to. */
const linkUrl: Schema = { type: 'string', format: 'uri', maxLength: 2048, pattern: '^(https?://|mailto:)' };

/** A color: `#` and 3 or 6 hexadecimal digits. */
export const color: Schema = { type: 'string', pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' };

/** A color for each theme. */
export const themedColor = object({ light: color, dark: color });

/** An address for each theme. */
export const themedUrl = object({ light: url, dark: url });

const id = textOf(255);

/** Members of a reference of each kind, and those that may be absent. */
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

/** What a link leads to (`ContentRef`). */
export const reference: Schema = {
  oneOf: Object.entries(references).map(([kind, [members, optional]]) =>
    object({ kind: { type: 'string', enum: [kind] }, ...members }, optional),
  ),
};

/** A link with its title. */
export const contentLink = object({ title: textOf(64), to: reference });

/** The files of a font in one weight. */
export const fontFace = object({
  weight: { type: 'integer', minimum: 1, maximum: 1000 },
  sources: listOf(object({ url, format: oneOf('woff2 woff') }, ['format']), 1),
});

const ownFont = object({
  id: textOf(255),
  custom: flag,
  fontFamily: textOf(50, 1),
  fontFaces: listOf(fontFace, 1),
});

/** A font of these names, or one of the site's own. */
export function fontOf(names: string): Schema {
  return { oneOf: [oneOf(names), ownFont] };
}
