/** A tab as GraphiQL stores it in the browser. GraphiQL preserves properties that it does not know. */
interface Tab {
  id: string;
  title: string;
  query: string | null;
  variables: string | null;
  headers: string | null;
  operationName: string | null;
  response: null;
  /** The variables that the explorer has filled in; if the tab's variables differ, the user has edited them. */
  filled?: string;
}

/** The tabs, and the index of the open one. */
export interface Tabs {
  tabs: Tab[];
  activeTabIndex: number;
}

/** Input that determines which tabs the explorer opens. */
export interface Opening {
  /** The tabs of the previous visit; null at the first visit. */
  left: Tabs | null;
  /** The examples, with variables that name objects visible to the caller. */
  examples: { name: string; query: string; variables: string }[];
  /** The query in the URL; null if there is none. */
  requestedQuery: string | null;
}

/**
 * Returns the tabs to open: those of the previous visit, with the same one active, otherwise the examples. Variables of
 * examples are filled in again unless they were edited, because the token may have changed. A query in the URL has one
 * tab, no matter how often it is opened. Runs in the browser: its source is sent, so it may use only its parameters.
 */
export function arrangeTabs({ left: previousTabs, examples, requestedQuery }: Opening): Tabs {
  const newTab = (id: string, query: string, filled?: string): Tab => {
    const name = /^(?!#).*(?:query|mutation|subscription)\s+(\w+)/m.exec(query)?.[1] ?? null;
    const variables = filled ?? '';
    return {
      id,
      title: name ?? '<untitled>',
      query,
      variables,
      headers: '',
      operationName: name,
      response: null,
      filled,
    };
  };
  const exampleTabs = examples.map(({ name, query, variables }) => newTab(`example-${name}`, query, variables));
  const known = previousTabs?.tabs?.[previousTabs.activeTabIndex]
    ? previousTabs
    : { tabs: exampleTabs, activeTabIndex: 0 };
  const tabs = known.tabs.map((tab) => {
    const filled = exampleTabs.find(({ id }) => id === tab.id)?.filled;
    return filled === undefined || tab.variables !== tab.filled ? tab : { ...tab, variables: filled, filled };
  });
  if (requestedQuery === null) return { tabs, activeTabIndex: known.activeTabIndex };
  const open = tabs.findIndex(({ query }) => query === requestedQuery);
  if (open >= 0) return { tabs, activeTabIndex: open };
  const numbers = tabs.map(({ id }) => Number(/^asked-(\d+)$/.exec(id)?.[1] ?? 0));
  return { tabs: [newTab(`asked-${Math.max(0, ...numbers) + 1}`, requestedQuery), ...tabs], activeTabIndex: 0 };
}
