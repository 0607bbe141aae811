import { describe, expect, it } from 'vitest';
import { importTexts, pageAt } from '../../folder-helpers.js';

describe('an emoji in front matter', () => {
  const page = (emoji: string) => ({ 'a.md': `---\nemoji: ${emoji}\n---\n# A\n` });

  it.each([
    ['📘', '📘'],
    ['1f4d8', '📘'],
    ['2764', '❤️'],
    ['❤', '❤️'],
  ])('%s is read as %s', (written, emoji) => {
    const { manifest, notices } = importTexts(page(written));
    expect([pageAt(manifest, 'a.md').emoji, notices]).toEqual([emoji, []]);
  });

  it.each([':book:', 'book', '👍👍', '12'])('that is invalid (%s) is reported and omitted', (emoji) => {
    const { manifest, notices } = importTexts(page(JSON.stringify(emoji)));
    expect(pageAt(manifest, 'a.md')).not.toHaveProperty('emoji');
    expect(notices).toEqual([{ kind: 'emoji', file: 'a.md', message: JSON.stringify(emoji) }]);
  });
});
