import { readFileSync } from 'node:fs';
import { type GraphQLEnumType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { can } from '../../src/access/policy.js';
import type { Action, OrganizationAction } from '../../src/access/required-roles.js';
import { actionsOf, scopeOf, scopes } from '../../src/access/scopes.js';
import { roles, type Viewer } from '../../src/access/viewer.js';
import { samples } from '../../src/app/samples.js';
import { readFolder } from '../../src/cli/folders/read-folder.js';
import { importFolder } from '../../src/engine/tree/import/import-folder.js';
import { noticeKinds } from '../../src/engine/tree/outline/notices.js';
import { eventActions } from '../../src/modules/shared/event-actions.js';
import { errorReasons } from '../../src/platform/base/error-reasons.js';
import { errorTable } from '../../src/platform/base/errors.js';
import { newId } from '../../src/platform/base/ids.js';
import { packagePath } from '../../src/platform/base/package-path.js';
import { describedApi, rootFields, schema } from '../support/shared-schema.js';
import { blocksOf, pages, rowsOf } from './pages.js';

describe('the manual', () => {
  it('can be imported without a hidden page or a broken link', () => {
    const { manifest, notices } = importFolder({ entries: readFolder(packagePath('docs')), newId });
    expect(notices).toEqual([]);
    const all = manifest.pages.flatMap((page) => [page, ...(page.children ?? [])]);
    expect(all.filter(({ hidden }) => hidden)).toEqual([]);
    expect(manifest.pages[0]).toMatchObject({ title: 'docgraph', path: '' });
  });

  it('has the same page titles as its table of contents', () => {
    const listed = [...pages.get('docs/SUMMARY.md')!.matchAll(/\[(.+)\]\((.+)\)/g)];
    expect(listed.length).toBeGreaterThan(5);
    for (const [, title, file] of listed) expect(pages.get(`docs/${file}`)).toMatch(`# ${title}\n`);
  });

  it('lists every kind of import notice', () => {
    expect(rowsOf('docs/import-export.md', /^[a-z]+(-[a-z]+)*$/).map(([kind]) => kind)).toEqual(
      expect.arrayContaining(Object.keys(noticeKinds)),
    );
  });

  it('lists the rows of the error table', () => {
    const table = Object.entries(errorTable).map(([code, { status, title }]) => [code, String(status), title]);
    expect(rowsOf('docs/errors.md', /^[A-Z_]+$/).filter((row) => /^\d+$/.test(row[1]!))).toEqual(table);
  });

  it('lists every error reason with its codes', () => {
    const reasons = Object.entries(errorReasons).map(([reason, { codes, meaning }]) => [
      reason,
      codes.map((code) => `\`${code}\``).join(', '),
      meaning,
    ]);
    const listed = rowsOf('docs/errors.md', /^[A-Z_]+$/).filter(([name]) => name! in errorReasons);
    expect(listed.map(([name, codes, meaning]) => [name, `\`${codes}\``.replace(/^``|``$/g, '`'), meaning])).toEqual(
      reasons,
    );
  });

  it('lists the role that each action needs', () => {
    const rows = rowsOf('docs/access.md', /^\w+\.\w+$/);
    expect(new Set(rows.map(([action]) => action))).toEqual(
      namesIn('src/access/required-roles.ts', /^ {2}'([a-zA-Z.]+)': /gm),
    );
    for (const [action, role] of rows) {
      const object = { organizationId: 'org' };
      const allowed = [null, ...roles].filter((own) =>
        can(memberWith(own), action as Action, { ...object, effectiveRole: own }),
      );
      const lowest = can(stranger, action as OrganizationAction, object) ? 'any user' : 'any member, guests too';
      expect([action, allowed[0] ?? lowest]).toEqual([action, role]);
    }
  });

  it('lists the scope of each action, and the actions that the scope includes', () => {
    const broughtBy = new Map(
      rowsOf('docs/access.md', /^\w+:…$/).map(([named, brought]) => [named!.split(':')[0], actionsIn(brought!)]),
    );
    const rows = rowsOf('docs/access.md', /^\w+\.\w+$/);
    expect(rows.map(([, , scope]) => (scope === 'none' ? null : scope))).toEqual(
      rows.map(([action]) => scopeOf(action as Action)),
    );
    for (const scope of new Set(rows.map((row) => row[2]).filter((one) => one !== 'none'))) {
      const own = rows.filter((row) => row[2] === scope).map(([action]) => action!);
      const allowed = new Set(['organization.view', ...own, ...(broughtBy.get(scope!.split(':')[0]) ?? [])]);
      expect([scope, ...actionsOf([scope!])].sort()).toEqual([scope, ...allowed].sort());
    }
  });

  it('lists the scopes that include several actions', () => {
    const rows = rowsOf('docs/access.md', /^[a-z]+$/).map(([scope]) => scope);
    for (const scope of scopes.filter((one) => !one.includes(':'))) expect(rows).toContain(scope);
  });

  it('lists the operations of /v1 with their method and path', () => {
    const { paths } = describedApi();
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
    );
    const listed = rowsOf('docs/rest.md', /^[a-zA-Z]+$/).filter((row) => / \/v1\//.test(row[1]!));
    expect(listed.map((row) => row.slice(0, 2)).sort()).toEqual(served.sort());
    expect(pages.get('README.md')).toContain(`serves ${served.length} operations`);
  });

  it('lists the role of each operation as its sample states it, or words if any role is enough', () => {
    const listed = rowsOf('docs/rest.md', /^[a-zA-Z]+$/).filter((row) => / \/v1\//.test(row[1]!));
    const roleIn = (text: string) => roles.find((role) => role === text.match(/^`?(\w+)/)?.[1]);
    const listedRoles = listed.map(([id, , who]) => [id, roleIn(who!)]);
    expect(listedRoles).toEqual(listed.map(([id]) => [id, roleIn(samples[id!]!.may)]));
  });

  it('names the mutations that `/v1` does not have', () => {
    const served = new Set(rootFields.values());
    const own = Object.keys(schema.getMutationType()!.getFields()).filter((name) => !served.has(name));
    const sentences = pages.get('docs/graphql.md')!.match(/Only the graph has (.+? The same holds for .+?)\. /)![1]!;
    expect([...sentences.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(own.sort());
  });

  it('lists every action of the event log with its names in GraphQL and in the log, and its meaning', () => {
    const inGraph = (schema.getType('EventAction') as GraphQLEnumType).getValues();
    const nameOf = new Map(inGraph.map(({ name, value }) => [value, name]));
    const table = Object.entries(eventActions).map(([name, done]) => [nameOf.get(name), name, done]);
    expect(rowsOf('docs/events.md', /^[A-Z_]+$/)).toEqual(table);
  });

  it('has examples that are valid for the schema', () => {
    const examples = blocksOf('graphql').filter(([, text]) => !text.includes('@route'));
    expect(examples.length).toBeGreaterThan(5);
    for (const [page, text] of examples) {
      expect([page, text, ...validate(schema, parse(text)).map(String)]).toEqual([page, text]);
    }
  });
});

const stranger: Viewer = { ...(memberWith(null) as Viewer & { kind: 'user' }), roles: new Map() };

/** Returns the actions in a table cell. */
function actionsIn(cell: string): string[] {
  return cell.match(/\w+\.\w+/g) ?? [];
}

/** Returns the keys of a table in a source file; `line` matches a line with a key. */
function namesIn(path: string, line: RegExp): Set<string> {
  return new Set([...readFileSync(packagePath(path), 'utf8').matchAll(line)].map((match) => match[1]!));
}

function memberWith(role: (typeof roles)[number] | null): Viewer {
  return {
    kind: 'user',
    userId: 'usr',
    tokenId: 'tok',
    roles: new Map([['org', role]]),
    allowed: null,
    isAgent: false,
    organizationId: null,
  };
}
