/** Text without the differences that people overlook: compatibility forms, case, diacritics. The same on both databases. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFKC');
}
