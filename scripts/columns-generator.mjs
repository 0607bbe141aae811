import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import helper from '@prisma/generator-helper';

// Prisma generator that writes all tables to its output file. Each has its columns (kind, nullability, description),
// its primary key and its foreign keys.

const kinds = { String: 'string', Int: 'int', Boolean: 'boolean', DateTime: 'datetime', Json: 'json', Bytes: 'bytes' };

helper.generatorHandler({
  onManifest: () => ({ defaultOutput: 'columns.ts', prettyName: 'Columns' }),
  onGenerate: async ({ dmmf, generator }) => {
    mkdirSync(dirname(generator.output.value), { recursive: true });
    writeFileSync(generator.output.value, printTables(dmmf.datamodel.models));
  },
});

function printTables(models) {
  const tables = Object.fromEntries(models.map((model) => [model.name, describeTable(model)]));
  return `// Generated from prisma/schema by scripts/generate-store.mjs; do not edit.
import type { Table } from '../query/columns.js';

/** Every table and column of the models, with the descriptions of the Prisma schema. */
export const tables = ${JSON.stringify(tables, null, 2)} as const satisfies Record<string, Table>;
`;
}

function describeTable(model) {
  const columns = model.fields.filter((field) => field.kind !== 'object');
  return {
    description: model.documentation ?? '',
    columns: Object.fromEntries(columns.map((field) => [field.name, describeColumn(model, field)])),
    key: model.primaryKey?.fields ?? [columns.find(({ isId }) => isId).name],
    references: model.fields.filter((field) => field.relationFromFields?.length > 0).map(describeReference),
  };
}

function describeReference({ type, relationFromFields, relationToFields }) {
  return { columns: relationFromFields, table: type, keys: relationToFields };
}

function describeColumn(model, field) {
  const kind = kinds[field.type];
  if (!kind || field.isList) {
    throw new Error(
      `${model.name}.${field.name} has the type ${field.type}${field.isList ? '[]' : ''}; the store decodes ${Object.keys(kinds).join(', ')}`,
    );
  }
  return { kind, nullable: !field.isRequired, description: field.documentation ?? '' };
}
