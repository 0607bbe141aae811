/** The part of a list that a command reads with one statement. */
export interface PageRequest {
  /** Text that the title, name or e-mail address contains, ignoring case and diacritics; absent for all objects. */
  search?: string | undefined;
  limit: number;
  /** Id of the last object of the previous page; absent for the first page. */
  after?: string | undefined;
}

/** Reads a page of a list, newest first. */
export type ReadPage<Item> = (request: PageRequest) => Promise<Item[]>;

/** Maximum number of objects that one statement reads. */
const pageSize = 1_000;

/** Reads the newest objects of a list, in pages. `limit` is `Infinity` for all of them. */
export async function readPages<Item extends { id: string }>(
  readPage: ReadPage<Item>,
  { search, limit }: Pick<PageRequest, 'search' | 'limit'>,
): Promise<Item[]> {
  const items: Item[] = [];
  while (items.length < limit) {
    const wanted = Math.min(pageSize, limit - items.length);
    const page = await readPage({ search, limit: wanted, after: items.at(-1)?.id });
    items.push(...page);
    if (page.length < wanted) break;
  }
  return items;
}
