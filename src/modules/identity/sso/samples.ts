import { names, type Samples } from '../../shared/samples.js';

/** Sample requests for the operations on single sign-on. */
export const ssoSamples: Samples = {
  listSAMLProvidersInOrganizationById: { may: 'admin' },
  createOrganizationSAMLProvider: {
    may: 'admin',
    body: {
      label: 'Acme login',
      entityID: 'https://login.acme.example/saml',
      ssoURL: 'https://login.acme.example/saml/sso',
      defaultRole: 'read',
      defaultTeam: names.team,
    },
  },
  getOrganizationSAMLProviderById: { may: 'admin' },
  updateOrganizationSAMLProvider: { may: 'admin', body: { label: 'Acme login', defaultRole: 'read' } },
  deleteOrganizationSAMLProvider: { may: 'admin' },
  listSSOProviderLoginsInOrganization: { may: 'member' },
};
