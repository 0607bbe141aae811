import { type GraphQLScalarType, type GraphQLSchema, isScalarType, isSpecifiedScalarType } from 'graphql';
import { type JsonSchema, restExtension } from '../../inputs/extensions.js';

const introduction = `# Scalars

After reading this page you know the form of every scalar of the graph, and can configure a code generator.

\`DateTime\`, \`JSON\`, \`JSONObject\` and \`SafeInt\` are those of the package \`graphql-scalars\`. The others are ours:

| scalars | why they are not those of the package |
|---|---|
| texts with limits, such as \`SpaceTitle\` | The package has no limits. Here a rule has one sentence in both APIs. |
| \`URL\` | The package accepts every scheme, and changes the text. |
| \`EmailAddress\` | The package refuses letters outside ASCII. |
| objects with free names, such as \`Variables\` | GraphQL has no type for them. |
| \`TranslationLanguage\` and other enumerations | They are enumerations, not \`Locale\`: only these values are valid. |
`;

/** Prints the manual's page on scalars from the schema. The links in `@specifiedBy` lead to this page. */
export function printScalarsPage(schema: GraphQLSchema): string {
  const scalars = Object.values(schema.getTypeMap())
    .filter(isScalarType)
    .filter((type) => !isSpecifiedScalarType(type))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const map = Object.fromEntries(scalars.map((type) => [type.name, typeScriptType(type)]));
  const generators = `## Code generators

The scalars as types of TypeScript, for \`scalars\` of GraphQL Code Generator:

\`\`\`json
${JSON.stringify(map, null, 2)}
\`\`\`
`;
  return [introduction, generators, ...scalars.map(scalarSection)].join('\n');
}

function scalarSection(type: GraphQLScalarType): string {
  const rules = describeRules(restExtension(type).schema ?? {});
  const text = rules === '' ? type.description : `${type.description}\n\n${rules}`;
  return `## ${type.name}\n\n${text}\n`;
}

/** Returns the rules of a JSON Schema in words. */
function describeRules({ minLength, maxLength, pattern, format }: JsonSchema): string {
  const rules = [
    minLength === undefined ? '' : `At least ${count(minLength, 'character')}.`,
    maxLength === undefined ? '' : `At most ${count(maxLength, 'character')}.`,
    pattern === undefined ? '' : `It matches \`${pattern}\`.`,
    format === undefined ? '' : `Its format is \`${format}\`.`,
  ];
  return rules.filter((rule) => rule !== '').join(' ');
}

function count(number: unknown, noun: string): string {
  return `${Number(number).toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

const types: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  object: 'Record<string, unknown>',
  array: 'unknown[]',
};

function typeScriptType(type: GraphQLScalarType): string {
  return types[String(restExtension(type).schema?.type)] ?? 'unknown';
}
