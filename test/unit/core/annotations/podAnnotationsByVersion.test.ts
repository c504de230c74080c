/** Tests the findings about annotations that depend on the Kata version. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withKataVersion } from '#core/annotations/kataVersions.ts';
import { newestRelease } from '#core/product/releases.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { checkFile } from '#server/manifest/checkManifests.ts';
import { check } from '#test/support/manifests/checkText.ts';

interface Options {
  readonly runtimeClass?: string;
  readonly release?: string;
  readonly kataVersion?: string;
  /** `enable_annotations` of a configuration file in the workspace. */
  readonly enabled?: string;
  /** Other files of the workspace. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Returns the findings for a pod with an annotation, as `rule severity: message`. */
async function findingsFor(
  key: string,
  { runtimeClass = 'kata', enabled, files = {}, ...versions }: Options = {},
): Promise<readonly string[]> {
  const found = await check(
    `apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: shop
  annotations:
    io.katacontainers.${key}: "1"
spec:
  runtimeClassName: ${runtimeClass}
  containers:
    - name: web
      image: quay.io/example/web
      resources:
        limits:
          memory: 1Gi
`,
    {
      ...versions,
      files:
        enabled === undefined
          ? files
          : { 'configuration.toml': `[hypervisor.qemu]\nenable_annotations = ${enabled}\n[agent.kata]\n` },
    },
  );
  return found.map(({ rule, severity, message }) => `${rule.replace('osc/', '')} ${severity}: ${message}`);
}

const bothOutcomes =
  /the Go runtime rejects the pod unless enable_annotations matches the name, and runtime-rs ignores/;

