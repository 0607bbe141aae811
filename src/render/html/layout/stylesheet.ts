import { code } from './style/code.js';
import { dialect } from './style/dialect.js';
import { foundation } from './style/foundation.js';
import { frame } from './style/frame.js';
import { media } from './style/media.js';
import { navigation } from './style/navigation.js';
import { page } from './style/page.js';
import { panels } from './style/panels.js';
import { print } from './style/print.js';
import { specification } from './style/specification.js';
import { text } from './style/text.js';

/**
 * Style sheet of all pages of all sites, light and dark. The colors of a site are not in it, but in the site's pages.
 * The style sheet loads no other resources.
 */
export const stylesheet = [
  foundation,
  frame,
  navigation,
  page,
  text,
  panels,
  dialect,
  code,
  media,
  specification,
  print,
]
  .join('')
  .trimStart();
