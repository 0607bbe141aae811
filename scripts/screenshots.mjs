import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { compiledProgram } from './compiled.mjs';

// `npm run screenshots` starts a new server and takes the screenshots of the README in Chromium:
// `screenshots/explorer.png` with a query and its result, and `screenshots/published-page.png`. The first argument
// names another output folder.

const root = fileURLToPath(new URL('..', import.meta.url));
const [folder = join(root, 'screenshots')] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) {
  console.error(`CHROMIUM_PATH must be the path of Chromium (got ${executablePath})`);
  process.exit(78);
}

const work = mkdtempSync(join(tmpdir(), 'docgraph-screenshots-'));
const server = startServer();
const quietFlags = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...quietFlags] });
try {
  const banner = await readBanner(server);
  const addressOf = (name) => new RegExp(`^ {2}${name} +(\\S+)$`, 'm').exec(banner)[1];
  mkdirSync(folder, { recursive: true });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await showExplorer(page, { address: addressOf('Explorer'), token: addressOf('Admin token') });
  await page.screenshot({ path: join(folder, 'explorer.png') });
  await page.goto(`${addressOf('Manual')}/reviewing-and-merging`);
  await page.screenshot({ path: join(folder, 'published-page.png') });
} finally {
  await browser.close();
  server.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
}

function startServer() {
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: `file:${join(work, 'docgraph.db')}`,
  };
  return spawn(process.execPath, [join(compiledProgram(), 'main.js'), 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function readBanner({ stdout }) {
  let printed = '';
  for await (const chunk of stdout.setEncoding('utf8')) {
    printed += chunk;
    if (printed.includes('Keep it')) return printed;
  }
  throw new Error('The server ended before it was ready');
}

/** Runs the example that lists spaces, and waits for its result. The page loads again once it has the token. */
async function showExplorer(page, { address, token }) {
  await page.goto(address);
  await page.getByLabel('Access token').fill(token);
  await page.getByText('Signed in as').waitFor();
  await page.getByRole('tab', { name: 'Spaces', exact: false }).first().click();
  const result = page.locator('.result-window').getByText('docgraph manual').first();
  for (let presses = 0; presses < 5 && !(await result.isVisible()); presses += 1) {
    await page.getByRole('button', { name: /execute query/i }).click();
    await result.waitFor({ timeout: 10_000 }).catch(() => {});
  }
  await result.waitFor();
}
