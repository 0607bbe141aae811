import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';
import { addListOptions } from './process/list-options.js';
import { optionalOrgOption, orgOption, teamArgument, userArgument } from './process/object-options.js';

/** Adds the commands for members of organizations. */
export function addMemberCommands(program: Command): void {
  const members = program.command('member').description('members of organizations');
  addListOptions(
    members
      .command('list')
      .description('list the members of an organization, newest user first')
      .option(...orgOption()),
    'name or e-mail address',
  ).action(lazyAction(commands.listMembers));
  members
    .command('show')
    .description('print a member with its role and teams')
    .argument(...userArgument)
    .option(...orgOption())
    .option(...json)
    .action(lazyAction(commands.showMember));
}

/** Adds the commands for teams. */
export function addTeamCommands(program: Command): void {
  const teams = program.command('team').description('teams of organizations');
  addListOptions(
    teams
      .command('list')
      .description('list the teams of an organization, newest first')
      .option(...orgOption()),
    'title',
  ).action(lazyAction(commands.listTeams));
  teams
    .command('show')
    .description('print a team with its members')
    .argument(...teamArgument)
    .option(...optionalOrgOption('organization that the team is in'))
    .option(...json)
    .action(lazyAction(commands.showTeam));
}
