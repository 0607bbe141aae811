declare module 'commonmark-spec' {
  /** The examples of the CommonMark specification. */
  const specification: { tests: { markdown: string; html: string; number: number }[] };
  export default specification;
}
