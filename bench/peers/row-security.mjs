import { runSql } from './databases.mjs';

/**
 * Creates the role `reader` on a database. It may read the organizations of the user in the setting `docgraph.user`,
 * and their contents. The list of organizations is computed once per statement, not once per row.
 */
export async function secureRows(url) {
  await runSql(
    url,
    `do $$ begin create role reader; exception when duplicate_object then null; end $$;
    grant usage on schema public to reader;
    grant select on all tables in schema public to reader;
    create or replace function organizations_of_user() returns text[] language sql stable security definer as
      $$ select array_agg("organizationId"::text) from "Member"
         where "userId" = current_setting('docgraph.user') and not "disabled" $$;
    ${policy('Organization', 'id')}
    ${policy('Space', 'organizationId')}
    ${policy('ChangeRequest', 'organizationId')}`,
  );
}

function policy(table, column) {
  return `alter table "${table}" enable row level security;
    drop policy if exists of_members on "${table}";
    create policy of_members on "${table}" for select to reader
      using ("${column}" = any ((select organizations_of_user())::text[]));`;
}
