import { registerHeadHooks } from '../modules/content/revisions/head-hooks.js';
import { indexHead, loadWords } from '../modules/content/search/index-head.js';
import { indexLinks } from '../modules/links/index-head.js';
import { loadReferences } from '../modules/links/load-references.js';
import { notifyOfOutdated } from '../modules/notifications/notify-of-outdated.js';
import { storeFormerPaths } from '../modules/sites/published-sites/former-paths.js';

// Registers the hooks that run when the head of a space moves to another revision. The revisions module does not import
// the hooks, so every program that may move a head must import this file.

registerHeadHooks([
  { begin: indexHead, load: loadWords },
  { begin: indexLinks, load: loadReferences },
  { begin: async (tx) => (move) => storeFormerPaths(tx, move) },
  { begin: notifyOfOutdated },
]);
