/** Tests that objects which may lack required fields get no findings, such as patches without a kustomization. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { check } from '../../../../support/manifests/checkText.ts';

interface PartialObject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly fields: string;
}

const toManifest = ({ kind, apiVersion, fields }: PartialObject) =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: web }\n${fields}\n`;

async function errorsOf(object: PartialObject): Promise<string[]> {
  const found = await check(toManifest(object), { checksKubernetes: true });
  return found.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

const rejected = (what: string) => [`${what}, so the API server rejects the object.`];

const pod = (container: string, more = '') => `{ containers: [{ name: web, ${container} }]${more} }`;
const cronJob = (spec: string, more = '') => `spec: { jobTemplate: { spec: { template: { spec: ${spec} } } }${more} }`;

describe('objects without required fields', () => {
  const patches: readonly PartialObject[] = [
    { kind: 'PersistentVolumeClaim', apiVersion: 'v1', fields: 'spec: { resources: { requests: { storage: 2Gi } } }' },
    { kind: 'PersistentVolumeClaim', apiVersion: 'v1', fields: 'spec: { storageClassName: fast }' },
    { kind: 'HorizontalPodAutoscaler', apiVersion: 'autoscaling/v2', fields: 'spec: { minReplicas: 2 }' },
    { kind: 'RoleBinding', apiVersion: 'rbac.authorization.k8s.io/v1', fields: 'subjects: [{ kind: User, name: a }]' },
    { kind: 'ClusterRoleBinding', apiVersion: 'rbac.authorization.k8s.io/v1', fields: 'subjects: []' },
    {
      kind: 'ValidatingWebhookConfiguration',
      apiVersion: 'admissionregistration.k8s.io/v1',
      fields: 'webhooks: [{ name: a.example.com, clientConfig: { caBundle: Cg== } }]',
    },
    { kind: 'CronJob', apiVersion: 'batch/v1', fields: 'spec: { suspend: true }' },
    { kind: 'CronJob', apiVersion: 'batch/v1', fields: cronJob(pod("image: 'web:2'")) },
    { kind: 'Pod', apiVersion: 'v1', fields: `spec: ${pod('volumeMounts: [{ name: a, mountPath: /a }]')}` },
    {
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      fields: `spec: { template: { metadata: { labels: { a: b } }, spec: ${pod('image: web, volumeMounts: [{ name: a, mountPath: /a }]', ', initContainers: [{ $patch: delete, name: setup }]')} } }`,
    },
  ];
  for (const patch of patches)
    test(`might be a patch: ${patch.kind} with ${patch.fields.slice(0, 60)}`, async () => {
      assert.deepEqual(await errorsOf(patch), []);
    });

  test('get errors if only one field is missing', async () => {
    const claim = { kind: 'PersistentVolumeClaim', apiVersion: 'v1', fields: 'spec: { accessModes: [ReadWriteOnce] }' };
    assert.deepEqual(await errorsOf(claim), rejected('spec has no resources'));
    const job = { kind: 'CronJob', apiVersion: 'batch/v1' };
    assert.deepEqual(
      await errorsOf({ ...job, fields: cronJob(pod('image: web', ', restartPolicy: Never')) }),
      rejected('spec has no schedule'),
    );
    assert.deepEqual(
      await errorsOf({ ...job, fields: cronJob(pod('image: web'), ", schedule: '@daily'") }),
      rejected('spec.jobTemplate.spec.template.spec has no restartPolicy'),
    );
  });
});

describe('images that OpenShift sets', () => {
  const containers = "containers: [{ name: web, image: ' ' }]";

  test('can be blank in a workload, but not in a Pod', async () => {
    const deployment = `spec: { selector: { matchLabels: { a: b } }, template: { metadata: { labels: { a: b } }, spec: { ${containers} } } }`;
    assert.deepEqual(await errorsOf({ kind: 'Deployment', apiVersion: 'apps/v1', fields: deployment }), []);
    const [error, ...others] = await errorsOf({ kind: 'Pod', apiVersion: 'v1', fields: `spec: { ${containers} }` });
    assert.match(error ?? '', /starts or ends with a space/);
    assert.deepEqual(others, []);
  });

  test('can be missing in a DeploymentConfig with an image trigger', async () => {
    const template = 'template: { spec: { containers: [{ name: web, image: web }, { name: proxy }] } }';
    const config = { kind: 'DeploymentConfig', apiVersion: 'apps.openshift.io/v1' };
    const trigger = 'triggers: [{ type: ImageChange, imageChangeParams: { containerNames: [proxy] } }]';
    assert.deepEqual(await errorsOf({ ...config, fields: `spec: { ${template}, ${trigger} }` }), []);
    assert.deepEqual(
      await errorsOf({ ...config, fields: `spec: { ${template} }` }),
      rejected('spec.template.spec.containers[1] has no image'),
    );
  });
});

describe('strategy of a DeploymentConfig', () => {
  const config = (strategy: string): PartialObject => ({
    kind: 'DeploymentConfig',
    apiVersion: 'apps.openshift.io/v1',
    fields: `spec: { strategy: ${strategy}, template: { spec: { containers: [{ name: web, image: web }] } } }`,
  });

  test('has other fields and values than that of a Deployment', async () => {
    assert.deepEqual(await errorsOf(config('{ type: Rolling, rollingParams: { maxSurge: 25% }, resources: {} }')), []);
    const found = await errorsOf(config('{ type: RollingUpdate, rollingUpdate: {} }'));
    assert.equal(found.length, 2, found.join('\n'));
    assert.match(
      found[0] ?? '',
      /can't be "RollingUpdate".* Did you mean Rolling\?|Use one of Recreate, Custom, Rolling/,
    );
    assert.match(found[1] ?? '', /has no field "rollingUpdate"/);
  });
});
