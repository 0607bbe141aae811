import { maxMetadataLength, readProviderMetadata } from '../../../api/saml/provider-metadata.js';
import { badInput } from '../../../platform/base/errors.js';
import type { FetchBytes } from '../../../platform/outbound/fetch-bytes.js';
import { present } from '../../shared/present.js';
import { checkedAddress, type ProviderSettings } from './provider-rules.js';

/** Description and maximum length of metadata. */
export const samlMetadata = {
  description: 'SAML metadata of one identity provider, as XML.',
  maxLength: maxMetadataLength,
};

/** Metadata in an input, as text or by its address. */
export interface MetadataInput {
  metadata?: string | null;
  metadataURL?: string | null;
}

/** How metadata is fetched. */
interface Fetching {
  /** Refuses a viewer who may not change the provider. Runs before anything is fetched. */
  mayFetch: () => Promise<void>;
  fetch: FetchBytes;
}

/**
 * Replaces metadata in the settings of a provider by the settings that it states. Settings of the input take precedence.
 * @throws BAD_USER_INPUT for invalid metadata, for both forms at once, and for an address that cannot be read; errors of
 * `mayFetch`
 */
export async function resolveMetadata(
  { metadata, metadataURL, ...settings }: ProviderSettings & MetadataInput,
  fetching: Fetching,
): Promise<ProviderSettings> {
  if (metadata != null && metadataURL != null)
    throw badInput('metadataURL', '`metadataURL` must be absent if `metadata` is given (got both)');
  if (metadata != null) return { ...settingsIn(metadata, 'metadata'), ...present(settings) };
  if (metadataURL == null) return settings;
  const text = await fetchText(metadataURL, fetching);
  return { ...settingsIn(text, 'metadataURL'), ...present(settings) };
}

async function fetchText(url: string, { mayFetch, fetch }: Fetching): Promise<string> {
  await mayFetch();
  const bytes = await fetch(url, 'metadataURL');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badInput('metadataURL', '`metadataURL` must lead to text in UTF-8');
  }
}

/** Returns the settings in metadata. Without a second key, an earlier second certificate is removed. */
function settingsIn(text: string, field: string): ProviderSettings {
  const { ssoURL, entityID, certificate, nextCertificate } = readProviderMetadata(text, field);
  const address = `${field}.SingleSignOnService`;
  if (!URL.canParse(ssoURL) || ssoURL.length > maxAddressLength)
    throw badInput(address, `\`${address}\` must be an absolute address of at most ${maxAddressLength} characters`);
  return { ssoURL: checkedAddress(address, ssoURL), entityID, certificate, nextCertificate: nextCertificate ?? '' };
}

/** Maximum length of an address in the graph, in characters. */
const maxAddressLength = 2048;
