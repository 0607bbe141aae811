import { jobKinds } from '../../app/job-kinds.js';
import { analyseKind } from '../../modules/conversations/enqueue-analysis.js';
import { countOrganizationsTitled } from '../../modules/identity/organizations/count-titled.js';
import { processKind } from '../../modules/specifications/process-later.js';
import { runKind } from '../../modules/translations/translate-later.js';
import { createAi } from '../../platform/ai/ai.js';
import { AppError, badInput } from '../../platform/base/errors.js';
import { publicUrlOf } from '../../platform/config/config.js';
import { createOutbound } from '../../platform/outbound/outbound.js';
import { createSealer } from '../../platform/secrets/sealed.js';
import { createDemo } from '../demo/create-demo.js';
import type { DemoParts, DemoSize } from '../demo/demo.js';
import { printResult } from '../process/output.js';
import { openSecrets } from '../setup/open-secrets.js';
import { type Session, withSession } from '../setup/session.js';

/** Options of `docgraph demo`. */
export interface DemoOptions {
  org: string;
  size: DemoSize;
  seed: string;
  again?: boolean;
  json?: boolean;
}

/**
 * `docgraph demo`: creates an organization that looks as if people used it, and prints its id and the addresses of its
 * sites. It reports each step on stderr.
 * @throws CONFLICT without `--again` if an organization has the title
 */
export async function demoCommand({ org: title, size, seed, again, json }: DemoOptions): Promise<void> {
  const options = { title, size, seed: parseSeed(seed) };
  const result = await withSession(async (session) => {
    if (!again) await requireNewTitle(session, title);
    const onStep = (step: string) => process.stderr.write(`docgraph: creating ${step}\n`);
    const { id, sites } = await createDemo(await demoParts(session), options, onStep);
    return { id, sites: sites.map((path) => `${publicUrlOf(session.config)}${path}`) };
  });
  const sentence = `Created the organization ${title} (${result.id}). Its sites: ${result.sites.join(' ')}`;
  printResult(result, { json, sentence });
}

const maxSeed = 4_294_967_295;

function parseSeed(text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= maxSeed) return Number(text);
  throw badInput('seed', `\`--seed\` must be a whole number from 0 to ${maxSeed} (got ${JSON.stringify(text)})`);
}

async function requireNewTitle({ store }: Session, title: string): Promise<void> {
  if ((await countOrganizationsTitled(store.read, title)) === 0) return;
  const next = 'Use another `--org`, or `--again` to create another one';
  throw new AppError('CONFLICT', `Cannot create ${JSON.stringify(title)}: an organization has this title. ${next}`);
}

/** Kinds of jobs that the demo runs itself. */
const demoJobs = [processKind, runKind, analyseKind];

async function demoParts({ config, store, viewer }: Session): Promise<DemoParts> {
  const outbound = createOutbound(config.outboundAllow);
  const kinds = jobKinds({ store, outbound, ai: createAi(config.ai, outbound) });
  const sealer = createSealer(await openSecrets(config, store));
  return { store, viewer, sealer, jobs: kinds.filter(({ name }) => demoJobs.includes(name)) };
}
