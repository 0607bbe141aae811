/** Bounds of a kind of text; lengths are in characters (UTF-16 code units), both ends included. */
export interface TextRule {
  description: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: 'uri' | 'email';
}

/** Every kind of text with bounds. The bounds are the contract's; GraphQL, REST and OpenAPI all read this table. */
export const textRules = {
  OrganizationTitle: { description: 'Name of an organization.', minLength: 2, maxLength: 255 },
  OrganizationHostname: { description: 'Default hostname for public content.', minLength: 3, maxLength: 32 },
  EmailDomain: {
    description: 'Domain of e-mail addresses, such as `example.org`.',
    minLength: 1,
    maxLength: 253,
    pattern: '^[^@\\s]+$',
  },
  SpaceTitle: { description: 'Name of a space.', maxLength: 50 },
  Emoji: { description: 'An emoji, as characters or code; may be empty.', maxLength: 50 },
  Icon: { description: 'Name of an icon.', maxLength: 50 },
  URL: { description: 'An absolute address.', maxLength: 2048, format: 'uri' },
  EmailAddress: { description: 'An e-mail address.', maxLength: 254, format: 'email' },
  CollectionTitle: { description: 'Name of a collection.', maxLength: 50 },
  CollectionDescription: { description: 'What a collection is for; may be empty.', minLength: 0, maxLength: 100 },
  TeamTitle: { description: 'Name of a team.', minLength: 1, maxLength: 64 },
  SamlProviderLabel: {
    description: 'Name of an identity provider, where people sign in.',
    minLength: 1,
    maxLength: 30,
  },
  SamlProviderEntityID: { description: "An identity provider's own name.", maxLength: 1024 },
  SamlProviderCertificate: { description: 'A certificate: PEM, or its base64 alone.', maxLength: 10_000 },
  TokenName: { description: 'What an access token is for.', minLength: 1, maxLength: 100 },
  SiteTitle: { description: 'Name of a site.', minLength: 2, maxLength: 128 },
  ChangeRequestSubject: { description: 'What a change request is about; may be empty.', minLength: 0, maxLength: 100 },
  PageTitle: { description: 'Title of a page.', minLength: 1 },
  PageSlug: { description: "Last segment of a page's path; empty: made from the title.", minLength: 0, maxLength: 100 },
  MediaType: {
    description: 'A media type, such as `image/png`.',
    maxLength: 128,
    pattern: '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(; *[A-Za-z0-9-]+=[A-Za-z0-9._-]+)*$',
  },
  SearchQuery: {
    description: 'Words to search for, and phrases in quotes; may be empty.',
    minLength: 0,
    maxLength: 512,
  },
  FileName: { description: 'Name of a file.', minLength: 1, maxLength: 256 },
} as const satisfies Record<string, TextRule>;

/** Name of a kind of text with bounds. */
export type TextScalarName = keyof typeof textRules;
