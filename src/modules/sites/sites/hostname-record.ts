/** The TXT record that shows a hostname to be the organization's: whoever may set it may speak for the name. */
export function hostnameRecord(siteId: string, hostname: string): { name: string; value: string } {
  return { name: `_docgraph.${hostname}`, value: `docgraph-site=${siteId}` };
}
