import { maxMetadataLength, readProviderMetadata } from '../../../api/saml/provider-metadata.js';
import { badInput } from '../../../platform/base/errors.js';
import type { FetchBytes } from '../../../platform/outbound/fetch-bytes.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { checkedAddress, type ProviderSettings } from './provider-rules.js';

/** Description and maximum length of SAML metadata, for its scalar. */
export const samlMetadata = {
  description: 'SAML metadata of one identity provider, as XML.',
  maxLength: maxMetadataLength,
};

/** SAML metadata in an input: its text, or its URL. */
export interface MetadataInput {
  metadata?: string | null;
  metadataURL?: string | null;
}

/** Functions for fetching metadata. */
interface MetadataFetcher {
  /** Throws for a viewer who may not change the provider. Runs before metadata is fetched. */
  authorizeFetch: () => Promise<void>;
  fetch: FetchBytes;
}

/**
 * Replaces the metadata in an input by the settings that the metadata contains. Settings of the input take precedence.
 * @throws BAD_USER_INPUT for invalid metadata, for both text and URL, and for a URL that cannot be read; errors of
 * `authorizeFetch`
 */
export async function resolveMetadata(
  { metadata, metadataURL, ...settings }: ProviderSettings & MetadataInput,
  fetching: MetadataFetcher,
): Promise<ProviderSettings> {
  if (metadata != null && metadataURL != null)
    throw badInput('metadataURL', '`metadataURL` must be absent if `metadata` is given (got both)');
  if (metadata != null) return { ...settingsIn(metadata, 'metadata'), ...omitUndefined(settings) };
  if (metadataURL == null) return settings;
  const text = await fetchText(metadataURL, fetching);
  return { ...settingsIn(text, 'metadataURL'), ...omitUndefined(settings) };
}

async function fetchText(url: string, { authorizeFetch, fetch }: MetadataFetcher): Promise<string> {
  await authorizeFetch();
  const bytes = await fetch(url, 'metadataURL');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badInput('metadataURL', '`metadataURL` must lead to text in UTF-8');
  }
}

/**
 * Reads the settings of a provider from metadata. If the metadata has no second certificate, a stored second
 * certificate is removed.
 * @throws BAD_USER_INPUT
 */
function settingsIn(text: string, field: string): ProviderSettings {
  const { ssoURL, entityID, certificate, nextCertificate } = readProviderMetadata(text, field);
  const address = `${field}.SingleSignOnService`;
  if (!URL.canParse(ssoURL) || ssoURL.length > maxAddressLength)
    throw badInput(address, `\`${address}\` must be an absolute address of at most ${maxAddressLength} characters`);
  return { ssoURL: checkedAddress(address, ssoURL), entityID, certificate, nextCertificate: nextCertificate ?? '' };
}

/** Maximum length of a URL in the GraphQL API, in characters. */
const maxAddressLength = 2048;
