/** Flags and description of an option, or name and description of an argument, as commander takes them. */
type Declaration = readonly [flags: string, description: string];

/** Declares `--org` of a command that works in one organization. The option may be left out if there is only one. */
export function orgOption(purpose = 'organization'): Declaration {
  return ['--org <organization>', `${purpose}, by id or unique title; default: the only one`];
}

/** Declares `--org` of a command that also works without an organization. */
export function optionalOrgOption(purpose: string): Declaration {
  return ['--org <organization>', `${purpose}; id or unique title`];
}

/** Declares the argument of a command that names an organization. */
export const orgArgument: Declaration = ['<organization>', 'id or unique title of the organization'];

/** Declares `--space` of a command. */
export function spaceOption(purpose: string): Declaration {
  return ['--space <space>', `${purpose}; id or unique title`];
}

/** Declares the argument of a command that names a space. */
export const spaceArgument: Declaration = ['<space>', 'id or unique title of the space'];

/** Declares the argument of a command that names a site. */
export const siteArgument: Declaration = ['<site>', 'id, unique title, basename or hostname of the site'];

/** Declares the argument of a command that names a team. */
export const teamArgument: Declaration = ['<team>', 'id or unique title of the team'];

/** Declares `--user` of a command. */
export function userOption(purpose: string): Declaration {
  return ['--user <user>', `${purpose}; id, e-mail address or unique name`];
}

/** Declares the argument of a command that names a user. */
export const userArgument: Declaration = ['<user>', 'id, e-mail address or unique name of the user'];
