import type { Page } from '../../base/types.js';

/** The title of a page as links to it and navigation show it: its link title, otherwise its title. */
export function pageLinkTitle({ title, linkTitle }: Pick<Page, 'title' | 'linkTitle'>): string {
  return linkTitle ?? title;
}
