/**
 * Tests the rules for pod annotations beyond their examples: the location of the pod in each kind, cases without
 * findings or fixes, and differences between releases.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { annotations } from '#core/annotations/index.ts';
import { workloads } from '#core/kinds/workloads.ts';
import { releases } from '#core/product/releases.ts';
import {
  after,
  annotation,
  aws,
  found,
  kataConfig,
  fixText,
  pod,
  titles,
  typed,
  workload,
  type Parts,
} from '#test/support/manifests/podManifests.ts';

describe('pod check across kinds', () => {
  const wrong: Parts = {
    annotations: [
      annotation('kernel_params', 'a=b'),
      annotation('default_vcpus', '2'),
      annotation('default_mem', '"2Gi"'),
    ],
    spec: [
      'hostNetwork: true',
      'initContainers:',
      '  - name: prepare',
      '    image: quay.io/example/prepare',
      '    securityContext:',
      '      privileged: true',
    ],
  };
  const rules = [
    'pod-annotation-not-enabled error',
    'pod-annotation-nonstring error',
    'pod-annotation-unknown warning',
    'pod-hostpath-remote warning',
    'pod-hostpath-remote info',
  ];
  for (const { id, podPath } of workloads) {
    test(`reports the same findings in kind ${id}`, async () => {
      assert.deepEqual(await found(workload(id, wrong)), rules);
      assert.deepEqual(await found(workload(id, wrong).replaceAll('\n', '\r\n')), rules);
      assert.deepEqual(await found(workload(id, {})), []);
    });
    if (podPath?.length === 0) continue;
    test(`moves annotations of kind ${id} to its pod template`, async () => {
      const own = ['  annotations:', '    io.katacontainers.config.agent.enable_tracing: "true"'];
      const text = workload(id, { runtime: 'kata' }, own);
      assert.deepEqual(await found(text), ['pod-annotation-level warning']);
      const moved = await fixText(text);
      assert.equal(
        moved,
        workload(id, { runtime: 'kata', annotations: ['io.katacontainers.config.agent.enable_tracing: "true"'] }),
      );
      assert.deepEqual(await found(moved), []);
      assert.equal(await fixText(text.replaceAll('\n', '\r\n')), moved.replaceAll('\n', '\r\n'));
    });
  }
  test('reports the same findings in a List item', async () => {
    const item = pod(wrong).trimEnd().replaceAll('\n', '\n    ');
    assert.deepEqual(await found(`apiVersion: v1\nkind: List\nitems:\n  - ${item}\n`), rules);
  });
});

describe('pod check', () => {
  const later = ['$(VALUE)', '"{{ value }}"'];
  for (const value of later) {
    test(`ignores the template variable ${value}`, async () => {
      const written = annotations
        .filter(({ runtimes, implementation }) => runtimes.includes('kata') && implementation !== 'none')
        .map(({ key }) => `${key}: ${value}`);
      assert.deepEqual(await found(pod({ runtime: 'kata', annotations: written }), { files: {} }), []);
      assert.deepEqual(
        await found(pod({ runtime: value, annotations: [annotation('kernel', 'x')] }), { files: {} }),
        [],
      );
      assert.deepEqual(await found(pod({ namespace: value })), []);
      assert.deepEqual(await found(pod({ container: ['resources:', '  limits:', `    cpu: ${value}`] })), []);
      assert.deepEqual(
        await found(pod({ container: [`resources: ${value}`], annotations: [annotation('default_vcpus', '"2"')] })),
        [],
      );
      assert.deepEqual(await found(typed(value), { files: { 'cm.yaml': aws('"t3.large"') } }), []);
      assert.deepEqual(await found(pod({ spec: [`hostNetwork: ${value}`, `volumes: ${value}`] })), []);
    });
  }
  test("ignores values that aren't written yet", async () => {
    assert.deepEqual(
      await found('kind: Pod\napiVersion: v1\nmetadata:\n  annotations:\nspec:\n  runtimeClassName:\n'),
      [],
    );
    assert.deepEqual(
      await found(pod({ annotations: [annotation('default_vcpus', ''), annotation('default_memory', '')] })),
      [],
    );
    assert.deepEqual(await found(typed(''), { files: { 'cm.yaml': aws('"t3.large"') } }), []);
    assert.deepEqual(await found(pod({ spec: ['volumes:', '  - name: a', '    hostPath:'] })), []);
  });
  test('leaves documentation placeholders to another rule', async () => {
    const text = pod({
      annotations: [
        annotation('default_vcpus', '<vcpus>'),
        annotation('default_memory', '<memory>'),
        annotation('machine_type', '<type>'),
      ],
    });
    const rules = await found(text, { files: { 'cm.yaml': aws('"t3.large"') } });
    assert.deepEqual([...new Set(rules)], ['placeholder-left-in warning']);
  });
  test('ignores unrelated annotations and runtime classes', async () => {
    const others = [
      'example.com/memory: "2"',
      'io.kubernetes.cri-o.Devices: /dev/kvm',
      'kata.example.com/x: "1"',
      'io.kata: "2"',
    ];
    assert.deepEqual(await found(pod({ annotations: others })), []);
    for (const runtime of ['gvisor', 'runsc', 'nvidia', 'data', 'beta', 'remote', 'crun', 'wasmtime'])
      assert.deepEqual(await found(pod({ runtime, spec: ['hostNetwork: true'] })), []);
  });
  test('ignores generated annotations', async () => {
    const text = workload('Deployment', { runtime: '' }, [
      '  annotations:',
      '    io.katacontainers.pkg.oci.bundle_path: /x',
    ]);
    assert.deepEqual(await found(`# runtimeClassName\n${text}`), []);
    assert.deepEqual(await found(pod({ runtime: '', annotations: ['io.katacontainers.fs-opt.layer=abc: x'] })), []);
  });
});

describe('pod-annotation-level', () => {
  const own = (...lines: string[]): string[] => ['  annotations:', ...lines.map((line) => `    ${line}`)];
  test('moves an instance type annotation only on request', async () => {
    const text = workload('Deployment', {}, own(annotation('machine_type', 't3.large')));
    assert.deepEqual(await titles(text), ['Move annotation to the pod template']);
    assert.deepEqual(await found((await after(text, /^Move/)) ?? ''), []);
  });
  test('adds to existing annotations of the template', async () => {
    const text = workload(
      'Job',
      { runtime: 'kata', annotations: ['example.com/a: b'] },
      own('io.katacontainers.config.agent.enable_tracing: "true"', 'x: y'),
    );
    assert.match(
      await fixText(text),
      /^ {4}x: "y"\n.*\n {6}annotations:\n {8}example\.com\/a: b\n {8}io\.katacontainers\.config\.agent\.enable_tracing: "true"\n/ms,
    );
  });
  test('removes a duplicate, automatically only when the values match', async () => {
    const line = annotation('machine_type', 't3.large');
    const text = workload('Deployment', { annotations: [line] }, own(line));
    assert.deepEqual(await titles(text), ['Remove machine_type (sure)']);
    assert.equal(await fixText(text), workload('Deployment', { annotations: [line] }));
    const other = workload('Deployment', { annotations: [line] }, own(annotation('machine_type', 't3.small')));
    assert.deepEqual(await titles(other), ['Remove machine_type']);
  });
  test("offers no fix when whole lines can't be moved", async () => {
    for (const lines of [
      ['  annotations: {io.katacontainers.config.agent.enable_tracing: "true"}'],
      own('io.katacontainers.config.agent.kernel_modules: |', '  a', '  b'),
      own('io.katacontainers.config.agent.kernel_modules: &m x'),
      ['  annotations: &a', '    io.katacontainers.config.agent.kernel_modules: x'],
    ])
      assert.deepEqual(await titles(workload('Deployment', { runtime: 'kata' }, lines)), []);
  });
  test('accepts a shared anchor', async () => {
    const shared = `  annotations: &shared\n    ${annotation('machine_type', 't3.large')}\nspec:\n  template:\n    metadata:\n      annotations: *shared\n`;
    assert.deepEqual(await found(`apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n${shared}`), []);
  });
  test('offers no fix for a Deployment without a template', async () => {
    const text = `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n  annotations:\n    ${annotation('machine_type', 't3.large')}\n`;
    assert.deepEqual(await found(text), ['pod-annotation-level warning']);
    assert.deepEqual(await titles(text), []);
  });
});

describe('pod-annotation-unknown', () => {
  const cases: readonly [written: string, fix: string, runtime?: string][] = [
    ['io.katacontainers.config.hypervisor.instance_type: t3.large', 'Rename to machine_type (sure)'],
    ['io.katacontainers.config.hypervisor.Machine_Type: t3.large', 'Rename to machine_type (sure)'],
    ['io.katacontainer.config.hypervisor.machine_type: t3.large', 'Rename to machine_type (sure)'],
    ['io.kata-containers.hypervisor.machine_type: t3.large', 'Rename to machine_type (sure)'],
    ['io.katacontainers.config.agent.machine_type: t3.large', 'Rename to machine_type (sure)'],
    ['io.katacontainers.config.agent_policy: cGFja2FnZSBhZ2VudF9wb2xpY3kK', 'Rename to policy (sure)'],
    ['io.katacontainers.config.hypervisor.kernel_parms: a', 'Rename to kernel_params (sure)', 'kata'],
    ['io.katacontainers.config.hypervisor.kernel_parms: a', 'Rename to kernel_params'],
    ['io.katacontainers.config.hypervisor.use_vsock: "true"', 'Remove use_vsock', 'kata'],
    ['io.katacontainers.config.runtime.sandbox_speed: "9"', 'Remove sandbox_speed'],
    ['com.github.containers.virtcontainers.pkg.oci.x: "9"', 'Remove com.github.containers.virtcontainers.pkg.oci.x'],
    ['"kata.peerpods.io/instance_type": t3.large', 'Rename to machine_type (sure)'],
  ];
  for (const [written, fix, runtime = 'kata-remote'] of cases) {
    test(`reports ${written} on ${runtime}`, async () => {
      const text = pod({ runtime, annotations: [written] });
      assert.deepEqual(await found(text), ['pod-annotation-unknown warning']);
      assert.deepEqual(await titles(text), [fix]);
      if (fix.endsWith('(sure)')) assert.deepEqual(await found(await fixText(text)), []);
    });
  }
  test('reports unclaimed io.katacontainers keys as information', async () => {
    assert.deepEqual(await found(pod({ annotations: ['io.katacontainers.example-note: x'] })), [
      'pod-annotation-unknown info',
    ]);
  });
  test('offers to remove a key when the correct key exists', async () => {
    const text = pod({ annotations: [annotation('machine_type', 'a'), annotation('instance_type', 'b')] });
    assert.deepEqual(await titles(text), ['Remove instance_type']);
    assert.equal(await after(text, /^Remove/), pod({ annotations: [annotation('machine_type', 'a')] }));
  });
  test('offers no automatic rename when the value is invalid', async () => {
    const text = pod({ annotations: [annotation('default_vcpus', '"2"'), annotation('default_mem', '"2Gi"')] });
    assert.deepEqual(await titles(text), ['Rename to default_memory']);
  });
  test('accepts every known key', async () => {
    for (const { key } of annotations) {
      const rules = await found(pod({ runtime: 'kata', annotations: [`${JSON.stringify(key)}: "1"`] }));
      assert.ok(
        !rules.some((rule) => rule.startsWith('pod-annotation-unknown')) ||
          /\.(?:use_vsock|memory_overhead)$/.test(key),
        key,
      );
    }
  });
  test('reports merged and anchored keys without a fix', async () => {
    const text = `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels: &x\n    ${annotation('instance_type', 't3.large')}\n  annotations:\n    <<: *x\nspec:\n  runtimeClassName: kata-remote\n`;
    assert.deepEqual(await found(text), ['pod-annotation-place warning', 'pod-annotation-unknown warning']);
    assert.deepEqual(await titles(text), []);
  });
});

describe('message length', () => {
  const long = 'x'.repeat(300);
  test('stays within the limit for long keys and values', async () => {
    const written = [
      `io.katacontainers.config.hypervisor.${long}: a`,
      `io.katacontainers.config.runtime.${long}: a`,
      `io.kata-containers.hypervisor.${long}: a`,
      `com.github.containers.virtcontainers.${long}: 1`,
      `io.katacontainers.config.hypervisor.block_device_aio: ${long}`,
      annotation('default_memory', `"${long}"`),
    ];
    for (const runtime of ['kata', 'kata-remote', '']) {
      const rules = await found(pod({ runtime, annotations: written, namespace: 'kube-system' }), {
        files: { 'cm.yaml': aws('"t3.large"') },
      });
      assert.ok(rules.length >= 6, rules.join());
    }
    const own = ['  annotations:', ...written.map((line) => `    ${line}`)];
    assert.ok((await found(workload('CronJob', {}, own))).length >= 6);
  });
  test('stays within the limit for long type, file, and pod names', async () => {
    const files = { [`${long}.yaml`]: aws(`"${long},t3.large"`), [`k${long}.yaml`]: kataConfig() };
    assert.deepEqual(await found(typed(`y${long}`), { files }), [
      'pod-machine-type-not-allowed error',
      'runtimeclass-remote-without-peerpods warning',
    ]);
    const pods = {
      'a.yaml': typed(long).replace('name: web', `name: ${long}`),
      'b.yaml': workload('DeploymentConfig', { annotations: [annotation('machine_type', `z${long}`)] }),
    };
    assert.ok((await found(aws('"t3.large"'), { files: pods })).includes('pod-machine-type-not-allowed info'));
    assert.ok((await found(kataConfig(), { files: pods })).includes('runtimeclass-remote-without-peerpods info'));
    assert.deepEqual(await found(pod({ spec: ['volumes:', '  - name: a', '    hostPath:', `      path: /${long}`] })), [
      'pod-hostpath-remote warning',
    ]);
  });
});

describe('pod-annotation-not-enabled', () => {
  const refusedIn = async (name: string): Promise<string[]> => {
    const out: string[] = [];
    for (const { id } of releases)
      if (
        (await found(pod({ annotations: [annotation(name, 'x')] }), { release: id })).includes(
          'pod-annotation-not-enabled error',
        )
      )
        out.push(id);
    return out;
  };
  test('accepts image in OSC 1.10 and later', async () =>
    assert.deepEqual(await refusedIn('image'), ['1.5', '1.6', '1.7', '1.8']));
  // For a preview, the annotations that kata-remote accepts aren't known.
  test('reports kernel in every available release', async () =>
    assert.deepEqual(
      await refusedIn('kernel'),
      releases.filter(({ isPreview }) => isPreview !== true).map(({ id }) => id),
    ));
  test('accepts machine_type in every release', async () => assert.deepEqual(await refusedIn('machine_type'), []));
  test('ignores the kata runtime class', async () =>
    assert.deepEqual(await found(pod({ runtime: 'kata', annotations: [annotation('kernel', '/x')] })), []));
  test('reports an unknown annotation that resembles no known one', async () => {
    assert.deepEqual(await found(pod({ annotations: [annotation('zzz_unheard_of', 'x')] })), [
      'pod-annotation-not-enabled error',
    ]);
  });
});

describe('pod-initdata-key-renamed', () => {
  const [old, current] = [
    'io.katacontainers.config.runtime.cc_init_data: x',
    'io.katacontainers.config.hypervisor.cc_init_data: x',
  ];
  const renamed = ['pod-initdata-key-renamed warning'];
  const by = async (release: string, runtime: string, ...written: string[]) =>
    (await found(pod({ runtime, annotations: written }), { release })).filter((rule) => !rule.includes('encoding'));
  test('warns about the key of another release', async () => {
    for (const { id } of releases) {
      const isNew = Number(id.split('.')[1]) >= 11;
      assert.deepEqual(await by(id, 'kata-remote', old), isNew ? renamed : []);
      assert.deepEqual(await by(id, 'kata-remote', current), isNew ? [] : renamed);
    }
  });
  test('accepts both keys in OSC 1.12 and offers to remove one in OSC 1.10', async () => {
    assert.deepEqual(await by('1.12', 'kata-remote', old, current), []);
    assert.deepEqual(await by('1.10', 'kata-remote', old, current), renamed);
    assert.deepEqual(await titles(pod({ annotations: [old, current] }), { release: '1.10' }), [
      'Remove io.katacontainers.config.hypervisor.cc_init_data',
    ]);
  });
  test('ignores the kata runtime class', async () => assert.deepEqual(await by('1.12', 'kata', old), []));
});
