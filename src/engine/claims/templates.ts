import { limits } from '../text/expressions/expression.js';
import type { ClaimSchema, ClaimSchemas, ClaimsSchema } from './claims-schema.js';

/** A condition suggested to authors as a starting point. */
export interface TemplateCondition {
  /** Meaning of the condition, from the description of the claim. */
  description: string;
  condition: string;
}

/**
 * Returns the conditions that a claims schema suggests, in its order. A boolean claim has two conditions, one for true
 * and one for false. A text has one condition for each enum value, and a list has one for each value that it may
 * include. Omits conditions that exceed the length limit.
 */
export function templateConditions({ properties }: ClaimsSchema): TemplateCondition[] {
  return conditionsOfAll('visitor.claims', properties).filter(({ condition }) => condition.length <= limits.characters);
}

function conditionsOfAll(path: string, claims: ClaimSchemas): TemplateCondition[] {
  return Object.entries(claims).flatMap(([name, claim]) => claimConditions(path + memberAccess(name), claim));
}

function claimConditions(path: string, claim: ClaimSchema): TemplateCondition[] {
  const { description } = claim;
  const has = (value: string, literal: string) => ({
    description: `${description}: ${value}`,
    condition: claim.type === 'array' ? `${path}.includes(${literal})` : `${path} == ${literal}`,
  });
  switch (claim.type) {
    case 'object':
      return conditionsOfAll(path, claim.properties);
    case 'boolean':
      return [
        { description, condition: path },
        { description: `Not: ${description}`, condition: `!${path}` },
      ];
    case 'array':
      return enumerableValues(claim.items).map(({ value, literal }) => has(value, literal));
    default:
      return enumerableValues(claim).map(({ value, literal }) => has(value, literal));
  }
}

/** Returns the possible values of a primitive claim; empty if they cannot be enumerated. */
function enumerableValues(claim: ClaimSchema): { value: string; literal: string }[] {
  if (claim.type === 'boolean') return ['true', 'false'].map((value) => ({ value, literal: value }));
  if (claim.type !== 'string') return [];
  return [...new Set(claim.enum ?? [])].map((value) => ({ value, literal: quotedText(value) }));
}

function memberAccess(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${quotedText(name)}]`;
}

/**
 * Formats a text as a string literal of an expression. Escapes only the necessary characters, because expressions have
 * no numeric escapes.
 */
function quotedText(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&').replace(/[\n\r\t]/g, (character) => escapes[character]!)}"`;
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
