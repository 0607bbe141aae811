import { z } from 'zod';
import { badInput } from '../../../platform/base/errors.js';
import { billingIntervals, billingProducts, blockSources, trialDecisions, trialStatuses } from './operator-values.js';

const enumSchema = (values: Record<string, string>) => {
  const names = Object.keys(values);
  return z.enum(names, { error: `must be one of ${names.join(', ')}` });
};
const wholeNumber = 'must be a whole number from 1 to 1,000,000';
const time = z.iso.datetime({ error: 'must be a time in UTC such as 2026-12-31T00:00:00.000Z' });
const limit = z.int(wholeNumber).min(1, wholeNumber).max(1_000_000, wholeNumber);
const price = z.number().min(0);
const prices = z.strictObject({ monthly: price, yearly: price });

/** Schemas of the facts that the operator sets for an organization. The shapes are those in `openapi.json`. */
const shapes = {
  plan: enumSchema(billingProducts),
  maxMembers: limit,
  maxSpaces: limit,
  customHostname: z
    .string()
    .regex(/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a hostname in lower case such as docs.example.org'),
  billing: z.strictObject({
    interval: enumSchema(billingIntervals),
    endDate: time,
    hasPaymentFailed: z.boolean(),
    isScheduledToCancel: z.boolean(),
    pricing: z.strictObject({
      members: z.strictObject({ plus_2024: prices, pro_2024: prices }),
      sites: z.strictObject({ premium: prices, ultimate: prices }),
    }),
    usageAddons: z.record(z.string(), z.strictObject({ enabled: z.boolean() })),
  }),
  trial: z.strictObject({
    status: enumSchema(trialStatuses),
    count: z.int().min(0),
    endDate: time.optional(),
    decision: enumSchema(trialDecisions).optional(),
  }),
  blocked: z.strictObject({ source: enumSchema(blockSources).optional(), reason: z.string().min(1).max(255) }),
  internal_billingMigration: z.strictObject({
    deadline: time.optional(),
    discountPercent: z.number().min(0).max(100).optional(),
    discountEndDate: time.optional(),
  }),
} as const;

/** Name of a fact that the operator sets for an organization. */
export type OperatorFact = keyof typeof shapes;

/**
 * Checks a fact that the operator sets.
 * @returns the value as it is stored
 * @throws BAD_USER_INPUT that names the invalid property, such as `billing.pricing.sites`
 */
export function checkOperatorFact(fact: OperatorFact, value: unknown): unknown {
  const parsed = shapes[fact].safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  const field = [fact, ...path].join('.');
  const rule = message.startsWith('must') ? ` ${message}` : `: ${message}`;
  throw badInput(field, `\`${field}\`${rule} (got ${formatValue(propertyAt(value, path))})`);
}

function propertyAt(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((parent, name) => (parent as Record<PropertyKey, unknown> | undefined)?.[name], value);
}

function formatValue(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200);
}
