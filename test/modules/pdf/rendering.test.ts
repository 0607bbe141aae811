import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compiledProgram } from '../../../scripts/compiled.mjs';
import { createPdfs } from '../../../src/modules/pdf/open-pdf.js';
import { findStoredPdf, storePdf } from '../../../src/modules/pdf/pdf-store.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import { type PdfLink, pdfAddress } from '../../../src/platform/secrets/pdf-link.js';
import { readPdf } from '../../render/pdf/read-pdf.js';
import { publicUrl, testApp } from '../../support/app.js';
import { withinBounds } from '../../support/cost.js';
import { testFolder } from '../../support/database.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);

// Compiles before the tests, because compiling blocks the process for seconds. Connections to a database would time out
// meanwhile.
const program = compiledProgram();
const compiledFile = (path: string) => `${program}/${path}.js`;

/** Returns the link to the PDF of a whole space. */
async function linkOf(space: string): Promise<PdfLink> {
  const { body } = await test.rest('GET', `/spaces/${space}`, acme.admin);
  return {
    spaceId: space,
    revisionId: body.revision,
    page: null,
    withoutSubpages: false,
    showsSpecifications: false,
    name: 'x.pdf',
  };
}

/** Creates another instance of the server on the same store, which records each start of a thread. */
function instance(path = 'modules/pdf/worker') {
  const started: string[] = [];
  const compiled = () => {
    started.push(path);
    return compiledFile(path);
  };
  const { open } = createPdfs({ store: test.store, base: publicUrl, compiled });
  return { started, open: async (link: PdfLink) => (await open(link))?.bytes };
}

const storedPdfs = async (space: string) => {
  const query = test.store.sql.selectFrom('RenderedPdf').select(['hash', 'createdAt']).where('spaceId', '=', space);
  return test.store.read.all(query);
};

/** Returns the path of a worker that blocks its thread until a file exists, and then renders the PDF. */
function gatedWorker(gate: string): string {
  const path = join(testFolder(), 'held-worker.mjs');
  const real = JSON.stringify(pathToFileURL(compiledFile('modules/pdf/worker')).href);
  writeFileSync(
    path,
    `import { existsSync } from 'node:fs';
const nobody = new Int32Array(new SharedArrayBuffer(4));
while (!existsSync(${JSON.stringify(gate)})) Atomics.wait(nobody, 0, 0, 5);
await import(${real});`,
  );
  return path;
}

