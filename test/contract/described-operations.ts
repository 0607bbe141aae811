import { existsSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { contractFile } from '../support/shared-data.js';
import { describedApi } from '../support/shared-schema.js';

/** An operation of an OpenAPI description: its address, and a validator of its response. */
export interface DescribedOperation {
  id: string;
  method: string;
  path: string;
  /** Status of a successful response. */
  status: number;
  /** Whether a request has a body. */
  takesBody: boolean;
  validate: ValidateFunction;
}

type Json = Record<string, any>;

/** Ids of the operations that the project claims to support, in the order of the file. */
export const claimed: string[] = readFileSync(new URL('claimed.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

/** Whether the contract (the documented API) is available next to the project. */
export const hasContract = existsSync(contractFile);

/** Returns the contract: operations with their bodies and responses, and the schemas that they refer to. */
export function readContract(): Json {
  return JSON.parse(readFileSync(contractFile, 'utf8'));
}

let ours: Map<string, DescribedOperation> | undefined;

/** Returns the operations of our own OpenAPI document by id. Validators are compiled once per process. */
export function ourOperations(): Map<string, DescribedOperation> {
  ours ??= describedByUs();
  return ours;
}

function describedByUs(): Map<string, DescribedOperation> {
  const document = describedApi() as unknown as Json;
  const { compile } = validators(document);
  const found = new Map<string, DescribedOperation>();
  for (const [path, methods] of Object.entries(document.paths as Json))
    for (const [method, operation] of Object.entries(methods as Json)) {
      const status = successOf(operation.responses);
      const at = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema'];
      const id = operation.operationId;
      const validate = status === '204' ? withoutBody : compile(at);
      const takesBody = operation.requestBody !== undefined;
      found.set(id, { id, path, method: method.toUpperCase(), status: Number(status), takesBody, validate });
    }
  return found;
}

/** Returns the claimed operations of the contract by id. */
export function contractOperations(): Map<string, DescribedOperation> {
  const contract = attributesOfAnyKind(withoutTextAllowed(readContract()));
  const { compile } = validators(contract);
  const described = (contract.operations as Json[]).flatMap((operation, index) => {
    const { id, path, method, responses } = operation as { id: string; path: string; method: string; responses: Json };
    if (!claimed.includes(id)) return [];
    const status = successOf(responses);
    const validate = status === '204' ? withoutBody : compile(['operations', `${index}`, 'responses', status]);
    return [{ id, path, method, status: Number(status), takesBody: false, validate }];
  });
  return new Map(described.map((operation) => [operation.id, operation]));
}

/**
 * Corrects `Document` of the contract, which describes a document without text as an object without members. As part
 * of a page, which has other members, it can never match. The corrected schema only requires that the page has neither
 * kind of text.
 */
function withoutTextAllowed(contract: Json): Json {
  const neither = { not: { anyOf: [{ required: ['markdown'] }, { required: ['document'] }] } };
  const isEmpty = ({ additionalProperties }: Json): boolean => additionalProperties === false;
  const oneOf = contract.schemas.Document.oneOf.map((branch: Json) => (isEmpty(branch) ? neither : branch));
  return { ...contract, schemas: { ...contract.schemas, Document: { oneOf } } };
}

/**
 * Corrects the changed attributes of a page in the contract. The contract requires exactly one of three open objects
 * without required members. A new title alone matches all three, so it is invalid. The corrected schema accepts an
 * object that matches any of them.
 */
function attributesOfAnyKind(contract: Json): Json {
  const name = 'RevisionSemanticChangePageEdited';
  const edited = contract.schemas[name];
  const attributes = { anyOf: edited.properties.attributes.oneOf };
  const open = { ...edited, properties: { ...edited.properties, attributes } };
  return { ...contract, schemas: { ...contract.schemas, [name]: open } };
}

/** Validator of a response without a body. */
const withoutBody = ((body: unknown) => body === undefined) as unknown as ValidateFunction;

function successOf(responses: Json): string {
  const status = Object.keys(responses).find((code) => code.startsWith('2'));
  if (!status) throw new Error(`No status of success among ${Object.keys(responses).join(', ')}`);
  return status;
}

/** Pattern of an emoji in a response of `/v1`: code points, or an empty string. */
const emoji = /^(?:[0-9a-f]{2,5}(?:-[0-9a-f]{2,5})*)?$/;

/**
 * Returns a compiler of schemas of a document by path. It checks only the format `emoji`, and `nullable` allows null.
 */
function validators(document: Json) {
  const ajv = new Ajv({ strict: false, allErrors: true, formats: { emoji }, logger: false });
  ajv.addSchema(document, 'document:');
  const pointer = (path: string[]): string =>
    path.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
  return { compile: (path: string[]): ValidateFunction => ajv.compile({ $ref: `document:#${pointer(path)}` }) };
}
