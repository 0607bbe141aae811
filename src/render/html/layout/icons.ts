import { type Html, trusted } from '../markup.js';

/**
 * Icons of the frame, in the color of the text. They are hidden from screen readers, because there is text next to
 * them.
 */
export const icons = {
  menu: icon('M4 7h16M4 12h16M4 17h16'),
  close: icon('M6 6l12 12M18 6L6 18'),
  search: icon('M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4 4'),
  light: icon(
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  ),
  dark: icon('M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z'),
  before: icon('M14 6l-6 6 6 6'),
  after: icon('M10 6l6 6-6 6'),
  down: icon('M6 9l6 6 6-6'),
  elsewhere: icon('M9 7h8v8M17 7L7 17'),
  markdown: icon('M3 6h18v12H3zM6.5 15V9l3 3 3-3v6M17 9v5M15 12.5l2 2 2-2'),
} as const satisfies Record<string, Html>;

function icon(path: string): Html {
  return trusted(
    `<svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" aria-hidden="true"><path d="${path}"/></svg>`,
  );
}
