import type { Command } from 'commander';
import { commands, lazyAction } from './commands.js';
import { json } from './process/json-option.js';
import { addListOptions } from './process/list-options.js';
import { optionalOrgOption, orgOption, siteArgument, spaceArgument } from './process/object-options.js';

/** Adds the commands for spaces. */
export function addSpaceCommands(program: Command): void {
  const spaces = program.command('space').description('spaces');
  addListOptions(
    spaces
      .command('list')
      .description('list the spaces of an organization, newest first')
      .option(...orgOption()),
    'title',
  ).action(lazyAction(commands.listSpaces));
  spaces
    .command('show')
    .description('print a space with its settings, counts and sites')
    .argument(...spaceArgument)
    .option(...optionalOrgOption('organization that the space is in'))
    .option(...json)
    .action(lazyAction(commands.showSpace));
}

/** Adds the commands for sites. */
export function addSiteCommands(program: Command): void {
  const sites = program.command('site').description('sites');
  addListOptions(
    sites
      .command('list')
      .description('list the sites of an organization, newest first')
      .option(...orgOption()),
    'title',
  ).action(lazyAction(commands.listSites));
  sites
    .command('show')
    .description('print a site with its settings, hostname and spaces')
    .argument(...siteArgument)
    .option(...optionalOrgOption('organization that the site is in'))
    .option(...json)
    .action(lazyAction(commands.showSite));
  sites
    .command('confirm')
    .description('confirm the hostname of a site, without asking the name service')
    .argument(...siteArgument)
    .option(...json)
    .action(lazyAction(commands.confirmSite));
}
