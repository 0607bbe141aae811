import { isMembers, type Members, membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { methods } from '../methods.js';
import { pointerOf, UnreadableDocument } from '../problem.js';

type Path = readonly (string | number)[];
type ReportProblem = (path: Path, rule: string) => void;

/**
 * Checks that a document describes an API: OpenAPI 3.0 to 3.2, or Swagger 2.0. Checks only the parts that are necessary
 * to display it: version, `info`, paths, operations and parameters. Does not check targets of references and the
 * content of schemas.
 * @returns the version that the document declares
 * @throws UnreadableDocument with the pointers of all faults
 */
export function checkStructure(document: Json): string {
  const faults: string[] = [];
  const report: ReportProblem = (path, rule) => faults.push(`${pointerOf(path)}: ${rule}`);
  if (!isMembers(document)) throw new UnreadableDocument(['the document must be an object']);
  const version = versionOf(document);
  if (version === null) throw new UnreadableDocument([unknownVersion(document)]);
  checkInfo(document.info, report);
  checkItems(document, version, report);
  if (faults.length > 0) throw new UnreadableDocument(faults);
  return version;
}

function versionOf({ openapi, swagger }: Members): string | null {
  if (typeof openapi === 'string' && /^3\.[012]\.\d+(-.+)?$/.test(openapi)) return openapi;
  return openapi === undefined && swagger === '2.0' ? swagger : null;
}

function unknownVersion({ openapi, swagger }: Members): string {
  const [name, given] = openapi === undefined && swagger !== undefined ? ['swagger', swagger] : ['openapi', openapi];
  const got = given === undefined ? 'nothing' : JSON.stringify(given);
  return `/${name}: the version must be OpenAPI 3.0, 3.1 or 3.2 ("3.1.0"), or Swagger "2.0" (got ${got.slice(0, 100)})`;
}

function checkInfo(info: Json | undefined, report: ReportProblem): void {
  if (!isMembers(info)) report(['info'], 'this must be an object with title and version');
  for (const name of isMembers(info) ? ['title', 'version'] : [])
    if (typeof membersOrEmpty(info)[name] !== 'string') report(['info', name], 'this must be a text');
}

function checkItems(document: Members, version: string, report: ReportProblem): void {
  const { paths, webhooks, components } = document;
  const needsPaths = !/^3\.[12]/.test(version) || (webhooks === undefined && components === undefined);
  if (paths === undefined && needsPaths) report(['paths'], 'this must be an object of paths');
  for (const name of ['paths', 'webhooks', 'components', 'definitions'] as const)
    if (document[name] !== undefined && !isMembers(document[name])) report([name], 'this must be an object');
  for (const name of ['paths', 'webhooks'] as const) {
    for (const [key, item] of entriesOf(document[name])) {
      if (key.startsWith('x-')) continue;
      if (name === 'paths' && !key.startsWith('/')) report([name, key], 'a path must begin with a slash');
      checkItem(item, [name, key], report);
    }
  }
}

function checkItem(item: Json, path: Path, report: ReportProblem): void {
  if (!isMembers(item)) report(path, 'this must be an object of operations');
  const members = membersOrEmpty(item);
  checkParameters(members.parameters, [...path, 'parameters'], report);
  for (const method of methods) {
    const operation = members[method];
    if (operation === undefined) continue;
    const at = [...path, method];
    if (!isMembers(operation)) report(at, 'an operation must be an object');
    else checkOperation(operation, at, report);
  }
  for (const [method, operation] of entriesOf(members.additionalOperations))
    if (isMembers(operation)) checkOperation(operation, [...path, 'additionalOperations', method], report);
}

function checkOperation(operation: Members, path: Path, report: ReportProblem): void {
  checkParameters(operation.parameters, [...path, 'parameters'], report);
  for (const name of ['responses', 'requestBody'])
    if (operation[name] !== undefined && !isMembers(operation[name])) report([...path, name], 'this must be an object');
}

function checkParameters(parameters: Json | undefined, path: Path, report: ReportProblem): void {
  if (parameters !== undefined && !Array.isArray(parameters)) report(path, 'parameters must be a list');
  for (const [index, parameter] of (Array.isArray(parameters) ? parameters : []).entries()) {
    const isNamed = isMembers(parameter) && typeof parameter.name === 'string' && typeof parameter.in === 'string';
    const isReference = isMembers(parameter) && typeof parameter.$ref === 'string';
    if (!isNamed && !isReference) report([...path, index], 'a parameter must have `name` and `in`, or `$ref`');
  }
}

function entriesOf(value: Json | undefined): [string, Json][] {
  return isMembers(value) ? Object.entries(value) : [];
}
