import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { packagePath } from '../../src/platform/base/package-path.js';
import { deployFile, version } from './files.js';

/** Object of a manifest. */
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  spec?: any;
}

const files = readdirSync(packagePath('deploy/kubernetes')).filter((name) => name !== 'kustomization.yaml');
const manifests = files.flatMap((file) =>
  parseAllDocuments(deployFile(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
);
const podsOf = manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind));

/** Throws if a manifest is not valid for the schema of its kind. */
async function checkSchema({ apiVersion, kind, ...rest }: Manifest): Promise<void> {
  const models = await import(/* @vite-ignore */ `kubernetes-models/${apiVersion}/${kind}`);
  new models[kind]({ ...rest }).validate();
}

describe('the manifests for Kubernetes', () => {
  it.each(manifests)('$kind $metadata.name is valid for its schema', async (manifest) => {
    await expect(checkSchema(manifest)).resolves.toBeUndefined();
  });

  it('are refused if a required field is missing or a field has another type', async () => {
    const deployment = manifests.find(({ kind }) => kind === 'Deployment')!;
    const { selector: _, ...spec } = deployment.spec;
    await expect(checkSchema({ ...deployment, spec })).rejects.toThrow('selector');
    await expect(checkSchema({ ...deployment, spec: { ...deployment.spec, replicas: 'two' } })).rejects.toThrow();
  });

  it('are all listed by kustomization.yaml, except those that are applied by hand', () => {
    const { resources, images, namespace } = parse(deployFile('kubernetes/kustomization.yaml'));
    expect([...resources, 'migrate.yaml', 'secret.example.yaml'].sort()).toEqual(files.sort());
    expect(images).toEqual([{ name: image, newName: image, newTag: version }]);
    for (const { kind, metadata } of manifests)
      expect([kind, kind === 'Namespace' ? metadata.name : metadata.namespace]).toEqual([kind, namespace]);
  });

  it('run the image of this version without privileges, on a read-only file system', () => {
    for (const { spec } of podsOf) {
      const pod = spec.template.spec;
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod.containers)
        expect(container).toMatchObject({
          image: `${image}:${version}`,
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        });
    }
    expect(podsOf).toHaveLength(2);
  });

  it('serve metrics without a token on a port that no service and no ingress leads to', () => {
    const { spec } = manifests.find(({ kind }) => kind === 'Deployment')!;
    const { ports, env } = spec.template.spec.containers[0];
    expect([ports[1], env[0]]).toEqual([
      { name: 'metrics', containerPort: 9464 },
      { name: 'METRICS_PORT', value: '9464' },
    ]);
    const exposing = manifests.filter(({ kind }) => ['Service', 'Ingress'].includes(kind));
    expect(exposing).toHaveLength(2);
    expect(JSON.stringify(exposing)).not.toMatch(/metrics|9464/);
  });

  it('select the pods of the deployment, and name their ports', () => {
    const { spec } = manifests.find(({ kind }) => kind === 'Deployment')!;
    const { labels } = spec.template.metadata;
    const names = spec.template.spec.containers[0].ports.map(({ name }: { name: string }) => name);
    for (const { kind, spec: other } of manifests) {
      if (kind === 'Service') expect([other.selector, names]).toEqual([labels, expect.arrayContaining(['http'])]);
      if (kind === 'PodDisruptionBudget') expect(other.selector.matchLabels).toEqual(labels);
    }
    expect(spec.selector.matchLabels).toEqual(labels);
  });
});

const image = 'registry.example.org/docgraph';
