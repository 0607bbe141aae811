import { describe, expect, it } from 'vitest';
import { archiveTable, archiveTables } from '../../../../src/modules/lifecycle/archives/archive-tables.js';
import { leftOutTables } from '../../../../src/modules/lifecycle/archives/left-out-tables.js';
import { tableMetadata, tableNames } from '../../../../src/platform/db/query/columns.js';
import { selfReferences } from '../../../../src/platform/db/query/table-order.js';
import { sealedColumns } from '../../../../src/platform/secrets/sealed-columns.js';

const names = archiveTables.map(({ name }) => name);

describe('the tables of an archive', () => {
  it('include all tables with rows of an organization, except those that are listed with a reason', () => {
    expect([...names, ...Object.keys(leftOutTables)].sort()).toEqual([...tableNames].sort());
    const owned = names.filter((name) => tableMetadata(name).columns.organizationId);
    expect(names.filter((name) => !owned.includes(name))).toEqual(['Organization']);
  });

  it('are in an order in which each table comes after the tables that it refers to', () => {
    for (const [index, name] of names.entries()) {
      const parents = tableMetadata(name).references.map(({ table }) => table);
      const before = [...names.slice(0, index), name];
      expect(parents.filter((parent) => !before.includes(parent))).toEqual([]);
    }
  });

  it('begin with the table of organizations and end with the tables of members, grants and team members', () => {
    expect(names[0]).toBe('Organization');
    expect(names.slice(-3)).toEqual(['Member', 'Grant', 'TeamMember']);
  });

  it('include three tables with rows that refer to rows of the same table', () => {
    const selfReferring = names.filter((name) => selfReferences(name).length > 0);
    expect(selfReferring.map((name) => `${name}.${selfReferences(name)}`).sort()).toEqual([
      'Collection.parentId',
      'Comment.threadId',
      'SiteSectionGroup.parentId',
    ]);
  });

  it('treat all sealed columns and the ids of invite links as secrets', () => {
    const secrets = archiveTables.flatMap((table) => table.secrets.map(({ column }) => `${table.name}.${column}`));
    const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    expect(secrets.sort()).toEqual(['InviteLink.id', ...sealed.filter((column) => column !== 'Mail.body')].sort());
    const lost = archiveTables.filter(({ isSecret }) => isSecret).map(({ name }) => name);
    expect(lost.sort()).toEqual(['InviteLink', 'ShareLink']);
  });

  it('include only some columns of users, without their settings and the verification of their addresses', () => {
    const columns = ['id', 'displayName', 'email', 'photoURL', 'createdAt', 'organizationId', 'erasedAt'];
    expect(archiveTable('User')!.columns).toEqual(columns);
    expect(archiveTable('Mail')).toBe(undefined);
  });
});
