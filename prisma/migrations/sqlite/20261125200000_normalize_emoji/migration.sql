-- `src/store/normalize-emoji.ts` changes the rows before this script is applied: SQL does not know which texts are emoji.
SELECT 1;
