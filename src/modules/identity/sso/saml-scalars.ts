import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { samlMetadata } from './provider-metadata.js';
import { samlCertificate } from './provider-rules.js';

/** Label of a provider on the sign-in page. */
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

/** Certificate that verifies the signatures of a provider. */
export const SamlProviderCertificate = textScalar('SamlProviderCertificate', samlCertificate);

/** Name of an attribute in the assertions of a provider. */
export const SamlAttributeName = textScalar('SamlAttributeName', {
  description: 'Name of an attribute in the assertions of an identity provider.',
  maxLength: 255,
});

/** SAML metadata of a provider, as XML. */
export const SamlMetadata = textScalar('SamlMetadata', samlMetadata);
