import type { VerificationCheck } from './base/check.js';
import { checkBlobs } from './content/blobs.js';
import { checkMissingContent } from './content/missing-content.js';
import { checkTreeNodes } from './content/tree-nodes.js';
import { checkAncestors } from './heads/ancestors.js';
import { checkLinkRows } from './heads/link-rows.js';
import { checkHeadRows } from './heads/pages-and-files.js';
import { checkSearchRows } from './heads/search-rows.js';
import { checkCodedColumns } from './numbers/coded-columns.js';
import { checkCounts, checkRepeatedColumns } from './numbers/compare-columns.js';
import { checkConversationSizes } from './numbers/conversation-sizes.js';
import { checkNumberings } from './numbers/numberings.js';
import { checkForeignKeys } from './references/foreign-keys.js';
import { checkLogicalReferences } from './references/logical-references.js';
import { checkSealedValues } from './storage/sealed-values.js';
import { checkFile, checkFullText, checkIndexes, checkSchema } from './storage/stored-structure.js';

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
