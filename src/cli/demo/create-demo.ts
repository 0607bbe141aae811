import '../../app/head-hooks.js';
import '../../app/event-hooks.js';
import { updateSpace } from '../../modules/content/space-lifecycle/actions.js';
import { createOrganization } from '../../modules/identity/members/creation-actions.js';
import { makeChangeRequest, type RequestName } from './change-requests.js';
import type { ChangesFile } from './changes-file.js';
import { postComments } from './comments.js';
import { createConversations } from './conversations.js';
import { actAs, type Demo, type DemoParts, type DemoSize, idOf } from './demo.js';
import { readDemoYaml } from './demo-files.js';
import { finishConflicts } from './finish-conflicts.js';
import { enlarge } from './large.js';
import type { OrganizationFile } from './organization-file.js';
import { createPeople } from './people.js';
import { createRandom } from './random.js';
import { createSites } from './sites.js';
import { createSpaces } from './spaces.js';
import { createSpecifications } from './specifications.js';
import { createDemoTranslation } from './translation.js';

/** The demo to create. */
interface DemoOptions {
  title: string;
  seed: number;
  size: DemoSize;
}

/** A demo organization, and the paths of its sites on this server. */
export interface CreatedDemo {
  id: string;
  sites: string[];
}

/** Number of conversations by the size of the demo. */
const conversations = { small: 60, large: 1_000 };

/** A step of the demo. */
interface Step {
  name: string;
  /** The only demo size that includes the step; absent if all sizes include it. */
  size?: DemoSize;
  run(demo: Demo, file: OrganizationFile): Promise<void>;
}

const steps: readonly Step[] = [
  { name: 'members', run: createPeople },
  { name: 'specifications', run: (demo, { specifications }) => createSpecifications(demo, specifications) },
  { name: 'spaces', run: createSpaces },
  {
    name: 'conversations',
    run: (demo) => createConversations(demo, readDemoYaml('conversations.yaml'), conversations[demo.size]),
  },
  { name: 'change requests', run: (demo) => createChanges(demo, readDemoYaml('changes.yaml')) },
  { name: 'translation', run: createDemoTranslation },
  { name: 'countries', size: 'large', run: (demo, { sites }) => enlarge(demo, sites) },
  { name: 'sites', run: createSites },
];

/**
 * Creates an organization that looks as if people used it: members, content, change requests, conversations and sites.
 * Every step consists of several actions, so a failure leaves an incomplete organization.
 * @param onStep called with the id of the organization, and with the name of each step before it begins
 */
export async function createDemo(
  parts: DemoParts,
  { title, seed, size }: DemoOptions,
  onStep: (step: string) => void = () => {},
): Promise<CreatedDemo> {
  const file = readDemoYaml<OrganizationFile>('organization.yaml');
  const id = await createOrganization(parts, { title });
  onStep(`the organization ${id}`);
  const [users, teams, spaces, topics] = [new Map(), new Map(), new Map(), new Map()];
  const ids = { users, teams, spaces, topics };
  const demo: Demo = { ...parts, ...ids, organization: id, size, random: createRandom(seed), sitePaths: [] };
  for (const step of steps) {
    if (step.size !== undefined && step.size !== size) continue;
    onStep(step.name);
    await step.run(demo, file);
  }
  return { id, sites: demo.sitePaths };
}

async function createChanges(demo: Demo, { requests, comments, finish, rules }: ChangesFile): Promise<void> {
  const names = new Map<string | undefined, RequestName>();
  for (const request of requests) names.set(request.key, await makeChangeRequest(demo, request));
  for (const one of finish) await finishConflicts(demo, names.get(one.key)!, one);
  for (const comment of comments) await postComments(demo, { space: idOf(demo.spaces, comment.space) }, [comment]);
  for (const [space, list] of Object.entries(rules))
    await updateSpace(actAs(demo, 'ada'), idOf(demo.spaces, space), { mergeRules: { type: 'rules', rules: list } });
}
