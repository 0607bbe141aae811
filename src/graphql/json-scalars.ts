import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { GraphQLError } from 'graphql';

/** A JSON Schema. */
export type Schema = { [key: string]: unknown };

const contentRef = {
  type: 'object',
  description: 'Reference to something, told apart by `kind`.',
  required: ['kind'],
  properties: {
    kind: {
      type: 'string',
      enum: ['file', 'url', 'page', 'anchor', 'user', 'collection', 'space', 'reusable-content', 'openapi'],
    },
  },
  additionalProperties: { type: 'string', maxLength: 2048 },
};

const templateParams = {
  type: 'object',
  description: 'What the placeholders of a template stand for, by name.',
  properties: { contentRefs: { type: 'object', additionalProperties: contentRef } },
  additionalProperties: false,
};

/** What something is moved before or behind. */
const pointer = {
  oneOf: (['space', 'collection'] as const).map((type) => ({
    type: 'object',
    required: ['type', type],
    properties: { type: { type: 'string', enum: [type] }, [type]: { type: 'string' } },
    additionalProperties: false,
  })),
};

const mergeRule = {
  type: 'object',
  required: ['rule'],
  properties: {
    rule: {
      type: 'string',
      enum: [
        'require_specific_reviewers',
        'require_one_of_specific_reviewers',
        'allow_bypass',
        'require_at_least_one_review',
        'require_all_reviews_approved',
        'require_agent_review',
        'require_up_to_date_change_request',
        'require_change_request_subject',
        'require_change_request_description',
        'custom',
      ],
    },
    users: { type: 'array', items: { type: 'string' }, maxItems: 250 },
    expression: { type: 'string', minLength: 0, maxLength: 1024 },
  },
  additionalProperties: false,
};

const variableValue = { type: ['string', 'number', 'boolean'], maxLength: 256 };

/** An object whose members are all required. */
function object(properties: { [name: string]: Schema }): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}

const price = { type: 'number', minimum: 0 };
const pricePair = object({ monthly: price, yearly: price });

function mergeRules(types: string[]): Schema {
  return {
    type: 'object',
    required: ['type'],
    properties: {
      type: { type: 'string', enum: types },
      rules: { type: 'array', items: mergeRule, maxItems: 50 },
    },
    additionalProperties: false,
  };
}

/** Values that are JSON of a known shape: maps with free keys, rich text, unions that only clients take apart. */
export const jsonScalars = {
  True: { type: 'boolean', enum: [true], description: 'True, or absent.' },
  JSONDocument: {
    type: 'object',
    description: 'A rich-text document: blocks as in the contract.',
    required: ['object', 'data', 'nodes'],
    properties: {
      object: { type: 'string', enum: ['document'] },
      data: { type: 'object', properties: { schemaVersion: { type: 'integer' } }, additionalProperties: true },
      nodes: { type: 'array', items: { type: 'object' } },
    },
    additionalProperties: true,
  },
  ContentRef: contentRef,
  SpaceTemplateParams: templateParams,
  ApplySpaceTemplate: {
    type: 'object',
    description: 'A template to apply, and what its references stand for.',
    required: ['id'],
    properties: {
      id: { type: 'string' },
      params: templateParams,
    },
    additionalProperties: false,
  },
  ContentPosition: {
    type: 'object',
    description: 'A place before or behind a space or a collection.',
    properties: { before: pointer, after: pointer },
    additionalProperties: false,
  },
  Variables: {
    type: 'object',
    description: 'Variables by name.',
    additionalProperties: variableValue,
  },
  ChangedVariables: {
    type: 'object',
    description: 'Changed variables by name, each with its value before and after.',
    additionalProperties: {
      type: 'object',
      properties: { before: variableValue, after: variableValue },
      additionalProperties: false,
    },
  },
  MergeRules: {
    ...mergeRules(['inherit', 'none', 'rules']),
    description: "When a change request may be merged: the organization's rules, none, or the space's own.",
  },
  StandaloneMergeRules: { ...mergeRules(['none', 'rules']), description: 'When a change request may be merged.' },
  OrganizationPricing: {
    ...object({
      members: object({ plus_2024: pricePair, pro_2024: pricePair }),
      sites: object({ premium: pricePair, ultimate: pricePair }),
    }),
    description: 'Prices of members and sites by plan.',
  },
  SiteIcon: {
    type: 'object',
    description: 'Icon of a site: an emoji, or addresses of a light and a dark image.',
    properties: {
      emoji: { type: 'string', maxLength: 50 },
      icon: object({ light: { type: 'string', format: 'uri' }, dark: { type: 'string', format: 'uri' } }),
    },
  },
  UsageAddons: {
    type: 'object',
    description: 'Metered extras by name.',
    additionalProperties: object({ enabled: { type: 'boolean' } }),
  },
} as const satisfies Record<string, Schema>;

/** Name of a scalar that holds JSON of a known shape. */
export type JsonScalarName = keyof typeof jsonScalars;

const ajv = new Ajv({ allErrors: false, strict: false, allowUnionTypes: true });
const validators = new Map<object, ValidateFunction>();

/** Checks a value against a schema. @throws GraphQLError that names the member, the rule and the value. */
export function checkJson(name: string, schema: Schema, value: unknown): unknown {
  let validate = validators.get(schema);
  if (!validate) {
    validate = ajv.compile(schema);
    validators.set(schema, validate);
  }
  if (validate(value)) return value;
  throw new GraphQLError(`${name}${sentence(validate.errors![0]!)}`);
}

function sentence(error: ErrorObject): string {
  const allowed = (error.params as { allowedValues?: unknown[]; additionalProperty?: string }).allowedValues;
  const extra = (error.params as { additionalProperty?: string }).additionalProperty;
  const hint = allowed ? `: ${allowed.join(', ')}` : extra ? `: ${extra}` : '';
  return `${error.instancePath.replaceAll('/', '.')} ${error.message}${hint}`;
}
