/** This server, as an identity provider sees it. */
export interface ServiceProvider {
  /** SAML entity id of this server. It must be an audience of the assertion. */
  entityId: string;
  /** Absolute URL to which SAML responses are posted. */
  acsUrl: string;
}

/** A service that identifies people. An administrator configures it. */
export interface IdentityProvider {
  /** SAML entity id of the provider. It must be the issuer of the provider's responses. */
  entityId: string;
  /** Absolute URL to which browsers are sent to sign in. */
  ssoUrl: string;
  /** Certificate of the provider's signing key, as `checkCertificate` returns it. */
  certificate: string;
  /** A second certificate that is also accepted while the provider changes its key; null if there is none. */
  nextCertificate?: string | null;
  /** Name of the attribute that lists the groups of a person; null if groups are not read. */
  groupsAttribute?: string | null;
}
