/** A tab as GraphiQL keeps it in the browser; it keeps what it does not know, too. */
interface Tab {
  id: string;
  title: string;
  query: string | null;
  variables: string | null;
  headers: string | null;
  operationName: string | null;
  response: null;
  /** The variables as an example was filled in; others are the caller's own. */
  filled?: string;
}

/** The tabs, and which one is open. */
export interface Tabs {
  tabs: Tab[];
  activeTabIndex: number;
}

/** What the explorer is opened with. */
export interface Opening {
  /** As they were left; null at the first visit. */
  left: Tabs | null;
  /** The examples, with variables that the caller's token sees. */
  examples: { name: string; query: string; variables: string }[];
  /** The query of the address; null where it has none. */
  asked: string | null;
}

/**
 * The tabs to open: those that were left, with the one open that was, else the examples. Examples are filled anew, for
 * the token may be another, unless their variables were edited. A query that is asked for has one tab, however often.
 * Runs in the browser: it is sent as it is written, so that it may use nothing beside its parameters.
 */
export function arrangeTabs({ left, examples, asked }: Opening): Tabs {
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
  const delivered = examples.map(({ name, query, variables }) => newTab(`example-${name}`, query, variables));
  const known = left?.tabs?.[left.activeTabIndex] ? left : { tabs: delivered, activeTabIndex: 0 };
  const tabs = known.tabs.map((tab) => {
    const filled = delivered.find(({ id }) => id === tab.id)?.filled;
    return filled === undefined || tab.variables !== tab.filled ? tab : { ...tab, variables: filled, filled };
  });
  if (asked === null) return { tabs, activeTabIndex: known.activeTabIndex };
  const open = tabs.findIndex(({ query }) => query === asked);
  if (open >= 0) return { tabs, activeTabIndex: open };
  const numbers = tabs.map(({ id }) => Number(/^asked-(\d+)$/.exec(id)?.[1] ?? 0));
  return { tabs: [newTab(`asked-${Math.max(0, ...numbers) + 1}`, asked), ...tabs], activeTabIndex: 0 };
}
