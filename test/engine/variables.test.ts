import { expect, it } from 'vitest';
import { ContentError, type Json, type Manifest } from '../../src/engine/base/types.js';
import { setVariables } from '../../src/engine/change/edit/set-variables.js';
import { mergeManifests } from '../../src/engine/change/merge/merge.js';
import { withinBounds } from '../support/cost.js';
import { exportTexts, importStrictly, importTexts, manifestOf, pageAt, type Texts } from './folder-helpers.js';

const file = '.gitbook/vars.yaml';
const yaml = '# Names\nproduct: Docgraph # ours\r\nversion: 3\nbeta: true\n';
const texts: Texts = { [file]: yaml, 'README.md': '---\nvars:\n  os: Linux\n  deep: {a: 1}\n  a-b: 1\n---\n# Hi\n' };

it('an import reads space variables from `.gitbook/vars.yaml` below the content root, otherwise in the folder', () => {
  const variables = { product: 'Docgraph', version: 3, beta: true };
  expect(manifestOf(texts).variables).toEqual(variables);
  const rooted = { '.gitbook.yaml': 'root: docs\n', 'docs/a.md': '', [file]: 'a: 1\n' };
  expect(manifestOf(rooted).variables).toEqual({ a: 1 });
  expect(manifestOf({ ...rooted, [`docs/${file}`]: yaml }).variables).toEqual(variables);
});

it('an import reads page variables from `vars` of the front matter, and omits those that are not allowed', () => {
  expect(pageAt(manifestOf(texts), 'README.md').variables).toEqual({ os: 'Linux' });
  const odd = `9a: 1\n__proto__: 1\nlist: [1]\nempty:\nlong: ${'x'.repeat(257)}\nlongest: ${'x'.repeat(256)}\nnan: .nan\n`;
  expect(manifestOf({ [file]: odd }).variables).toEqual({ longest: 'x'.repeat(256) });
});

it.each([
  ['a: [', /"\.gitbook\/vars\.yaml" line \d+: the variables cannot be read/],
  ['- a', /line 1: .* it must be a map/],
  ['a: 1\na: 2\n', /line 2/],
  [`a: &a [x]\n${Array.from({ length: 200 }, (_, index) => `b${index}: *a\n`).join('')}`, /alias/i],
])(
  'an import reports and ignores the variables file %j; a strict import throws an error that names it',
  (text, message) => {
    expect(() => importStrictly({ [file]: text })).toThrow(message);
    const { manifest, notices } = importTexts({ [file]: text });
    expect([manifest.variables, notices.map(({ kind }) => kind)]).toEqual([{}, ['variables']]);
    expect(importTexts({ [file]: text }, manifestOf(texts)).manifest.variables).toEqual(manifestOf(texts).variables);
  },
);

it('an export writes the variables file byte for byte, and its import has the same variables', () => {
  const manifest = manifestOf(texts);
  const out = exportTexts(texts, manifest);
  expect(new TextDecoder().decode(out[file] as Uint8Array)).toBe(yaml);
  expect(manifestOf(out, manifest)).toEqual(manifest);
});

it('deleting a variables file deletes its variables, and retains those that were set without a file', () => {
  const manifest = manifestOf(texts);
  const { [file]: _, ...rest } = texts;
  expect(manifestOf(rest, manifest).variables).toEqual({});
  const set = { ...manifestOf(rest), variables: { kept: 1 } };
  expect(manifestOf(rest, set).variables).toEqual({ kept: 1 });
});

const set = (manifest: Manifest, variables: Record<string, Json>) => {
  const { blobs } = importTexts(texts);
  const context = { readBlob: (hash: string) => blobs.get(hash)!(), pointer: 'changes/0' };
  const edit = setVariables(manifest, { fileId: 'file_new', variables }, context);
  const blob = edit.manifest.files.find(({ path }) => path === file)?.blob;
  const bytes = blob === undefined ? undefined : (edit.blobs.get(blob) ?? blobs.get(blob)!());
  return { ...edit, text: bytes && new TextDecoder().decode(bytes) };
};

it('an edit writes only the lines of changed variables, and an import reads the same values', () => {
  const { manifest, text } = set(manifestOf(texts), { version: 4, beta: null, name: 'a: b #c' });
  const variables = { product: 'Docgraph', version: 4, name: 'a: b #c' };
  expect(manifest.variables).toEqual(variables);
  expect(text).toContain('# Names\nproduct: Docgraph # ours\r\nversion: 4');
  expect(manifestOf({ [file]: text! }).variables).toEqual(variables);
});

