import fc from 'fast-check';
import { inlines, line, ref, text } from './inline-arbitrary.js';

/** Generates a block of a type with arbitrary members. */
export const block = <T>(type: string, partialRecord: { [name: string]: fc.Arbitrary<T> | fc.Arbitrary<unknown> }) =>
  fc.record({ object: fc.constant('block'), type: fc.constant(type), ...partialRecord });
/** Generates an object whose members are optional, except the required ones. */
export const partialRecord = (shape: { [name: string]: fc.Arbitrary<unknown> }, required: string[] = []) =>
  fc.record(shape, { requiredKeys: required });
export const flag = fc.boolean();
export const name = fc.stringMatching(/^[a-z0-9-]{1,6}$/);
export const fileRef = fc.record({ kind: fc.constant('file'), file: name });
export const anyRef = fc.oneof(
  ref,
  fileRef,
  fc.record({ kind: fc.constant('page'), page: name }),
  fc.record({ kind: fc.constant('anchor'), anchor: name, page: name }),
  fc.record({ kind: fc.constant('space'), space: name }),
);
const specRef = fc.record({ kind: fc.constant('openapi'), spec: line });
export const isVoid = fc.constant(true);
/** A caption must contain more than line breaks. */
const caption = fc.oneof(
  fc.constant([]),
  inlines
    .filter((nodes) => nodes.length === 0 || /"text":"[^"\\]+","marks"|"inline"/.test(JSON.stringify(nodes)))
    .map((nodes) => [
      { object: 'fragment', fragment: 'caption', nodes: [{ object: 'block', type: 'paragraph', nodes }] },
    ]),
);
const align = fc.constantFrom('start', 'center', 'end');

const formula = fc.array(fc.constantFrom('x^2', '\\frac{a}{b}', '  y', '\t', '$', '$$ z', '', ' '), { maxLength: 4 });
export const number = fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.constantFrom(0.5, 33.33, 206.33333333333331));
const length = fc.oneof(number, fc.record({ unit: fc.constantFrom('%', 'px', 'rem'), value: number }));

/** Blocks without nested blocks that are allowed in containers, by name. */
export const leafBlocks: { [type: string]: fc.Arbitrary<unknown> } = {
  aligned: fc.oneof(
    fc.record({
      object: fc.constant('block'),
      type: fc.constant('paragraph'),
      data: partialRecord({ align }),
      nodes: inlines,
    }),
    fc.record({
      object: fc.constant('block'),
      type: fc.constantFrom('heading-1', 'heading-2', 'heading-3'),
      data: partialRecord({ align, id: name }),
      nodes: inlines,
    }),
  ),
  code: block('code', {
    data: partialRecord({
      syntax: line.map((value) => value.trim().split(/\s+/).join(' ')),
      info: fc.constantFrom(',editable', ' {1,3}', '{1}', ' title="a b" x', " title='a'", 'x'),
      title: text,
      overflow: fc.constantFrom('scroll', 'wrap'),
      lineNumbers: flag,
      fullWidth: flag,
      expandable: flag,
      collapsedLineCount: fc.integer({ min: 1, max: 99 }),
    }),
    nodes: fc.array(
      block('code-line', {
        data: partialRecord({ highlighted: flag }),
        nodes: text.map((value) => [{ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] }]),
      }),
      { maxLength: 3 },
    ),
  }),
  embed: block('embed', { data: partialRecord({ url: text, fullWidth: flag }, ['url']), isVoid, fragments: caption }),
  file: block('file', { data: fc.record({ ref: fileRef }), isVoid, fragments: caption }),
  'content-ref': block('content-ref', { data: fc.record({ ref: anyRef }), isVoid }),
  drawing: block('drawing', { data: partialRecord({ ref: fileRef }), isVoid }),
  math: block('math', { data: formula.map((lines) => ({ formula: lines.join('\n') })), isVoid }),
  images: block('images', {
    isVoid: fc.constant(false),
    data: partialRecord({ align: fc.constantFrom('left', 'center', 'right'), fullWidth: flag, withFrame: flag }),
    nodes: fc.array(
      block('image', {
        data: partialRecord({ ref: fc.oneof(ref, fileRef), refDark: ref, width: length, height: length, alt: line }, [
          'ref',
        ]),
        fragments: caption,
        isVoid,
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
};

/** Blocks that are allowed only at the top level of a page, by name. */
export const topLevelBlocks: { [type: string]: fc.Arbitrary<unknown> } = {
  swagger: block('swagger', {
    data: partialRecord({ ref: fc.oneof(ref, fileRef), path: line, method: line, expanded: flag, fullWidth: flag }, [
      'ref',
      'path',
      'method',
    ]).filter((data) => !/^<.*>$/s.test((data.ref as { url?: string }).url ?? '')),
    isVoid,
  }),
  'openapi-operation': block('openapi-operation', {
    data: fc.record({ ref: specRef, path: text, method: line }),
    isVoid,
  }),
  'openapi-webhook': block('openapi-webhook', { data: fc.record({ ref: specRef, name: text, method: line }), isVoid }),
  'openapi-schemas': block('openapi-schemas', {
    data: partialRecord({ ref: specRef, schemas: fc.array(name, { maxLength: 3 }), grouped: flag }, ['ref', 'schemas']),
    isVoid,
  }),
  'reusable-content': block('reusable-content', {
    data: fc.record({ ref: fc.record({ kind: fc.constant('reusable-content'), reusableContent: name }) }),
    isVoid,
  }),
};
