import type { Mailbox } from '../../platform/config/mail-config.js';

/** Returns the `Message-ID` of a mail: its id at the domain of the sender. */
export function messageIdOf({ id }: { id: string }, { address }: Mailbox): string {
  return `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`;
}
