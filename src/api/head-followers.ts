import { indexLinks } from '../domains/links/index-head.js';
import { loadReferences } from '../domains/links/load-references.js';
import { keepFormerPaths } from '../domains/published-sites/former-paths.js';
import { followHeads } from '../domains/revisions/head-followers.js';
import { indexHead, loadWords } from '../domains/search/index-head.js';

// What follows the heads of spaces. Revisions know none of it; whoever may move a head imports this.

followHeads([
  { begin: indexHead, load: loadWords },
  { begin: indexLinks, load: loadReferences },
  { begin: async (tx) => (move) => keepFormerPaths(tx, move) },
]);
