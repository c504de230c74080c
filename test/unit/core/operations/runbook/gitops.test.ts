import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import { createKataConfigManifest, documentedInstallOptions } from '#core/operations/changes/installManifests.ts';
import { extensionHealthCheck } from '#core/operations/runbook/argoHealthCheck.ts';
import { renderGitOpsFolder } from '#core/operations/runbook/gitOpsFolder.ts';
import { installExtensionRunbook } from '#core/operations/runbook/installRunbook.ts';
import type { Runbook, RunbookStep } from '#core/operations/runbook/runbook.ts';

const kataConfig = {
  group: 'kataconfiguration.openshift.io',
  version: 'v1',
  plural: 'kataconfigs',
  kind: 'KataConfig',
  name: 'example',
} as const;
const namespace = { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', name: 'ns' } as const;
const secret = {
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  name: 'peer-pods-secret',
  namespace: 'ns',
} as const;
const plans = {
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  plural: 'installplans',
  kind: 'InstallPlan',
  namespace: 'ns',
} as const;

function step(over: Partial<RunbookStep>): RunbookStep {
  return {
    id: 'a-step',
    title: 'Do it',
    state: 'later',
    headline: 'Not started',
    evidence: [],
    changes: [],
    until: [],
    ...over,
  };
}

function runbook(steps: readonly RunbookStep[]): Runbook {
  return { id: 'try', title: 'Try it', steps };
}

const steps: readonly RunbookStep[] = [
  step({
    title: 'Create the namespace',
    changes: [
      { how: 'apply', target: namespace, object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ns' } } },
    ],
  }),
  step({
    title: 'Approve the plan',
    found: [{ object: plans, change: { how: 'merge', patch: { spec: { approved: true } } } }],
  }),
  step({
    title: 'Create the secret',
    changes: [
      {
        how: 'apply',
        target: secret,
        object: {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: secret.name, namespace: 'ns' },
          stringData: { KEY: 'canary' },
        },
      },
    ],
  }),
  step({
    title: 'Create the KataConfig',
    gate: {
      question: 'Install on *prod*?',
      consequences: ['worker-0 reboots', '<b>worker-1</b> reboots'],
      typed: 'prod',
    },
    changes: [
      {
        how: 'apply',
        target: kataConfig,
        object: {
          apiVersion: 'kataconfiguration.openshift.io/v1',
          kind: 'KataConfig',
          metadata: { name: 'example', annotations: { mine: 'kept' } },
        },
      },
    ],
    until: [{ object: kataConfig, jsonpath: '{.status.done}', is: 'yes', minutes: 5 }],
  }),
];

function filesOf(waves: boolean, of = steps): Readonly<Record<string, string>> {
  const made = renderGitOpsFolder(runbook(of), renderManifestYaml, waves);
  assert.ok(made.ok);
  return Object.fromEntries(made.value.map(({ name, text }) => [name, text]));
}

describe('GitOps folder of a runbook', () => {
  test('has a numbered file for each object and a kustomization that lists them in order', () => {
    const files = filesOf(false);
    assert.deepEqual(Object.keys(files), [
      '01-namespace-ns.yaml',
      '02-secret-peer-pods-secret.example.yaml',
      '03-kataconfig-example.yaml',
      'kustomization.yaml',
      'README.md',
    ]);
    assert.deepEqual(parse(files['kustomization.yaml'] ?? ''), {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: ['01-namespace-ns.yaml', '03-kataconfig-example.yaml'],
    });
    assert.deepEqual(parse(files['01-namespace-ns.yaml'] ?? ''), {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'ns' },
    });
    assert.match(
      files['03-kataconfig-example.yaml'] ?? '',
      /^# Create the KataConfig\n# Install on \*prod\*\?\n# - worker-0 reboots\n/,
    );
  });

  test('has a README with the order, confirmations, manual steps, and verification commands', () => {
    const text = filesOf(false)['README.md'] ?? '';
    assert.match(text, /^1\. Create the namespace: `01-namespace-ns\.yaml`$/m);
    assert.match(text, /Change InstallPlan in ns manually or with a script/);
    assert.match(
      text,
      /\*\*Confirm first:\*\* Install on \\\*prod\\\*\?\n {3}- worker-0 reboots\n {3}- \\<b\\>worker-1/,
    );
    assert.match(
      text,
      /Complete when .*: `oc get kataconfigs\.v1\.kataconfiguration\.openshift\.io\/example '--output=jsonpath=\{\.status\.done\}'`/,
    );
  });

  test('contains no Secret values', () => {
    const files = filesOf(true);
    assert.doesNotMatch(JSON.stringify(files), /canary/);
    assert.match(
      files['README.md'] ?? '',
      /oc create secret generic peer-pods-secret --namespace=ns --from-file=KEY=<\(printf %s "\$PEER_PODS_SECRET_KEY"\)/,
    );
  });

  test('adds Argo CD sync waves and options for missing kinds on request', () => {
    const annotationsIn = (name: string): unknown => {
      const object: { readonly metadata?: { readonly annotations?: unknown } } = parse(filesOf(true)[name] ?? '');
      return object.metadata?.annotations;
    };
    assert.deepEqual(annotationsIn('01-namespace-ns.yaml'), { 'argocd.argoproj.io/sync-wave': '0' });
    assert.deepEqual(annotationsIn('03-kataconfig-example.yaml'), {
      mine: 'kept',
      'argocd.argoproj.io/sync-wave': '2',
      'argocd.argoproj.io/sync-options': 'SkipDryRunOnMissingResource=true',
    });
    assert.doesNotMatch(JSON.stringify(filesOf(false)), /argocd\.argoproj/);
  });

  test('contains the health check of a ClusterExtension, which Argo CD lacks', () => {
    const { steps: installing } = installExtensionRunbook({
      extension: { channel: 'stable', watchesOwnNamespace: true },
      kataConfig: createKataConfigManifest(documentedInstallOptions.kataConfig),
    });
    const title = /^## Health of the ClusterExtension$/m;
    const readme = filesOf(true, installing)['README.md'] ?? '';
    assert.match(readme, title);
    const code = readme
      .split('\n')
      .filter((line) => line.startsWith('      '))
      .join('\n');
    assert.deepEqual(parse(code), {
      data: { 'resource.customizations.health.olm.operatorframework.io_ClusterExtension': extensionHealthCheck },
    });
    for (const [waves, those] of [
      [false, installing],
      [true, steps],
    ] as const)
      assert.doesNotMatch(filesOf(waves, those)['README.md'] ?? '', title);
  });

  test('is rejected for steps that delete or patch objects', () => {
    for (const [changes, said] of [
      [[{ how: 'delete', target: kataConfig }], /A manifest can't express this change: Delete KataConfig example/],
      [
        [{ how: 'merge', target: kataConfig, patch: {} }],
        /A manifest can't express this change: Change KataConfig example/,
      ],
      [[], /No step creates an object/],
    ] as const) {
      const made = renderGitOpsFolder(runbook([step({ changes })]), renderManifestYaml, false);
      assert.match(made.ok ? '' : made.error, said);
    }
    const found = renderGitOpsFolder(
      runbook([...steps, step({ found: [{ object: plans, change: { how: 'delete' } }] })]),
      renderManifestYaml,
      false,
    );
    assert.match(found.ok ? '' : found.error, /A manifest can't express this change: Delete each InstallPlan in ns/);
  });

  test('has safe file names for malicious object names', () => {
    const evil = '../../../etc/passwd\n$(id)';
    const target = { ...namespace, name: evil, kind: evil };
    const files = filesOf(false, [
      step({ title: evil, changes: [{ how: 'apply', target, object: { metadata: { name: evil } } }] }),
    ]);
    assert.ok(
      Object.keys(files).every((name) => /^[A-Za-z0-9.-]+$/.test(name) && !name.includes('..')),
      Object.keys(files).join('\n'),
    );
    assert.match(files['01-etc-passwd-id-etc-passwd-id.yaml'] ?? '', /^# \.\.\/\.\.\/\.\.\/etc\/passwd \$\(id\)\n/);
  });
});
