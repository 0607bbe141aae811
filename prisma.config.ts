import { defineConfig } from 'prisma/config';

// `prisma generate` does not use the schema engine, but downloads it unless this variable names a file. Any existing
// file will do.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: 'prisma/schema' });
