/** Data that an erasure does not remove, in sentences. The command, the mutation and the manual list them. */
export const erasureRemains: readonly string[] = [
  'Backups of the database, until you delete them.',
  'Exports, downloaded PDFs, mails that were delivered, and content that was pushed or copied elsewhere.',
  'Text that people wrote about the person: pages, titles, comments, files, commit messages and conversations.',
  'Visitor tokens of sites that the person got, for up to a day.',
  'Log lines of unexpected errors, which may quote a value, for as long as you keep the log.',
  'Old versions of rows in free space of the database files, until the database uses the space again.',
];
