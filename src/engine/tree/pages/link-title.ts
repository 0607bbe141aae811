import type { Page } from '../../base/types.js';

/** Returns the title of a page in links and navigation: its link title, otherwise its title. */
export function pageLinkTitle({ title, linkTitle }: Pick<Page, 'title' | 'linkTitle'>): string {
  return linkTitle ?? title;
}
