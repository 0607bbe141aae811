import { join } from 'node:path';

/**
 * Generators of TypeScript.
 * - `args`: arguments that make the generator write the code of a description into a folder
 * - `claims`: imports the generated type of `SiteAdaptiveJSONSchema` as `Claims`
 * - `runtime`: packages that the generated code imports
 */
export const generators = [
  {
    name: 'openapi-typescript',
    package: 'openapi-typescript',
    program: 'openapi-typescript',
    args: (description, folder) => [description, '--output', join(folder, 'api.ts')],
    claims: "import type { components } from './api';\ntype Claims = components['schemas']['SiteAdaptiveJSONSchema'];",
  },
  {
    name: '@hey-api/openapi-ts',
    package: '@hey-api/openapi-ts',
    program: 'openapi-ts',
    args: (description, folder) => ['--input', description, '--output', folder, '--no-log-file'],
    claims: "import type { SiteAdaptiveJsonSchema as Claims } from './types.gen';",
  },
  {
    name: 'swagger-typescript-api',
    package: 'swagger-typescript-api',
    program: 'swagger-typescript-api',
    args: (description, folder) => ['generate', '--path', description, '--output', folder, '--name', 'api.ts'],
    claims: "import type { SiteAdaptiveJSONSchema as Claims } from './api';",
  },
  {
    name: 'orval',
    package: 'orval',
    program: 'orval',
    args: (description, folder) => ['--input', description, '--output', join(folder, 'api.ts'), '--client', 'fetch'],
    claims: "import type { SiteAdaptiveJSONSchema as Claims } from './api';",
  },
  {
    name: 'oazapfts',
    package: 'oazapfts',
    runtime: ['@oazapfts/runtime'],
    program: 'oazapfts',
    args: (description, folder) => [description, join(folder, 'api.ts')],
    claims: "import type { SiteAdaptiveJsonSchema as Claims } from './api';",
  },
];
