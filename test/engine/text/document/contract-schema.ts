import { existsSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { contractFile } from '../../../support/shared-data.js';

/** Whether the contract is absent, so that tests cannot compare with it. */
export const withoutContract = !existsSync(contractFile);

/** Returns the validator of a schema of the contract, such as `JSONDocument`. */
export function contractSchema(name: string): ValidateFunction {
  const { schemas } = JSON.parse(readFileSync(contractFile, 'utf8'));
  return new Ajv({ strict: false, validateFormats: false }).compile({ $ref: `#/schemas/${name}`, schemas });
}
