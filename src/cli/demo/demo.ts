import type { Operator } from '../../access/viewer.js';
import type { Actor } from '../../modules/shared/unit-of-work.js';
import type { Store } from '../../platform/db/write/store.js';
import type { JobKind } from '../../platform/jobs/job-kind.js';
import type { Sealer } from '../../platform/secrets/sealed.js';
import type { Random } from './random.js';

/**
 * Parts that the steps of the demo use: the database, the operator, and the kinds of jobs that the demo runs itself.
 */
export interface DemoParts {
  store: Store;
  viewer: Operator;
  sealer: Sealer;
  jobs: readonly JobKind[];
}

/** Size of a demo. */
export type DemoSize = 'small' | 'large';

/**
 * A demo organization while it is created. The maps contain the ids of its objects, by their keys in the demo files.
 */
export interface Demo extends DemoParts {
  organization: string;
  size: DemoSize;
  random: Random;
  users: Map<string, string>;
  teams: Map<string, string>;
  spaces: Map<string, string>;
  /** Ids of conversations that customers chose, by topic. */
  topics: Map<string, string[]>;
  /** Paths of the published sites on this server. */
  sitePaths: string[];
}

/** An actor that may also change secrets of sites. */
export type DemoActor = Actor & { sealer: Sealer };

/** Returns the actor for a member: it has the rights of the operator, and its events name the member. */
export function actAs(demo: Demo, member: string): DemoActor {
  const { store, sealer, organization } = demo;
  return { store, sealer, tenant: organization, viewer: { kind: 'operator', userId: idOf(demo.users, member) } };
}

/**
 * Returns the id for a key of the files.
 * @throws if the files name a key that does not exist
 */
export function idOf(ids: ReadonlyMap<string, string>, key: string): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The files of the demo name "${key}", which does not exist`);
  return id;
}
