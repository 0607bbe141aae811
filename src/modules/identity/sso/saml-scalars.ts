import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { samlMetadata } from './provider-metadata.js';
import { samlCertificate } from './provider-rules.js';

/** Display name of a provider. */
export const SamlProviderLabel = textScalar('SamlProviderLabel', {
  description: 'Name of an identity provider, shown on the sign-in page.',
  minLength: 1,
  maxLength: 30,
});

/** SAML entity id of a provider. */
export const SamlProviderEntityID = textScalar('SamlProviderEntityID', {
  description: 'Entity id of an identity provider.',
  maxLength: 1024,
});

/** Certificate with which a provider signs. */
export const SamlProviderCertificate = textScalar('SamlProviderCertificate', samlCertificate);

/** Name of an attribute in assertions. */
export const SamlAttributeName = textScalar('SamlAttributeName', {
  description: 'Name of an attribute in the assertions of an identity provider.',
  maxLength: 255,
});

/** Metadata of a provider. */
export const SamlMetadata = textScalar('SamlMetadata', samlMetadata);