it('an edit creates the file for the first variable of a space', () => {
  const empty = manifestOf({ 'README.md': '' });
  const { manifest, text } = set(empty, { a: 1 });
  expect([text, manifest.files.map(({ id, path }) => [id, path])]).toEqual(['a: 1\n', [['file_new', file]]]);
});

it('an edit changes nothing if the values are already set', () => {
  const manifest = manifestOf(texts);
  expect(set(manifest, { version: 3, nothing: null, constructor: null }).manifest).toBe(manifest);
});

it.each([
  ['9a', 1],
  ['a-b', 1],
  ['', 1],
  ['a', 'x'.repeat(257)],
  ['a', [1]],
  ['a', Number.POSITIVE_INFINITY],
])('an edit refuses the variable %j with the value %j, and names it', (name, value) => {
  const attempt = () => set(manifestOf(texts), { [name]: value as Json });
  expect(attempt).toThrow(ContentError);
  expect(attempt).toThrow(`\`${name}\` must`);
});

it('a merge combines different variables of two sides; different values of one variable are a conflict', () => {
  const base = manifestOf(texts);
  const merge = (ours: Record<string, Json>, theirs: Record<string, Json>, from = base) => {
    const [left, right] = [set(from, ours), set(from, theirs)];
    const known = new Map([...left.blobs, ...right.blobs]);
    const readBlob = (hash: string) => known.get(hash) ?? importTexts(texts).blobs.get(hash)!();
    const merged = mergeManifests({ base: from, ours: left.manifest, theirs: right.manifest, readBlob });
    const { blob } = merged.manifest.files.find(({ path }) => path === file)!;
    const text = new TextDecoder().decode(merged.blobs.get(blob) ?? readBlob(blob));
    return { ...merged, text, variables: merged.manifest.variables };
  };
  const { variables, text, conflicts } = merge({ version: 4 }, { name: 'new', beta: null });
  expect([variables, conflicts]).toEqual([{ product: 'Docgraph', version: 4, name: 'new' }, []]);
  expect(manifestOf({ [file]: text }).variables).toEqual(variables);
  expect(merge({ version: 4 }, { version: 5 }).conflicts).toMatchObject([{ kind: 'variable', name: 'version' }]);
  const both = merge({ a: 1 }, { b: 2 }, manifestOf({ 'README.md': '' }));
  expect([both.variables, both.text, both.conflicts]).toEqual([{ a: 1, b: 2 }, 'a: 1\nb: 2\n', []]);
});

it('an edit sets and removes a thousand variables within 2 s of CPU, since it parses the file once', async () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`v${index}`, `text ${index}`]));
  const none = Object.fromEntries(Object.keys(many).map((name) => [name, null]));
  await withinBounds({ cpu: 2 }, () => {
    const all = set({ ...manifestOf({}), variables: {} }, many);
    expect(Object.keys(all.manifest.variables)).toHaveLength(1000);
    const context = { readBlob: (hash: string) => all.blobs.get(hash)!, pointer: 'changes/0' };
    expect(setVariables(all.manifest, { fileId: '', variables: none }, context).manifest.variables).toEqual({});
  });
});

const broken = ['a: [', '- a', 'text', 'null', 'a: 1\na: 2\n', '\0', `a: '${'x'.repeat(1_048_576)}'`];

it.each(broken)(
  'an edit refuses to set variables in a file that contains %j, with an error that names the file',
  (text) => {
    const bytes = new TextEncoder().encode(text);
    const manifest = { ...manifestOf(texts), variables: {} };
    const context = { readBlob: () => bytes, pointer: 'changes/0' };
    const change = () => setVariables(manifest, { fileId: '', variables: { a: 1 } }, context);
    expect(change).toThrow(ContentError);
    expect(change).toThrow(file);
  },
);

it.each(broken)('a merge treats our variables file like any other file if it contains %j', (text) => {
  const withFileBlob = (written: string, variables: Manifest['variables']) => {
    const base = manifestOf(texts);
    return { ...base, variables, files: base.files.map((one) => ({ ...one, blob: written })) };
  };
  const read = (hash: string) => new TextEncoder().encode({ ours: text, theirs: yaml, base: 'a: 1' }[hash]);
  const merged = mergeManifests({
    base: withFileBlob('base', { a: 1 }),
    ours: withFileBlob('ours', { a: 2 }),
    theirs: withFileBlob('theirs', { b: 2 }),
    readBlob: read,
  });
  expect(merged.conflicts.map(({ kind }) => kind)).toContain('file');
});
