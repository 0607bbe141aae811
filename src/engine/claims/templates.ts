import { limits } from '../text/expressions/expression.js';
import type { ClaimSchema, ClaimSchemas, ClaimsSchema } from './claims-schema.js';

/** A condition that authors can start from. */
export interface TemplateCondition {
  /** What it asks for, from the description of the claim. */
  description: string;
  condition: string;
}

/**
 * The conditions that a schema of claims lets one foresee, in its order: a boolean holds or not, a text with an enum is one
 * of its values, a list has one of them. What would be longer than a condition may be is left out.
 */
export function templateConditions({ properties }: ClaimsSchema): TemplateCondition[] {
  return conditionsOfAll('visitor.claims', properties).filter(({ condition }) => condition.length <= limits.characters);
}

function conditionsOfAll(path: string, claims: ClaimSchemas): TemplateCondition[] {
  return Object.entries(claims).flatMap(([name, claim]) => conditionsOf(path + member(name), claim));
}

function conditionsOf(path: string, claim: ClaimSchema): TemplateCondition[] {
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
      return valuesOf(claim.items).map(({ value, literal }) => has(value, literal));
    default:
      return valuesOf(claim).map(({ value, literal }) => has(value, literal));
  }
}

/** The values that a plain value can have, where they can be counted; each once. */
function valuesOf(claim: ClaimSchema): { value: string; literal: string }[] {
  if (claim.type === 'boolean') return ['true', 'false'].map((value) => ({ value, literal: value }));
  if (claim.type !== 'string') return [];
  return [...new Set(claim.enum ?? [])].map((value) => ({ value, literal: text(value) }));
}

function member(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${text(name)}]`;
}

/** A text as expressions have it: they know no numbers of characters, so any other character stands for itself. */
function text(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&').replace(/[\n\r\t]/g, (character) => escapes[character]!)}"`;
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
