import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parseEmoji } from '../../engine/base/emoji/emoji.js';
import { badInput } from '../../platform/base/errors.js';
import type { JsonSchema } from './extensions.js';

/** Throws an error for a value that breaks a rule. `at` is the name of the field in the client's notation. */
export type Check = (value: unknown, at: string) => void;

/**
 * Compiles the rules of a JSON Schema to a check. `components` are the named schemas that it may reference. The check
 * throws AppError BAD_USER_INPUT that names field, rule and value.
 */
export function compileRules(schema: JsonSchema, components: Record<string, JsonSchema> = {}): Check {
  const validate = compileOnce(JSON.stringify({ allOf: [schema], components: { schemas: components } }));
  return (value, at) => {
    if (validate(value)) return;
    const errors = validate.errors!;
    const error = errors.findLast(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf') ?? errors[0]!;
    const field = at + errorPath(error);
    throw badInput(field, `\`${field}\` must ${formatRule(error)} (got ${formatActual(error)})`);
  };
}

/** Formats a value for a message: JSON, shortened to about 60 characters. */
export function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  const characters = [...text.slice(0, 240)];
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : text;
}

const ajv = new Ajv2020({ strict: false, verbose: true, logger: false, ownProperties: true });
(addFormats as unknown as (instance: Ajv2020) => void)(ajv);
ajv.addFormat('emoji', (text: string) => text === '' || parseEmoji(text) !== undefined);

function errorPath({ instancePath, keyword, params }: ErrorObject): string {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'additionalProperties') steps.push(params.additionalProperty as string);
  if (keyword === 'required') steps.push(params.missingProperty as string);
  return steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
}

const compiled = new Map<string, ValidateFunction>();

/** Compiles each distinct JSON Schema once, because many lists have the same rules. */
function compileOnce(schema: string): ValidateFunction {
  const known = compiled.get(schema) ?? ajv.compile(JSON.parse(schema));
  compiled.set(schema, known);
  return known;
}

type Rules = Record<string, number | string | unknown[] | undefined>;

const articles: Record<string, string | undefined> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

/** The requirement of each schema keyword, as English text, for error messages. */
const sentences: Record<string, ((rules: Rules) => string) | undefined> = {
  type: ({ type }) =>
    `be ${[type]
      .flat()
      .map((one) => articles[one as string] ?? one)
      .join(' or ')}`,
  enum: (rules) => `be one of ${(rules.enum as unknown[]).map(formatValue).join(', ')}`,
  const: (rules) => `be ${formatValue(rules.const)}`,
  minimum: formatRange,
  maximum: formatRange,
  minLength: (rules) => (rules.minLength === 1 ? 'not be empty' : `be at least ${rules.minLength} characters`),
  maxLength: ({ maxLength }) => `be at most ${maxLength} characters`,
  minItems: ({ minItems }) => `have at least ${minItems} items`,
  maxItems: ({ maxItems }) => `have at most ${maxItems} items`,
  pattern: ({ pattern }) => `match ${pattern}`,
  format: ({ format }) =>
    format === 'emoji' ? 'be exactly one emoji, such as 👍 or its code 1f44d' : `be a valid ${format}`,
  required: () => 'be there',
  additionalProperties: () => 'not be there: the field is unknown',
  oneOf: () => 'have one of the documented forms',
  anyOf: () => 'have one of the documented forms',
};

function formatRange({ minimum, maximum }: Rules): string {
  if (minimum === undefined) return `be at most ${maximum}`;
  return maximum === undefined ? `be at least ${minimum}` : `be ${minimum} to ${maximum}`;
}

function formatRule(error: ErrorObject): string {
  return sentences[error.keyword]?.(error.parentSchema as Rules) ?? error.message!.replace(/^must /, '');
}

function formatActual({ keyword, data, params }: ErrorObject): string {
  if (keyword === 'minLength' || keyword === 'maxLength') return `${[...(data as string)].length}`;
  if (keyword === 'minItems' || keyword === 'maxItems') return `${(data as unknown[]).length}`;
  if (keyword === 'required') return 'nothing';
  return formatValue(keyword === 'additionalProperties' ? (data as Rules)[params.additionalProperty as string] : data);
}
