/** What the schema says of the parts that every list and every mutation has; said once, for all of them. */
export const relayTexts = {
  idFieldOptions: { description: 'The id, unique over all types; `node(id)` finds the object again.' },
  mutationInputArgOptions: { description: 'What to do.' },
  pageInfoTypeOptions: { description: 'Where a page of a list stands in the whole list.' },
  pageInfoFieldOptions: { description: 'Where the page stands in the list.' },
  edgesFieldOptions: { description: 'The items of the page, each with its place in the list.' },
  cursorFieldOptions: { description: 'The place of the item, for `after` and `before` of the same list.' },
  nodeFieldOptions: { description: 'The item.' },
  hasNextPageFieldOptions: { description: 'Whether items follow after the page.' },
  hasPreviousPageFieldOptions: { description: 'Whether items come before the page.' },
  startCursorFieldOptions: { description: 'The place of the first item of the page; null on an empty page.' },
  endCursorFieldOptions: { description: 'The place of the last item of the page; null on an empty page.' },
  firstArgOptions: { description: 'Most items from the start, 0 to 1000; 50 where neither this nor `last` is given.' },
  lastArgOptions: { description: 'Most items from the end, 0 to 1000.' },
  afterArgOptions: { description: 'Returns only items after this cursor of the same list.' },
  beforeArgOptions: { description: 'Returns only items before this cursor of the same list.' },
};
