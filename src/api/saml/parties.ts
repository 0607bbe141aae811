/** This instance, as an identity provider sees it. */
export interface ServiceProvider {
  /** Its SAML entity id; an assertion must have this audience. */
  entityId: string;
  /** Absolute address that SAML responses are posted to. */
  acsUrl: string;
}

/** A service that identifies people, as an administrator has configured it. */
export interface IdentityProvider {
  /** Its SAML entity id, which must be the issuer of its responses. */
  entityId: string;
  /** Absolute address that people are sent to. */
  ssoUrl: string;
  /** The certificate of its signing key, as `checkCertificate` returns it. */
  certificate: string;
  /** A second certificate whose key may sign as well, during a change of the key; null if there is none. */
  nextCertificate?: string | null;
  /** Name of the attribute that lists the groups of a person; null if groups are not read. */
  groupsAttribute?: string | null;
}