describe('annotations that depend on the Kata version', () => {
  test('file_mem_backend is information until Kata 3.31, and a warning from 3.32 on', async () => {
    for (const versions of [{}, { release: '1.10' }, { kataVersion: '3.31.5' }]) {
      const [found = '', ...more] = await findingsFor('config.hypervisor.file_mem_backend', versions);
      assert.match(
        found,
        /^pod-annotation-gone info: Kata before 3\.32\.0 reads file_mem_backend if enable_annotations/,
      );
      assert.deepEqual(more, []);
    }
    for (const kataVersion of ['3.32.0', '4.0.0', '4.1.0']) {
      const [found = '', ...more] = await findingsFor('config.hypervisor.file_mem_backend', { kataVersion });
      assert.match(found, /^pod-annotation-gone warning: Kata \d/);
      assert.match(found, bothOutcomes);
      assert.deepEqual(more, []);
    }
  });

  test('file_mem_backend depends on enable_annotations in the workspace', async () => {
    const key = 'config.hypervisor.file_mem_backend';
    const found = (kataVersion: string, enabled: string) => findingsFor(key, { kataVersion, enabled });
    assert.deepEqual(await found('3.31.0', '["mem_back"]'), []);
    assert.match(
      (await found('3.31.0', '[\n  "kernel", # boot\n]')).join(),
      /^pod-annotation-gone warning: Kata before/,
    );
    assert.match((await found('3.31.0', '@LIST@')).join(), /^pod-annotation-gone info: /);
    assert.match(
      (await found('4.1.0', "['.*']")).join(),
      /^pod-annotation-gone warning: Kata 4\.1\.0 ignores file_mem/,
    );
    assert.match((await found('4.1.0', '[]')).join(), bothOutcomes);
    assert.match((await findingsFor(key, { enabled: '["mem_back"]' })).join(), /^pod-annotation-gone info: /);
  });

  test('hotplug_vfio_on_root_bus is a warning with both outcomes in every version', async () => {
    for (const versions of [{}, { release: '1.10' }, { kataVersion: '4.1.0' }]) {
      const [found = '', ...more] = await findingsFor('config.hypervisor.hotplug_vfio_on_root_bus', versions);
      assert.match(found, /^pod-annotation-gone warning: .*Go runtime rejects .*runtime-rs ignores/);
      assert.deepEqual(more, []);
    }
  });

  test('unknown hypervisor keys are a warning with both outcomes and the nearest name', async () => {
    for (const name of ['foo', 'memory_overhead', 'default_memroy']) {
      for (const versions of [{}, { release: '1.10' }, { kataVersion: '4.1.0' }, { runtimeClass: 'kata-cc' }]) {
        const [found = '', ...more] = await findingsFor(`config.hypervisor.${name}`, versions);
        assert.match(found, /^pod-annotation-unknown warning: /);
        assert.match(found, bothOutcomes);
        if (name === 'default_memroy')
          assert.match(found, /Use io\.katacontainers\.config\.hypervisor\.default_memory\./);
        assert.deepEqual(more, []);
      }
    }
  });

  test('config_path and sandbox_bind_mounts are ignored from Kata 4.0.0 on', async () => {
    for (const key of ['config_path', 'config.runtime.sandbox_bind_mounts']) {
      for (const runtimeClass of ['kata', 'kata-remote']) {
        for (const versions of [{}, { release: '1.10' }, { kataVersion: '3.32.1' }])
          assert.deepEqual(await findingsFor(key, { ...versions, runtimeClass }), []);
        const [found = '', ...more] = await findingsFor(key, { kataVersion: '4.0.0', runtimeClass });
        assert.match(found, /^pod-annotation-gone warning: Kata 4\.0\.0 ignores /);
        assert.deepEqual(more, []);
      }
    }
  });

  test('launch_process_timeout and visible_cdi_devices are keys of configuration.toml', async () => {
    for (const name of ['launch_process_timeout', 'visible_cdi_devices']) {
      for (const versions of [
        {},
        { runtimeClass: 'kata-remote' },
        { kataVersion: '3.17.0' },
        { kataVersion: '4.1.0' },
      ]) {
        const [found = '', ...more] = await findingsFor(`config.agent.${name}`, versions);
        assert.match(found, /^pod-annotation-unknown warning: .* Set this key in configuration\.toml\.$/);
        assert.deepEqual(more, []);
      }
    }
  });

  test('kata-remote rejects annotations that are not enabled in Kata 3, and might ignore them in Kata 4', async () => {
    const runtimeClass = 'kata-remote';
    for (const name of ['kernel_params', 'file_mem_backend', 'hotplug_vfio_on_root_bus', 'foo']) {
      const key = `config.hypervisor.${name}`;
      for (const versions of [{}, { release: '1.11' }, { kataVersion: '3.32.0' }]) {
        const [found = '', ...more] = await findingsFor(key, { ...versions, runtimeClass });
        assert.match(found, /^pod-annotation-not-enabled error: .* so the pod doesn't start/);
        assert.deepEqual(more, []);
      }
      const [found = '', ...more] = await findingsFor(key, { kataVersion: '4.0.0', runtimeClass });
      assert.match(
        found,
        /^pod-annotation-not-enabled warning: .*Go runtime rejects the pod, and runtime-rs starts it/,
      );
      assert.deepEqual(more, []);
    }
    const [found = ''] = await findingsFor('config.hypervisor.default_memroy', { kataVersion: '4.1.0', runtimeClass });
    assert.match(found, /^pod-annotation-unknown warning: .*Go runtime rejects the pod, and runtime-rs ignores/);
  });

  test("aren't reported for runtime classes of other software", async () => {
    for (const key of ['config_path', 'config.hypervisor.file_mem_backend'])
      assert.doesNotMatch((await findingsFor(key, { runtimeClass: 'gvisor', kataVersion: '4.1.0' })).join(), /-gone/);
  });

  test('enable_annotations of a configuration file in a MachineConfig replaces the table', async () => {
    const toml = (list: string): string => `[hypervisor.qemu]\nenable_annotations = ${list}\n[agent.kata]\n`;
    const machineConfig = (path: string, source: string): string => `apiVersion: machineconfiguration.openshift.io/v1
kind: MachineConfig
metadata:
  name: 99-kata
  labels: {machineconfiguration.openshift.io/role: kata-oc}
spec:
  config:
    ignition: {version: 3.2.0}
    storage:
      files:
        - path: ${path}
          contents:
            source: "${source}"
`;
    const key = 'config.hypervisor.file_mem_backend';
    const severityWith = async (files: Readonly<Record<string, string>>): Promise<string | undefined> =>
      (await findingsFor(key, { kataVersion: '3.17.0', files }))[0]?.split(':')[0];
    const gone = 'pod-annotation-gone';
    const main = '/etc/kata-containers/configuration.toml';
    for (const [list, expected] of [
      ['["file_mem_backend"]', undefined],
      ['["enable_iommu"]', `${gone} warning`],
    ] as const) {
      for (const path of [main, '/etc/kata-containers/config.d/20-own'])
        for (const source of [
          `data:text/plain;charset=utf-8;base64,${btoa(toml(list))}`,
          `data:,${encodeURIComponent(toml(list))}`,
        ])
          assert.equal(await severityWith({ 'mc.yaml': machineConfig(path, source) }), expected, `${path} ${source}`);
    }
    assert.equal(await severityWith({ 'mc.yaml': machineConfig(main, 'data:,x') }), `${gone} info`);
    const other = machineConfig('/etc/other/configuration.conf', `data:,${encodeURIComponent(toml('[]'))}`);
    assert.equal(await severityWith({ 'mc.yaml': other }), `${gone} info`);
    // Two files that differ don't determine the list.
    const differing = {
      'mc.yaml': machineConfig(main, `data:,${encodeURIComponent(toml('["file_mem_backend"]'))}`),
      'configuration.toml': toml('["enable_iommu"]'),
    };
    assert.equal(await severityWith(differing), `${gone} info`);
  });

  test('a list that is too long is unknown', async () => {
    const key = 'config.hypervisor.file_mem_backend';
    const listOf = (count: number): string => `["file_mem_backend"${', "virtio_fs.*"'.repeat(count)}]`;
    assert.deepEqual(await findingsFor(key, { kataVersion: '3.17.0', enabled: listOf(1000) }), []);
    const [unknown = ''] = await findingsFor(key, { kataVersion: '3.17.0', enabled: listOf(2000) });
    assert.match(unknown, /^pod-annotation-gone info: /);
  });

  test('a configuration file is read once for all pods', async () => {
    const pod = (name: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  annotations:
    io.katacontainers.config.hypervisor.file_mem_backend: /dev/shm
    io.katacontainers.config.hypervisor.hotplug_vfio_on_root_bus: "true"
spec:
  runtimeClassName: kata
  containers:
    - name: app
      image: registry.example.com/app:1
`;
    const documents = readDocuments(Array.from({ length: 20 }, (_, index) => pod(`pod-${index}`)).join('---\n'));
    let reads = 0;
    const file = {
      name: 'file:///workspace/configuration.toml',
      get text(): string {
        reads += 1;
        return '[hypervisor.qemu]\nenable_annotations = ["enable_iommu"]\n';
      },
    };
    const findings = await checkFile('file:///workspace/pods.yaml', documents, {
      release: withKataVersion(newestRelease, '3.17.0'),
      severities: new Map(),
      workspace: { ...createWorkspaceSnapshot([]), kataConfigs: [file] },
      cluster: undefined,
      yamlCheckedElsewhere: false,
      checksKubernetes: false,
      onError: (message) => assert.fail(message),
      embeddedRules: () => Promise.resolve([]),
    });
    assert.equal(findings?.filter(({ rule }) => rule.id === 'pod-annotation-gone').length, 40);
    assert.equal(reads, 1);
  });
});
