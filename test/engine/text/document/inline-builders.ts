// Builders of inlines in the document format.

/** A reference to an address. */
export const url = (address: string) => ({ kind: 'url', url: address });
/** Text with its marks. */
export const leaf = (text: string, ...marks: object[]) => ({ object: 'leaf', text, marks });
/** A mark of a type. */
export const mark = (type: string, data?: object) => ({ object: 'mark', type, ...(data && { data }) });
/** A text node of one leaf. */
export const textNode = (text: string, ...marks: object[]) => ({ object: 'text', leaves: [leaf(text, ...marks)] });
/** A void inline of a type. */
export const inline = (type: string, data: object) => ({ object: 'inline', type, data, isVoid: true });
/** A paragraph. */
export const paragraph = (...nodes: object[]) => ({ object: 'block', type: 'paragraph', data: {}, nodes });
/** A page of one paragraph. */
export const document = (...nodes: object[]) => ({
  object: 'document',
  data: { schemaVersion: 1 },
  nodes: [paragraph(...nodes)],
});
/** The fragments of an annotation: a single one, which contains the note. */
export const note = (...nodes: object[]) => [{ object: 'fragment', type: 'annotation-body', nodes }];
/** An annotation on text. */
export const annotation = (text: object[], fragments: object[]) => ({
  object: 'inline',
  type: 'annotation',
  nodes: text,
  fragments,
  isVoid: false,
});
