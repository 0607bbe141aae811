import type { ObjectRef } from '@pothos/core';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder, type Fields, type Types } from '../../../api/graphql/schema/builder.js';
import { describeFromNames, documentedEnum } from '../../../api/graphql/schema/enums.js';
import { emojiCode } from '../../../engine/base/emoji/emoji.js';
import { ContentReference } from '../../content/revisions/scalars.js';
import { Emoji, emojiCodeText, emojiSchema } from '../../shared/emoji.js';
import {
  color,
  contentLink,
  fontFace,
  reference,
  type Schema,
  themedColor,
  themedUrl,
  url,
} from '../sites/schema-parts.js';
import { itemTexts, memberTexts, propertyTexts } from './member-texts.js';

// GraphQL object types for the members of a customization, built from the JSON Schemas of their values.

type Value = { [name: string]: unknown };
type ValueType = ObjectRef<Types, Value>;

/** Capitalizes the first letter: `socialPreview` becomes `SocialPreview`. */
export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Returns the object type of a member of the customization. Its name has abbreviations in capital letters, such as
 * `SitePDF`.
 */
export function memberType(name: string, schema: Schema, description: string): ValueType {
  const part = /^(ai|pdf)$/.test(name) ? name.toUpperCase() : capitalized(name);
  return objectTypeOf(`Site${part}`, schema, description);
}

/** Object types that several members use, by their schemas. */
const sharedTypes = new Map<Schema, ValueType>();

/**
 * Returns the object type for a schema that describes an object, or one of several objects.
 * @param name name of the type; names of the types of its properties begin with it
 */
function objectTypeOf(name: string, schema: Schema, description: string): ValueType {
  const existing = sharedTypes.get(schema);
  if (existing) return existing;
  const { properties, required } = propertiesOf(schema);
  const objectType: ValueType = builder.objectRef<Value>(name).implement({
    description,
    extensions: { guard: partOfGuardedObject },
    fields: (t) => ({
      ...Object.fromEntries(
        Object.entries(properties).map(([property, schema]) => {
          const text = memberTexts[name]?.[property] ?? propertyTexts[property];
          if (!text) throw new Error(`${name}.${property} has no description`);
          return [
            property,
            defineField(t, { owner: name, property, schema, text, isRequired: required.includes(property) }),
          ];
        }),
      ),
      ...(properties.emoji === emojiSchema && { emojiCode: codeField(t) }),
    }),
  });
  return objectType;
}

sharedTypes.set(themedColor, objectTypeOf('ThemedColor', themedColor, 'A color for each theme.'));
sharedTypes.set(fontFace, objectTypeOf('FontFace', fontFace, 'The files of a font in one weight.'));
sharedTypes.set(contentLink, objectTypeOf('ContentLink', contentLink, 'A link to something.'));
sharedTypes.set(themedUrl, objectTypeOf('ThemedURL', themedUrl, 'An address for each theme.'));

/**
 * Returns the properties of an object schema. For a schema with several variants (`oneOf`), returns the properties of
 * all variants, each nullable.
 */
function propertiesOf(schema: Schema): { properties: Record<string, Schema>; required: readonly string[] } {
  const variants = schema.oneOf as Schema[] | undefined;
  if (!variants) return schema as ReturnType<typeof propertiesOf>;
  const properties = Object.assign({}, ...variants.map((variant) => variant.properties));
  return { properties, required: [] };
}

interface Property {
  /** Name of the object type that has the property. */
  owner: string;
  property: string;
  schema: Schema;
  text: string;
  isRequired: boolean;
}

function defineField(t: Fields<Value>, { owner, property, schema, text, isRequired }: Property) {
  const isList = schema.type === 'array';
  const type = isList
    ? [
        graphqlType(
          `${owner}${capitalized(property).replace(/s$/, '')}`,
          schema.items as Schema,
          itemTexts[property] ?? text,
        ),
      ]
    : graphqlType(`${owner}${capitalized(property)}`, schema, text);
  return t.field({
    type: type as never,
    nullable: (!isRequired || mayBeNull(schema)) as never,
    description: text,
    resolve: (value) => value[property] as never,
  });
}

/** Returns a field with the code points of the property `emoji`, in addition to the field with the emoji itself. */
function codeField(t: Fields<Value>) {
  return t.string({
    nullable: true,
    description: emojiCodeText,
    resolve: ({ emoji }) => (emoji ? emojiCode(emoji as string) : null),
  });
}

/**
 * Returns the GraphQL type of a value. A type that does not exist yet gets the name `name` and the description `text`.
 */
function graphqlType(name: string, schema: Schema, text: string) {
  if (schema === color) return 'HexColorCode';
  if (schema === url) return 'URL';
  if (schema === reference || mayBeNull(schema)) return ContentReference;
  if (schema === emojiSchema) return Emoji;
  if (isFont(schema)) return fontTypeOf(schema);
  if (schema.enum) return documentedEnum(name, text, describeFromNames(schema.enum as string[]));
  if (schema.type === 'object') return objectTypeOf(name, schema, text);
  return { boolean: 'Boolean', integer: 'Int', string: 'String' }[schema.type as 'string'];
}

/** Reports whether a value may be null. Only the target of a link in the header has such a schema, with `anyOf`. */
function mayBeNull({ anyOf }: Schema): boolean {
  return anyOf !== undefined;
}

function isFont({ oneOf }: Schema): boolean {
  return (oneOf as Schema[] | undefined)?.some((variant) => variant.enum) ?? false;
}

let fontType: ValueType | undefined;

/** Returns the type of a font. Its value is the name of a known font (a string) or a font of the site (an object). */
function fontTypeOf({ oneOf }: Schema): ValueType {
  const customFont = (oneOf as Schema[]).find(({ type }) => type === 'object')!;
  const isText = (value: unknown): value is string => typeof value === 'string';
  fontType ??= builder.objectRef<Value>('SiteFont').implement({
    description: 'A font.',
    extensions: { guard: partOfGuardedObject },
    fields: (t) => ({
      name: t.string({
        nullable: true,
        description: 'Name of a font that the server knows; null for one of the site.',
        resolve: (value: unknown) => (isText(value) ? value : null),
      }),
      own: t.field({
        type: objectTypeOf('SiteOwnFont', customFont, 'A font of the site.'),
        nullable: true,
        description: 'The font of the site; null for one that the server knows.',
        resolve: (value: unknown) => (isText(value) ? null : (value as Value)),
      }),
    }),
  });
  return fontType;
}
