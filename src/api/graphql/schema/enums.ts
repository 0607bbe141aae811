import type { EnumExtension } from '../../inputs/extensions.js';
import { builder } from './builder.js';

/**
 * Declares an enum from the values that the REST contract documents. GraphQL names are SCREAMING_SNAKE; internal and
 * REST values are the documented ones. Instead of a description, a caller may pass one together with options for REST.
 */
export function documentedEnum(
  name: string,
  text: string | { description: string; rest: EnumExtension },
  values: Record<string, string>,
) {
  const { description, rest } = typeof text === 'string' ? { description: text, rest: undefined } : text;
  const entries = Object.entries(values).map(([value, meaning]) => [
    upperSnakeCase(value),
    { value, description: meaning },
  ]);
  return builder.enumType(name, {
    description,
    ...(rest && { extensions: { rest } }),
    values: Object.fromEntries(entries) as Record<string, { value: string }>,
  });
}

/**
 * Returns the GraphQL name of a value: `legacy-basic`, `internalDocs` and `openAPISpec` become LEGACY_BASIC,
 * INTERNAL_DOCS and OPENAPI_SPEC.
 */
function upperSnakeCase(value: string): string {
  return value
    .replace(/OpenAPI(?=[A-Z]|$)/gi, 'Openapi')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
}

/**
 * Returns descriptions that are derived from the names of values: `sites-page-feedback` without its prefix becomes
 * "Page feedback.".
 */
export function describeFromNames(keys: readonly string[], prefix = ''): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, `${sentence(key.replace(prefix, ''))}.`]));
}

function sentence(key: string): string {
  const words = key.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
