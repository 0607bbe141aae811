import { readFileSync } from 'node:fs';
import { buildSchema, printSchema } from 'graphql';
import { type BreakingChange, breakingChanges } from '../../api/graphql/schema/breaking-changes.js';
import { isPartOf } from '../../api/graphql/schema/used-fields.js';
import { buildSchemas } from '../../app/schema.js';
import { type ClientUse, daysAgo, usesSince } from '../../modules/audit/schema-usage/field-uses.js';
import { badInput } from '../../platform/base/errors.js';
import { ReportedFailure } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** Options of `docgraph schema check`. */
export interface SchemaCheckOptions {
  days: string;
}

/**
 * `docgraph schema check FILE`: lists the breaking changes from the current schema to the schema in a file, and the
 * clients that they affect. Exits with 1 if a client is affected.
 */
export async function checkSchemaCommand(file: string, { days }: SchemaCheckOptions): Promise<void> {
  const since = parseDays(days);
  const changes = await breakingChanges(printSchema(buildSchemas().public), readSchema(file));
  await withSession(async ({ store }) => {
    const uses = await usesSince(store.read, since);
    const affected = changes.map((change) => ({
      change,
      uses: uses.filter(({ field }) => isPartOf(field, change.path)),
    }));
    process.stdout.write(affected.map(({ change, uses: changeUses }) => formatChange(change, changeUses)).join(''));
    const clients = new Set(affected.flatMap(({ uses: changeUses }) => changeUses.map(clientName)));
    process.stdout.write(`${changes.length} breaking changes; ${clients.size} clients are affected\n`);
    if (clients.size > 0) throw new ReportedFailure();
  });
}

function formatChange({ message }: BreakingChange, uses: readonly ClientUse[]): string {
  const calls = new Map<string, number>();
  for (const use of uses) calls.set(clientName(use), Math.max(calls.get(clientName(use)) ?? 0, use.calls));
  const lines = [...calls].map(([name, count]) => `  ${name}: ${count} calls\n`);
  return `${message}\n${lines.join('')}`;
}

function clientName({ client, clientVersion }: ClientUse): string {
  return clientVersion === '' ? client : `${client} ${clientVersion}`;
}

/**
 * Reads a file, and checks that it contains a GraphQL schema.
 * @throws BAD_USER_INPUT
 */
function readSchema(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    buildSchema(text);
    return text;
  } catch (error) {
    throw badInput('file', `\`file\` must be a schema: ${(error as Error).message}`);
  }
}

function parseDays(days: string): string {
  if (!/^\d{1,3}$/.test(days)) throw badInput('days', `\`--days\` must be 0 to 999 (got ${JSON.stringify(days)})`);
  return daysAgo(Number(days));
}