describe('the rendering of PDFs', () => {
  it('is shared by concurrent requests, and later requests find the PDF stored, also on other instances', async () => {
    const link = await linkOf(await seedSpace(test, acme.id));
    const [one, two] = [instance(), instance()];
    const answers = await Promise.all([one.open(link), one.open(link), one.open(link)]);
    expect(one.started).toHaveLength(1);
    expect(Buffer.compare(answers[0]!, answers[2]!)).toBe(0);
    expect(Buffer.compare(answers[0]!, (await two.open(link))!)).toBe(0);
    expect(two.started).toHaveLength(0);
  });

  it('stores a PDF once when two instances render it concurrently', async () => {
    const space = await seedSpace(test, acme.id);
    const link = await linkOf(space);
    const answers = await Promise.all([instance().open(link), instance().open(link)]);
    expect(Buffer.compare(answers[0]!, answers[1]!)).toBe(0);
    expect(await storedPdfs(space)).toHaveLength(1);
  });

  it('is repeated for a new title', async () => {
    const space = await seedSpace(test, acme.id);
    const link = await linkOf(space);
    await instance().open(link);
    await test.rest('PATCH', `/spaces/${space}`, { ...acme.admin, body: { title: 'Renamed' } });
    expect((await readPdf((await instance().open(link))!)).title).toBe('Renamed');
    expect(await storedPdfs(space)).toHaveLength(2);
  });

  it('retains at most 20 PDFs of a space', async () => {
    const [space, other] = [await seedSpace(test, acme.id), await seedSpace(test, acme.id)];
    const row = (spaceId: string, hours: number) => {
      const createdAt = new Date(Date.now() - hours * 3_600_000);
      return { organizationId: acme.id, spaceId, hash: `${spaceId}-${hours}`, bytes: new Uint8Array([1]), createdAt };
    };
    const rows = [row(other, 30), ...Array.from({ length: 25 }, (_, age) => row(space, age + 1))];
    await test.store.transaction(async ({ prisma }) => void (await prisma.renderedPdf.createMany({ data: rows })));
    await instance().open(await linkOf(space));
    expect((await storedPdfs(other)).map(({ hash }) => hash)).toEqual([`${other}-30`]);
    const own = (await storedPdfs(space)).map(({ hash }) => hash);
    expect(own).toHaveLength(20);
    expect(own).not.toContain(`${space}-20`);
  });

  it('runs in a separate thread, and the server responds meanwhile, however long that takes', async () => {
    const space = await seedSpace(test, acme.id);
    const gate = join(testFolder(), 'gate');
    const { open } = createPdfs({ store: test.store, base: publicUrl, compiled: () => gatedWorker(gate) });
    let isRendered = false;
    const opening = open(await linkOf(space)).finally(() => {
      isRendered = true;
    });
    for (let requestCount = 0; requestCount < 20; requestCount += 1)
      expect((await test.rest('GET', `/spaces/${space}/content`, acme.admin)).status).toBe(200);
    expect(isRendered).toBe(false);
    writeFileSync(gate, '');
    expect((await readPdf((await opening)!.bytes)).text).toContain('Welcome');
  });

  it('uses little of the main thread for a large PDF', async () => {
    const text = `# Page\n\n${'Some words of a long page. '.repeat(400)}\n\n`.repeat(4);
    const pages = Array.from({ length: 12 }, (_, index) => [`page-${index}.md`, `${text}${index}`] as const);
    const link = await linkOf(
      await seedSpace(test, acme.id, Object.fromEntries([['README.md', '# Start\n'], ...pages])),
    );
    // The PDF depends on the base URL, so another base URL causes another rendering.
    const open = (run: number) =>
      createPdfs({ store: test.store, base: `${publicUrl}/${run}`, compiled: compiledFile }).open(link);
    expect((await withinBounds({ busy: 0.5 }, open))!.bytes.length).toBeGreaterThan(1000);
  });

  it('is an error for the waiting requests if it fails, and the next request starts it again', async () => {
    const link = await linkOf(await seedSpace(test, acme.id));
    let path = 'modules/pdf/missing';
    const pdfs = createPdfs({ store: test.store, base: publicUrl, compiled: () => compiledFile(path) });
    await expect(pdfs.open(link)).rejects.toMatchObject({
      detail: { reason: 'WORKER_DIED' },
      cause: { message: expect.stringContaining('Cannot find module') },
    });
    path = 'modules/pdf/worker';
    expect((await pdfs.open(link))!.bytes.length).toBeGreaterThan(1000);
  });

  it('takes at most three batches when a PDF is opened, however many pages it has', async () => {
    const addressOf = (link: PdfLink) => pdfAddress('', 'a secret for tests, 32 bytes long', link).url;
    const open = (link: PdfLink) => test.app.inject({ method: 'GET', url: addressOf(link) });
    const pages = Array.from({ length: 30 }, (_, index) => [`page-${index}.md`, `# Page ${index}\n`] as const);
    const many = await linkOf(
      await seedSpace(test, acme.id, Object.fromEntries([['README.md', '# Start\n'], ...pages])),
    );
    expect((await open(many)).statusCode).toBe(200);
    const statements: string[] = [];
    const read = test.store.reading(({ sql }) => statements.push(sql));
    const again = createPdfs({ store: { ...test.store, read }, base: 'https://else.test', compiled: compiledFile });
    await again.open(many);
    expect(statements.length).toBeLessThanOrEqual(3);
  });

  it('stores a large PDF in parts, each in its own transaction, and finds it after all parts are stored', async () => {
    const space = await seedSpace(test, acme.id);
    const pdf = { organizationId: acme.id, spaceId: space, hash: `large-${space}` };
    // All parts differ, because the length of the text does not divide their size.
    const bytes = new Uint8Array(Buffer.alloc(9 * 1024 * 1024, 'a text of some letters'));
    let transactions = 0;
    const transaction: Store['transaction'] = (work) => {
      transactions++;
      return test.store.transaction(work);
    };
    await storePdf({ ...test.store, transaction }, pdf, bytes);
    expect(transactions).toBe(4);
    expect(Buffer.compare((await findStoredPdf(test.store.read, pdf))!, bytes)).toBe(0);
    const rows = test.store.sql.selectFrom('RenderedPdf').select('bytes').where('hash', '=', pdf.hash);
    const sizes = (await test.store.read.all(rows)).map((row) => row.bytes.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4 * 1024 * 1024);

    // Another instance can end before it stores all parts. The PDF is then rendered again, and missing parts are added.
    const { hash } = pdf;
    await test.store.transaction(
      async ({ prisma }) => void (await prisma.renderedPdf.deleteMany({ where: { hash, part: 1 } })),
    );
    expect(await findStoredPdf(test.store.read, pdf)).toBeNull();
    await storePdf(test.store, pdf, bytes);
    expect(Buffer.compare((await findStoredPdf(test.store.read, pdf))!, bytes)).toBe(0);
  });

  it('prints the values of expressions, and the source of expressions that use the clock or the visitor', async () => {
    const code = (source: string) => `<code class="expression">${source}</code>`;
    const text = `# Start\n\nOf ${code('space.title')}: ${code('1 + 2 * 3')}, at ${code('now()')}.\n`;
    const { title } = (await test.rest('GET', `/spaces/${await seedSpace(test, acme.id)}`, acme.admin)).body;
    const pdf = await readPdf(
      (await instance().open(await linkOf(await seedSpace(test, acme.id, { 'README.md': text }))))!,
    );
    expect(pdf.text).toContain(`Of${title.replace(/\s+/g, '')}:7,atnow().`);
  });
});
