/** Descriptions of the fields and arguments that all connections and mutations have. */
export const relayTexts = {
  idFieldOptions: { description: 'The id, unique over all types; `node(id)` finds the object again.' },
  mutationInputArgOptions: { description: 'Change to make.' },
  pageInfoTypeOptions: { description: 'Position of a page of a list in the whole list.' },
  pageInfoFieldOptions: { description: 'Position of the page in the list.' },
  edgesFieldOptions: { description: 'The items of the page, each with its cursor.' },
  cursorFieldOptions: { description: 'Cursor of the item, for `after` and `before` of the same list.' },
  nodeFieldOptions: { description: 'The item.' },
  hasNextPageFieldOptions: { description: 'Whether items follow after the page.' },
  hasPreviousPageFieldOptions: { description: 'Whether items precede the page.' },
  startCursorFieldOptions: { description: 'Cursor of the first item of the page; null on an empty page.' },
  endCursorFieldOptions: { description: 'Cursor of the last item of the page; null on an empty page.' },
  firstArgOptions: {
    description: 'Maximum number of items from the start, 0 to 1000; 50 if neither this nor `last` is given.',
  },
  lastArgOptions: { description: 'Maximum number of items from the end, 0 to 1000.' },
  afterArgOptions: { description: 'Returns only items after this cursor of the same list.' },
  beforeArgOptions: { description: 'Returns only items before this cursor of the same list.' },
};
