import { z } from 'zod';
import { AppError } from '../../../platform/base/errors.js';
import { idKind } from '../../../platform/base/ids.js';
import { type ArchiveManifest, archiveFormat, manifestName } from '../archives/manifest.js';
import { invalidArchive } from './archive-error.js';

const manifestShape = z.strictObject({
  format: z.literal(archiveFormat),
  docgraph: z.string().regex(/^\d{14}_[a-z0-9_]+$/),
  organization: z.strictObject({ id: z.string().refine((id) => idKind(id) === 'Organization'), title: z.string() }),
  secrets: z.enum(['left out', 'sealed']),
  entries: z.array(
    z.strictObject({
      name: z.string(),
      rows: z.int().min(1),
      bytes: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

/**
 * Parses a manifest.
 * @throws BAD_USER_INPUT for another version of the format, and for a manifest that is not valid
 */
export function parseManifest(text: string): ArchiveManifest {
  const value = parseJson(text);
  const version = (value as { format?: unknown } | null)?.format;
  if (version !== archiveFormat)
    throw new AppError(
      'BAD_USER_INPUT',
      `Cannot import the archive: its format is ${JSON.stringify(version ?? null)}, and this version of docgraph reads format ${archiveFormat}. Import it with the version that wrote it.`,
    );
  const parsed = manifestShape.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw invalidArchive(`\`${path.join('.')}\` is not valid: ${message}`, { entry: manifestName });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidArchive('it is not JSON', { entry: manifestName });
  }
}
