import { defineConfig } from 'prisma/config';

// Generating needs no schema engine, but the command line insists on naming one and would download it; any existing
// file satisfies it.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: 'prisma/schema' });
