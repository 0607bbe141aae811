/** A schema with a claim of every type. The claims are in no sorted order. */
export const allClaims = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    plan: { type: 'string', enum: ['pro', 'free'], description: 'Plan' },
    isBeta: { type: 'boolean', description: 'In the beta' },
    name: { type: 'string', description: 'Name' },
    seats: { type: 'number', description: 'Seats' },
    roles: {
      type: 'array',
      description: 'Roles',
      items: { type: 'string', enum: ['admin', 'writer'], description: 'A role' },
    },
    flags: { type: 'array', description: 'Flags', items: { type: 'boolean', description: 'A flag' } },
    company: {
      type: 'object',
      description: 'Company',
      properties: { 'is-new': { type: 'boolean', description: 'New customer' } },
      additionalProperties: false,
    },
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: { os: { type: 'string', enum: ['linux'], description: 'System' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};
