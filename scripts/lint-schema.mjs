import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { faultsOf } from './schema-rules.mjs';

// `node scripts/lint-schema.mjs` checks schema.graphql against our own rules.

const faults = faultsOf(buildSchema(readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8')));
for (const fault of faults) console.error(`schema.graphql: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
