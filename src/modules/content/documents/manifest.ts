import { GraphQLError, type GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { checkText } from '../../../api/graphql/validation/check-text.js';
import { badInput } from '../../../platform/base/errors.js';

/** Maximum number of documents of a client, and maximum number of characters of a text and of an id. */
const limits = { documents: 10_000, characters: 65_536, key: 200 };

/** Texts of GraphQL documents by id. */
export type Manifest = Map<string, string>;

/** Map from ids to texts: the format of GraphQL Code Generator and Relay. */
const plainFormat = z.record(z.string(), z.string());

/** Format of Apollo manifests. */
const apolloFormat = z.looseObject({
  format: z.literal('apollo-persisted-query-manifest'),
  operations: z.array(z.looseObject({ id: z.string(), body: z.string() })),
});

/**
 * Reads the manifest of a client, and validates each text against the schema.
 * @throws BAD_USER_INPUT for another format, and for too many or too long texts. Also if a text is not a valid
 * operation; the error names the first such text.
 */
export function readManifest(json: unknown, schema: GraphQLSchema): Manifest {
  const manifest = parseManifest(json);
  if (manifest.size > limits.documents)
    throw badInput('manifest', `\`manifest\` must have at most ${limits.documents} documents (got ${manifest.size})`);
  for (const [key, text] of manifest) checkDocument(key, text, schema);
  return manifest;
}

function parseManifest(json: unknown): Manifest {
  const apolloManifest = apolloFormat.safeParse(json);
  if (apolloManifest.success) return new Map(apolloManifest.data.operations.map(({ id, body }) => [id, body]));
  const plainManifest = plainFormat.safeParse(json);
  if (plainManifest.success) return new Map(Object.entries(plainManifest.data));
  throw badInput('manifest', '`manifest` must be an object of ids and texts, or a manifest of Apollo');
}

function checkDocument(key: string, text: string, schema: GraphQLSchema): void {
  const field = `manifest[${JSON.stringify(key.slice(0, 80))}]`;
  if (key === '' || key.length > limits.key)
    throw badInput(field, `\`${field}\` must have an id of 1 to ${limits.key} characters (got ${key.length})`);
  if (text.length > limits.characters)
    throw badInput(field, `\`${field}\` must have at most ${limits.characters} characters (got ${text.length})`);
  const checked = checkText(schema, text, false);
  if (checked instanceof GraphQLError) throw badInput(field, `\`${field}\` must be able to run: ${checked.message}`);
}
