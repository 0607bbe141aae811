import { z } from 'zod';
import type { ContentRef, File, Hash, Json, Manifest, Page } from '../../base/types.js';

/**
 * Returns a schema for maps with arbitrary keys. It validates without copying, because a copy would lose a key such as
 * `__proto__`.
 */
function jsonMap<Map extends object = Record<string, Json>>() {
  return z.custom<Map>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be a map',
  );
}

const id = z.string().regex(/^[\w.-]{1,64}$/);
// The rules for paths are stricter than those for other texts, because paths are stored in separate database columns.
// Other values are stored as JSON, which can represent any text.
const path = z
  .string()
  .max(10_000)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be text without NUL');
const hash = z.string().regex(/^[0-9a-f]{64}$/) satisfies z.ZodType<Hash>;
const contentRef = jsonMap<ContentRef>().refine(({ kind }) => typeof kind === 'string', 'must have a kind');
const git = z.strictObject({ oid: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/), path: z.string().max(4096) });
const flag = z.boolean();
const natural = z.int().min(0);

const layout = z.strictObject({
  width: z.enum(['default', 'wide']),
  coverSize: z.enum(['hero', 'full']),
  cover: flag,
  title: flag,
  description: flag,
  tableOfContents: flag,
  outline: flag,
  pagination: flag,
  metadata: flag,
});

const cover = z.strictObject({
  ref: contentRef.optional(),
  refDark: contentRef.optional(),
  yPos: z.number(),
  height: z.number().optional(),
});

const link = z.strictObject({
  start: natural,
  end: natural,
  target: z.strictObject({ kind: z.enum(['page', 'file', 'reusable-content']), id }),
});

// Because of the type annotation, a new member of a page or file is a type error until its shape is added here.
const page: z.ZodType<Page> = z.strictObject({
  id,
  type: z.enum(['document', 'group', 'link', 'computed']),
  title: z.string().max(10_000),
  linkTitle: z.string().max(10_000).optional(),
  emoji: z.string().max(64).optional(),
  icon: z.string().max(10_000).optional(),
  description: z.string().max(1_048_576).optional(),
  path: path.optional(),
  file: path.optional(),
  blob: hash.optional(),
  links: z.array(link).optional(),
  hidden: flag.optional(),
  noIndex: flag.optional(),
  noRobotsIndex: flag.optional(),
  condition: z.string().max(10_000).optional(),
  layout: layout.optional(),
  cover: cover.optional(),
  variables: jsonMap().optional(),
  metaLinks: z
    .strictObject({ canonical: contentRef.optional(), alternates: z.array(contentRef).optional() })
    .optional(),
  target: contentRef.optional(),
  computed: jsonMap().optional(),
  computedSeed: z.string().max(10_000).optional(),
  git: git.optional(),
  get children() {
    return z.array(page).optional();
  },
} satisfies Record<keyof Page, unknown>);

const side = z.int().min(1);

const file: z.ZodType<File> = z.strictObject({
  id,
  name: z.string().min(1).max(4096),
  path,
  blob: hash,
  size: natural,
  contentType: z
    .string()
    .max(255)
    .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\w !#$&^.+-]*"))*$/),
  dimensions: z.strictObject({ width: side, height: side }).optional(),
  git: git.optional(),
} satisfies Record<keyof File, unknown>);

/** Shape of a manifest in JSON. `readSidecar` also checks the relations between its members. */
const manifestShape: z.ZodType<Manifest> = z.strictObject({
  pages: z.array(page),
  files: z.array(file),
  variables: jsonMap(),
  reusableContents: z.array(
    z.strictObject({ id, title: z.string().max(10_000), blob: hash.optional(), file: path.optional() }),
  ),
  root: z.string(),
  summary: z.strictObject({ file: z.string(), blob: hash, missing: z.array(z.string()).optional() }).optional(),
} satisfies Record<keyof Manifest, unknown>);

/** Shape of a sidecar; `docgraph` is the version of the format. */
export const sidecarShape = z.strictObject({
  docgraph: z.literal(1),
  space: id,
  files: z.array(z.tuple([path, hash])),
  blobs: z.array(z.tuple([hash, z.base64()])),
  manifest: manifestShape,
});
