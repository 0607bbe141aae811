import type { VerificationCheck } from '../verification-base/check.js';
import { checkBlobs } from '../verified-content/blobs.js';
import { checkMissingContent } from '../verified-content/missing-content.js';
import { checkObjects } from '../verified-content/objects.js';
import { checkTreeNodes } from '../verified-content/tree-nodes.js';
import { checkAncestors } from '../verified-heads/ancestors.js';
import { checkLinkRows } from '../verified-heads/link-rows.js';
import { checkHeadRows } from '../verified-heads/pages-and-files.js';
import { checkSearchRows } from '../verified-heads/search-rows.js';
import { checkCodedColumns } from '../verified-numbers/coded-columns.js';
import { checkCounts, checkRepeatedColumns } from '../verified-numbers/compare-columns.js';
import { checkConversationSizes } from '../verified-numbers/conversation-sizes.js';
import { checkNumberings } from '../verified-numbers/numberings.js';
import { checkForeignKeys } from '../verified-references/foreign-keys.js';
import { checkLogicalReferences } from '../verified-references/logical-references.js';
import { checkSealedValues } from '../verified-storage/sealed-values.js';
import { checkFile, checkFullText, checkIndexes, checkSchema } from '../verified-storage/stored-structure.js';

/**
 * All checks in their order. Checks of derived data come after checks of its sources, and leave out lost content.
 * docs/verifying.md lists them.
 */
export const checks: readonly VerificationCheck[] = [
  checkFile,
  checkSchema,
  checkIndexes,
  checkForeignKeys,
  checkLogicalReferences,
  checkBlobs,
  checkObjects,
  checkTreeNodes,
  checkMissingContent,
  checkHeadRows,
  checkSearchRows,
  checkFullText,
  checkLinkRows,
  checkAncestors,
  checkRepeatedColumns,
  checkCodedColumns,
  checkCounts,
  checkConversationSizes,
  checkNumberings,
  checkSealedValues,
];
