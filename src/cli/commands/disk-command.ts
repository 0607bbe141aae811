import type { DiskUse } from '../../modules/lifecycle/disk/disk-use.js';
import { isInObjectStorage, measureDisk } from '../../modules/lifecycle/disk/measure-disk.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { findOptionalOrganization } from '../objects/find-object.js';
import { formatTable } from '../objects/format-table.js';
import { printJsonOr } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** Options of `docgraph disk`. */
export interface DiskOptions {
  /** Id or title of the only organization to print. */
  org?: string;
  json?: boolean;
}

/** `docgraph disk`: prints what takes space in the database and in object storage, largest first. */
export async function diskCommand({ org, json }: DiskOptions): Promise<void> {
  await withSession(async ({ store }) => {
    const organization = await findOptionalOrganization(store.read, org);
    const all = await measureDisk(store);
    const uses = organization === undefined ? all : all.filter((use) => use.organizationId === organization);
    const total = sumBytes(uses.filter((use) => !isInObjectStorage(use)));
    const objects = sumBytes(uses.filter(isInObjectStorage));
    const titles = await readTitles(store.read);
    printJsonOr({ total, objects, uses }, { json, text: () => formatUses(uses, { total, objects }, titles) });
  });
}

function sumBytes(uses: readonly DiskUse[]): number {
  return uses.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Reads the titles of all organizations and spaces, by id. */
async function readTitles({ sql, all }: Queries): Promise<Map<string, string>> {
  const objects = [
    ...(await all(sql.selectFrom('Organization').select(['id', 'title']))),
    ...(await all(sql.selectFrom('Space').select(['id', 'title']))),
  ];
  return new Map(objects.map(({ id, title }) => [id, title]));
}

/** Sizes in bytes: of the listed parts of the database, and of those in object storage. */
interface Totals {
  total: number;
  objects: number;
}

function formatUses(uses: readonly DiskUse[], { total, objects }: Totals, titles: ReadonlyMap<string, string>): string {
  const rows = uses.map(({ kind, bytes, count, organizationId, spaceId, isShared }) => [
    formatBytes(bytes),
    kind,
    count === 0 ? null : count,
    organizationId && (titles.get(organizationId) ?? organizationId),
    isShared ? '(shared by several spaces)' : spaceId && (titles.get(spaceId) ?? spaceId),
  ]);
  const totals = [[formatBytes(total), 'total'], ...(objects > 0 ? [[formatBytes(objects), 'total of objects']] : [])];
  return formatTable([['SIZE', 'KIND', 'ROWS', 'ORGANIZATION', 'SPACE'], ...rows, ...totals]);
}

/** Returns a number of bytes in KiB, MiB or GiB. */
function formatBytes(bytes: number): string {
  const units = ['KiB', 'MiB', 'GiB'];
  const exponent = Math.min(units.length, Math.max(1, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${(bytes / 1024 ** exponent).toFixed(1)} ${units[exponent - 1]}`;
}
