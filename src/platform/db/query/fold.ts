/**
 * Removes differences that search ignores: compatibility forms, case, diacritics. The result is the same for both
 * databases.
 */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFKC');
}
