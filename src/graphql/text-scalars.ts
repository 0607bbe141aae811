import { GraphQLError } from 'graphql';
import type { TextRule } from '../text-rules.js';

/** Checks a text. @throws GraphQLError that tells the rule and the value, which graphql-js places in the input. */
export function checkText(name: string, rule: TextRule, value: unknown): string {
  if (typeof value !== 'string') throw new GraphQLError(`${name} must be a string, got ${shortened(value)}`);
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rule;
  if (value.length < minLength)
    throw new GraphQLError(`${name} must have at least ${minLength} characters, got ${value.length}`);
  if (value.length > maxLength)
    throw new GraphQLError(`${name} must have at most ${maxLength} characters, got ${value.length}`);
  if (rule.pattern && !new RegExp(rule.pattern, 'u').test(value))
    throw new GraphQLError(`${name} must match ${rule.pattern}, got ${shortened(value)}`);
  if (rule.format === 'uri' && !isHttpUrl(value))
    throw new GraphQLError(`${name} must be an absolute http(s) address, got ${shortened(value)}`);
  if (rule.format === 'email' && !/^[^@\s]+@[^@\s]+$/.test(value))
    throw new GraphQLError(`${name} must be an e-mail address, got ${shortened(value)}`);
  return value;
}

/** JSON Schema of a kind of text, for OpenAPI and the validation of requests. */
export function schemaOfText({ description, minLength, maxLength, pattern, format }: TextRule): object {
  return { type: 'string', description, minLength, maxLength, pattern, format };
}

/** Only http and https: an address may end in a link that people click. */
function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
