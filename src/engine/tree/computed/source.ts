import { isMembers, type Members } from '../../base/members.js';
import { ContentError, type ContentRef, type Json } from '../../base/types.js';

/** The revision that a translation created (`TranslationResult` in openapi.json). */
export interface TranslationResult {
  space: string;
  revision: string;
}

/** Source of an entry's pages: an OpenAPI specification (`ComputedContentSourceRevisionOpenAPI`). */
export interface OpenApiSource {
  type: 'builtin:openapi';
  props: { models: boolean };
  dependencies: { spec: { ref: ContentRef; value?: { lastVersion?: string } } };
}

/** Source of an entry's pages: a translation (`ComputedContentSourceRevisionTranslation`). */
export interface TranslationSource {
  type: 'builtin:translation';
  props: Members;
  dependencies: { translation: { ref: ContentRef; value?: TranslationResult | null } };
}

/** Source of a computed tree of pages (`ComputedContentSourceRevision`). */
export type RevisionSource = OpenApiSource | TranslationSource | { type: `integration:${string}`; props: Members };

/**
 * Validates the source of a computed tree, depending on its type.
 * @throws ContentError with a JSON pointer, naming the rule and the value
 */
export function checkRevisionSource(value: Json): RevisionSource {
  const source = membersAt(value, '');
  const { type } = source;
  if (type === 'builtin:openapi') checkOpenApi(source);
  else if (type === 'builtin:translation') checkTranslation(source);
  else if (typeof type === 'string' && /^integration:[^:]+:[^:]+$/.test(type)) checkIntegration(source);
  else
    throw sourceError(
      '/type',
      'must be "builtin:openapi", "builtin:translation" or "integration:<name>:<source>"',
      type,
    );
  return source as unknown as RevisionSource;
}

function checkOpenApi(source: Members): void {
  refuseUnknownMembers(source, '', ['type', 'props', 'dependencies']);
  const props = membersAt(source.props, '/props');
  refuseUnknownMembers(props, '/props', ['models']);
  if (typeof props.models !== 'boolean') throw sourceError('/props/models', 'must be true or false', props.models);
  const spec = dependencyAt(source, { name: 'spec', kind: 'openapi' });
  if (spec.value === undefined) return;
  const at = '/dependencies/spec/value';
  const value = membersAt(spec.value, at);
  if (value.object !== 'openapi-spec') throw sourceError(`${at}/object`, 'must be "openapi-spec"', value.object);
  for (const name of ['id', 'slug']) textAt(value[name], `${at}/${name}`);
}

function checkTranslation(source: Members): void {
  refuseUnknownMembers(source, '', ['type', 'props', 'dependencies']);
  refuseUnknownMembers(membersAt(source.props, '/props'), '/props', []);
  const { value } = dependencyAt(source, { name: 'translation', kind: 'translation' });
  if (value === undefined || value === null) return;
  const at = '/dependencies/translation/value';
  const result = membersAt(value, at);
  refuseUnknownMembers(result, at, ['space', 'revision']);
  for (const name of ['space', 'revision']) textAt(result[name], `${at}/${name}`);
}

/**
 * Validates the source of an integration. Its props may be any object, because integrations are not supported and
 * nothing reads the props. Each dependency must have a `ref`.
 */
function checkIntegration(source: Members): void {
  refuseUnknownMembers(source, '', ['type', 'props', 'dependencies']);
  membersAt(source.props, '/props');
  if (source.dependencies === undefined) return;
  const dependencies = membersAt(source.dependencies, '/dependencies');
  for (const [name, dependency] of Object.entries(dependencies)) {
    checkDependency(dependency, `/dependencies/${name}`, Object.keys(refMembers));
  }
}

/** Returns the only dependency of a source. */
function dependencyAt(source: Members, { name, kind }: { name: string; kind: keyof typeof refMembers }): Members {
  const dependencies = membersAt(source.dependencies, '/dependencies');
  refuseUnknownMembers(dependencies, '/dependencies', [name]);
  return checkDependency(dependencies[name], `/dependencies/${name}`, [kind]);
}

/**
 * For each kind of dependency, the member of the reference that contains the id of its target
 * (`ComputedContentDependency`).
 */
const refMembers = { space: 'space', openapi: 'spec', translation: 'translation' } as const;

function checkDependency(value: Json | undefined, at: string, kinds: string[]): Members {
  const dependency = membersAt(value, at);
  refuseUnknownMembers(dependency, at, ['ref', 'value']);
  const ref = membersAt(dependency.ref, `${at}/ref`);
  const { kind } = ref;
  if (typeof kind !== 'string' || !kinds.includes(kind)) {
    throw sourceError(`${at}/ref/kind`, `must be ${kinds.map((one) => JSON.stringify(one)).join(' or ')}`, kind);
  }
  const member = refMembers[kind as keyof typeof refMembers];
  refuseUnknownMembers(ref, `${at}/ref`, ['kind', member]);
  textAt(ref[member], `${at}/ref/${member}`);
  return dependency;
}

function membersAt(value: Json | undefined, pointer: string): Members {
  if (isMembers(value)) return value;
  throw sourceError(pointer, 'must be an object', value);
}

function textAt(value: Json | undefined, pointer: string): void {
  if (typeof value !== 'string' || value === '' || value.length > 255) {
    throw sourceError(pointer, 'must be text of 1 to 255 characters', value);
  }
}

function refuseUnknownMembers(value: Members, pointer: string, names: string[]): void {
  const unknownName = Object.keys(value).find((name) => !names.includes(name));
  if (unknownName !== undefined)
    throw sourceError(`${pointer}/${unknownName}`, 'is not known here', value[unknownName]);
}

function sourceError(pointer: string, rule: string, value: Json | undefined): ContentError {
  const got = value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 100);
  return new ContentError(`\`computedSource${pointer.replaceAll('/', '.')}\` ${rule} (got ${got})`, pointer);
}
