export const bytesOf = (text) => new TextEncoder().encode(text);
const folderOf = (files) => new Map(Object.entries(files).map(([path, text]) => [path, () => bytesOf(text)]));

/** Returns a folder with pages that link to each other, a file, and text that is different in each round. */
export const folder = (round) =>
  folderOf({
    'README.md': `# Start\n\n[one](one.md) [two](two.md#below) ![picture](picture.png)\n\nRound ${round}.\n`,
    'one.md': `# One\n\n[start](README.md)\n\nRound ${round}.\n`,
    'two.md': `# Two\n\n## Below\n\n[gone](gone-${round % 3}.md)\n`,
    'deep/README.md': `# Deep\n\nRound ${round}.\n`,
    'deep/page.md': `# Page\n\n[up](..)\n`,
    'picture.png': `picture ${round % 2}`,
  });
