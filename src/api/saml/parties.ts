/** This instance, as an identity provider sees it. */
export interface ServiceProvider {
  /** Its name among SAML entities; an assertion must be made for this audience. */
  entityId: string;
  /** Absolute address that answers are posted to. */
  acsUrl: string;
}

/** Who vouches for people, as an administrator has set it up. */
export interface IdentityProvider {
  /** Its name among SAML entities; its answers must be issued by it. */
  entityId: string;
  /** Absolute address that people are sent to. */
  ssoUrl: string;
  /** The certificate of its signing key, as `checkCertificate` gives it. */
  certificate: string;
}
