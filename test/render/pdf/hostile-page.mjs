// Prints one hostile page of up to 1 MB as a PDF and reports the cost. `hostile.test.ts` runs this in a process of its
// own. Arguments: the path of the compiled modules and the name of a page.

const [dist, name] = process.argv.slice(2);
const { renderInput } = await import(`${dist}/modules/pdf/pdf-job.js`);
const { renderPdf } = await import(`${dist}/render/pdf/render.js`);

const size = 1_048_576;
const filled = (text) => text.repeat(Math.floor(size / Buffer.byteLength(text)));

const pages = {
  'only line breaks': () => '\n'.repeat(size),
  'lines of one letter': () => filled('a\n'),
  headings: () => filled('# a\n\n'),
  'a word of a script whose letters join': () => filled('नमस्ते'),
  'every character there is': () => everyCharacter(),
  'a table with 220 KB in a narrow column': () => narrowTable(),
};

function everyCharacter() {
  const points = Array.from({ length: 0x2ffff - 0xa1 }, (_, index) => index + 0xa1);
  const text = String.fromCodePoint(...points.filter((point) => point < 0xd800 || point > 0xdfff).slice(0, 60_000));
  return filled(text.replace(/.{600}/gsu, '$&\n\n'));
}

/** Returns a table of ten columns. The words of nine columns leave little width for the column with all the text. */
function narrowTable() {
  const cells = Array.from({ length: 10 }, (_, column) => (column < 9 ? 'a'.repeat(18) : 'b '.repeat(110_000)));
  return `${'| a '.repeat(10)}|\n|${'---|'.repeat(10)}\n| ${cells.join(' | ')} |\n`;
}

const page = { id: 'page', title: 'Page', type: 'document', slug: 'page', path: 'page', file: 'page.md', blob: 'page' };
const job = {
  manifest: { root: '', pages: [page], files: [], reusableContents: [], variables: {} },
  blobs: new Map([['page', Buffer.from(pages[name]())]]),
  selection: { page: null, only: false },
  title: 'Space',
  language: null,
  base: 'https://docs.test',
};

const cpu = () => Object.values(process.cpuUsage()).reduce((sum, part) => sum + part) / 1e6;
const resident = () => process.resourceUsage().maxRSS / 1024;
const [cpuBefore, residentBefore] = [cpu(), resident()];
const bytes = await renderPdf(renderInput(job));
const sheets = Buffer.from(bytes)
  .toString('latin1')
  .match(/\/Type \/Page\b/g).length;
process.stdout.write(
  JSON.stringify({ cpu: cpu() - cpuBefore, megabytes: resident() - residentBefore, sheets, size: bytes.length }),
);
