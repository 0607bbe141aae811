/**
 * Returns the TXT record that proves that a hostname belongs to the organization: only the owner of the domain can set
 * it.
 */
export function hostnameRecord(siteId: string, hostname: string): { name: string; value: string } {
  return { name: `_docgraph.${hostname}`, value: `docgraph-site=${siteId}` };
}
