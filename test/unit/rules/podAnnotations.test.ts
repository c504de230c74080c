/** Rules of annotations of pods beyond their examples: where a pod stands in each kind, what must not be reported or mended, and how releases differ. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { annotations } from '../../../core/annotations/index.ts';
import { workloads } from '../../../core/kinds/workloads.ts';
import { releases } from '../../../core/releases.ts';
import { after, annotation, aws, found, kataConfig, mended, pod, titles, typed, workload, type Parts } from '../../support/pods.ts';

describe('in every kind', () => {
  const wrong: Parts = {
    annotations: [annotation('kernel_params', 'a=b'), annotation('default_vcpus', '2'), annotation('default_mem', '"2Gi"')],
    spec: ['hostNetwork: true', 'initContainers:', '  - name: prepare', '    securityContext:', '      privileged: true'],
  };
  const rules = [
    'pod-annotation-not-enabled error',
    'pod-annotation-nonstring error',
    'pod-annotation-unknown warning',
    'pod-hostpath-remote warning',
    'pod-hostpath-remote info',
  ];
  for (const { id, podPath } of workloads) {
    test(id, async () => {
      assert.deepEqual(await found(workload(id, wrong)), rules);
      assert.deepEqual(await found(workload(id, wrong).replaceAll('\n', '\r\n')), rules);
      assert.deepEqual(await found(workload(id, {})), []);
    });
    if (podPath?.length === 0) continue;
    test(`${id}: annotations of its own`, async () => {
      const own = ['  annotations:', '    io.katacontainers.config.agent.enable_tracing: "true"'];
      const text = workload(id, { runtime: 'kata' }, own);
      assert.deepEqual(await found(text), ['pod-annotation-level warning']);
      const moved = await mended(text);
      assert.equal(moved, workload(id, { runtime: 'kata', annotations: ['io.katacontainers.config.agent.enable_tracing: "true"'] }));
      assert.deepEqual(await found(moved), []);
      assert.equal(await mended(text.replaceAll('\n', '\r\n')), moved.replaceAll('\n', '\r\n'));
    });
  }
  test('an item of a List', async () => {
    const item = pod(wrong).trimEnd().replaceAll('\n', '\n    ');
    assert.deepEqual(await found(`apiVersion: v1\nkind: List\nitems:\n  - ${item}\n`), rules);
  });
});

describe('what is not judged', () => {
  const later = ['${VALUE}', '$(VALUE)', '$VALUE', '"{{ value }}"'];
  for (const value of later) {
    test(`a value that is filled in later: ${value}`, async () => {
      const written = annotations.filter(({ runtimes }) => runtimes.includes('kata')).map(({ key }) => `${key}: ${value}`);
      assert.deepEqual(await found(pod({ runtime: 'kata', annotations: written }), { files: {} }), []);
      assert.deepEqual(await found(pod({ runtime: value, annotations: [annotation('kernel', 'x')] }), { files: {} }), []);
      assert.deepEqual(await found(pod({ namespace: value })), []);
      assert.deepEqual(await found(pod({ container: ['resources:', '  limits:', `    cpu: ${value}`] })), []);
      assert.deepEqual(await found(pod({ container: [`resources: ${value}`], annotations: [annotation('default_vcpus', '"2"')] })), []);
      assert.deepEqual(await found(typed(value), { files: { 'cm.yaml': aws('"t3.large"') } }), []);
      assert.deepEqual(await found(pod({ spec: [`hostNetwork: ${value}`, `volumes: ${value}`] })), []);
    });
  }
  test('nothing written yet', async () => {
    assert.deepEqual(await found('kind: Pod\napiVersion: v1\nmetadata:\n  annotations:\nspec:\n  runtimeClassName:\n'), []);
    assert.deepEqual(await found(pod({ annotations: [annotation('default_vcpus', ''), annotation('default_memory', '')] })), []);
    assert.deepEqual(await found(typed(''), { files: { 'cm.yaml': aws('"t3.large"') } }), []);
    assert.deepEqual(await found(pod({ spec: ['volumes:', '  - name: a', '    hostPath:'] })), []);
  });
  test('placeholders of the documents, of which another rule speaks', async () => {
    const text = pod({ annotations: [annotation('default_vcpus', '<vcpus>'), annotation('default_memory', '<memory>'), annotation('machine_type', '<type>')] });
    const rules = await found(text, { files: { 'cm.yaml': aws('"t3.large"') } });
    assert.deepEqual([...new Set(rules)], ['placeholder-left-in warning']);
  });
  test("other people's annotations and runtime classes", async () => {
    const others = ['example.com/memory: 2', 'io.kubernetes.cri-o.Devices: /dev/kvm', 'kata.example.com/x: "1"', 'io.kata: "2"'];
    assert.deepEqual(await found(pod({ annotations: others })), []);
    for (const runtime of ['gvisor', 'runsc', 'nvidia', 'data', 'beta', 'remote', 'crun', 'wasmtime'])
      assert.deepEqual(await found(pod({ runtime, spec: ['hostNetwork: true'] })), []);
  });
  test('annotations that programs write', async () => {
    const text = workload('Deployment', { runtime: '' }, ['  annotations:', '    io.katacontainers.pkg.oci.bundle_path: /x']);
    assert.deepEqual(await found(`# runtimeClassName\n${text}`), []);
    assert.deepEqual(await found(pod({ runtime: '', annotations: ['io.katacontainers.fs-opt.layer=abc: x'] })), []);
  });
});

describe('annotations at the wrong level', () => {
  const own = (...lines: string[]): string[] => ['  annotations:', ...lines.map((line) => `    ${line}`)];
  test('what chooses an instance type is moved only when asked for', async () => {
    const text = workload('Deployment', {}, own(annotation('machine_type', 't3.large')));
    assert.deepEqual(await titles(text), ['Move it to the template of the pods']);
    assert.deepEqual(await found((await after(text, /^Move/)) ?? ''), []);
  });
  test('beside annotations that the template has', async () => {
    const text = workload('Job', { runtime: 'kata', annotations: ['example.com/a: b'] }, own('io.katacontainers.config.agent.enable_tracing: "true"', 'x: y'));
    assert.match(
      await mended(text),
      /^ {4}x: y\n.*\n {6}annotations:\n {8}example\.com\/a: b\n {8}io\.katacontainers\.config\.agent\.enable_tracing: "true"\n/ms,
    );
  });
  test('the same in both places is removed', async () => {
    const line = annotation('machine_type', 't3.large');
    const text = workload('Deployment', { annotations: [line] }, own(line));
    assert.deepEqual(await titles(text), ['Remove it: the pods have it already (sure)']);
    assert.equal(await mended(text), workload('Deployment', { annotations: [line] }));
    const other = workload('Deployment', { annotations: [line] }, own(annotation('machine_type', 't3.small')));
    assert.deepEqual(await titles(other), ['Remove it: the pods have it already']);
  });
  test('what cannot be moved in whole lines is not', async () => {
    for (const lines of [
      ['  annotations: {io.katacontainers.config.agent.enable_tracing: "true"}'],
      own('io.katacontainers.config.agent.kernel_modules: |', '  a', '  b'),
      own('io.katacontainers.config.agent.kernel_modules: &m x'),
      ['  annotations: &a', '    io.katacontainers.config.agent.kernel_modules: x'],
    ])
      assert.deepEqual(await titles(workload('Deployment', { runtime: 'kata' }, lines)), []);
  });
  test('one anchor for both', async () => {
    const shared = `  annotations: &shared\n    ${annotation('machine_type', 't3.large')}\nspec:\n  template:\n    metadata:\n      annotations: *shared\n`;
    assert.deepEqual(await found(`apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n${shared}`), []);
  });
  test('a Deployment without a template, as in a patch', async () => {
    const text = `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n  annotations:\n    ${annotation('machine_type', 't3.large')}\n`;
    assert.deepEqual(await found(text), ['pod-annotation-level warning']);
    assert.deepEqual(await titles(text), []);
  });
});

describe('keys of annotations', () => {
  const cases: readonly [written: string, fix: string, runtime?: string][] = [
    ['io.katacontainers.config.hypervisor.instance_type: t3.large', 'Rename to machine_type (sure)'],
    ['io.katacontainers.config.hypervisor.Machine_Type: t3.large', 'Rename to machine_type (sure)'],
    ['io.katacontainer.config.hypervisor.machine_type: t3.large', 'Rename to machine_type (sure)'],
    ['io.kata-containers.hypervisor.machine_type: t3.large', 'Rename to machine_type (sure)'],
    ['io.katacontainers.config.agent.machine_type: t3.large', 'Rename to machine_type (sure)'],
    ['io.katacontainers.config.agent_policy: cGFja2FnZSBhZ2VudF9wb2xpY3kK', 'Rename to policy (sure)'],
    ['io.katacontainers.config.hypervisor.kernel_parms: a', 'Rename to kernel_params (sure)', 'kata'],
    ['io.katacontainers.config.hypervisor.kernel_parms: a', 'Rename to kernel_params'],
    ['io.katacontainers.config.hypervisor.use_vsock: "true"', 'Remove it', 'kata'],
    ['io.katacontainers.config.runtime.sandbox_speed: "9"', 'Remove it'],
    ['com.github.containers.virtcontainers.pkg.oci.x: "9"', 'Remove it'],
    ['"kata.peerpods.io/instance_type": t3.large', 'Rename to machine_type (sure)'],
  ];
  for (const [written, fix, runtime = 'kata-remote'] of cases) {
    test(`${written} on ${runtime}`, async () => {
      const text = pod({ runtime, annotations: [written] });
      assert.deepEqual(await found(text), ['pod-annotation-unknown warning']);
      assert.deepEqual(await titles(text), [fix]);
      if (fix.endsWith('(sure)')) assert.deepEqual(await found(await mended(text)), []);
    });
  }
  test('keys below io.katacontainers that kata does not claim are information', async () => {
    assert.deepEqual(await found(pod({ annotations: ['io.katacontainers.example-note: x'] })), ['pod-annotation-unknown info']);
  });
  test('the right key is there already', async () => {
    const text = pod({ annotations: [annotation('machine_type', 'a'), annotation('instance_type', 'b')] });
    assert.deepEqual(await titles(text), ['Remove it']);
    assert.equal(await after(text, /^Remove/), pod({ annotations: [annotation('machine_type', 'a')] }));
  });
  test('a wrong value is not brought to light by a sure fix', async () => {
    const text = pod({ annotations: [annotation('default_vcpus', '"2"'), annotation('default_mem', '"2Gi"')] });
    assert.deepEqual(await titles(text), ['Rename to default_memory']);
  });
  test('every known key is known', async () => {
    for (const { key } of annotations) {
      const rules = await found(pod({ runtime: 'kata', annotations: [`${JSON.stringify(key)}: "1"`] }));
      assert.ok(!rules.some((rule) => rule.startsWith('pod-annotation-unknown')) || key.endsWith('.use_vsock'), key);
    }
  });
  test('merged and anchored ones are judged and left alone', async () => {
    const text = `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels: &x\n    ${annotation('instance_type', 't3.large')}\n  annotations:\n    <<: *x\nspec:\n  runtimeClassName: kata-remote\n`;
    assert.deepEqual(await found(text), ['pod-annotation-unknown warning']);
    assert.deepEqual(await titles(text), []);
  });
});

describe('text of any length', () => {
  const long = 'x'.repeat(300);
  test('in keys and values', async () => {
    const written = [
      `io.katacontainers.config.hypervisor.${long}: a`,
      `io.katacontainers.config.runtime.${long}: a`,
      `io.kata-containers.hypervisor.${long}: a`,
      `com.github.containers.virtcontainers.${long}: 1`,
      `io.katacontainers.config.hypervisor.block_device_aio: ${long}`,
      annotation('default_memory', `"${long}"`),
    ];
    for (const runtime of ['kata', 'kata-remote', '']) {
      const rules = await found(pod({ runtime, annotations: written, namespace: 'kube-system' }), { files: { 'cm.yaml': aws('"t3.large"') } });
      assert.ok(rules.length >= 6, rules.join());
    }
    const own = ['  annotations:', ...written.map((line) => `    ${line}`)];
    assert.ok((await found(workload('CronJob', {}, own))).length >= 6);
  });
  test('in names of types, files and pods', async () => {
    const files = { [`${long}.yaml`]: aws(`"${long},t3.large"`), [`k${long}.yaml`]: kataConfig() };
    assert.deepEqual(await found(typed(`y${long}`), { files }), ['pod-machine-type-not-allowed error', 'runtimeclass-remote-without-peerpods warning']);
    const pods = {
      'a.yaml': typed(long).replace('name: web', `name: ${long}`),
      'b.yaml': workload('DeploymentConfig', { annotations: [annotation('machine_type', `z${long}`)] }),
    };
    assert.ok((await found(aws('"t3.large"'), { files: pods })).includes('pod-machine-type-not-allowed info'));
    assert.ok((await found(kataConfig(), { files: pods })).includes('runtimeclass-remote-without-peerpods info'));
    assert.deepEqual(await found(pod({ spec: ['volumes:', '  - name: a', '    hostPath:', `      path: /${long}`] })), ['pod-hostpath-remote warning']);
  });
});

describe('annotations that kata-remote refuses, by release', () => {
  const refusedIn = async (name: string): Promise<string[]> => {
    const out: string[] = [];
    for (const { id } of releases)
      if ((await found(pod({ annotations: [annotation(name, 'x')] }), { release: id })).includes('pod-annotation-not-enabled error')) out.push(id);
    return out;
  };
  test('image from 1.10 on', async () => assert.deepEqual(await refusedIn('image'), ['1.5', '1.6', '1.7', '1.8']));
  test('kernel never', async () =>
    assert.deepEqual(
      await refusedIn('kernel'),
      releases.map(({ id }) => id),
    ));
  test('machine_type always', async () => assert.deepEqual(await refusedIn('machine_type'), []));
  test('not on kata', async () => assert.deepEqual(await found(pod({ runtime: 'kata', annotations: [annotation('kernel', '/x')] })), []));
  test('one that nobody knows and that resembles none', async () => {
    assert.deepEqual(await found(pod({ annotations: [annotation('zzz_unheard_of', 'x')] })), ['pod-annotation-not-enabled error']);
  });
});

describe('values of annotations', () => {
  const cases: readonly [runtime: string, name: string, value: string, expected: string | undefined][] = [
    ['kata', 'default_vcpus', '"0.5"', undefined],
    ['kata', 'default_vcpus', '"500m"', 'Write it as "0.5" (sure)'],
    ['kata', 'default_memory', '"2Gi"', 'Write it as "2048" (sure)'],
    ['kata', 'default_memory', '2048 Mi', 'Write it as "2048" (sure)'],
    ['kata', 'default_memory', '"2048 <1>"', 'Write it as "2048" (sure)'],
    ['kata', 'default_memory', '"1.5Gi"', 'Write it as "1536" (sure)'],
    ['kata', 'default_memory', '"4G"', 'Write it as "3815"'],
    ['kata', 'default_memory', '"4GB"', 'Write it as "4096"'],
    ['kata', 'default_memory', '"constructor"', ''],
    ['kata', 'default_memory', '"-1"', ''],
    ['kata', 'default_memory', '""', ''],
    ['kata', 'enable_iommu', '"True"', undefined],
    ['kata', 'enable_iommu', '"1"', undefined],
    ['kata', 'enable_iommu', '"tRUE"', 'Write it as "true" (sure)'],
    ['kata', 'enable_iommu', '"maybe"', ''],
    ['kata', 'block_device_aio', '"io_uring"', undefined],
    ['kata', 'block_device_aio', '"Threads"', 'Write it as "threads" (sure)'],
    ['kata', 'kernel_params', '"2Gi"', undefined],
  ];
  for (const [runtime, name, value, fix] of cases) {
    test(`${name}: ${value} on ${runtime}`, async () => {
      const text = pod({ runtime, annotations: [annotation(name, value)] });
      assert.deepEqual(await found(text), fix === undefined ? [] : ['pod-annotation-value error']);
      assert.deepEqual(await titles(text), fix === undefined || fix === '' ? [] : [fix]);
    });
  }
  const size = (vcpus: string, memory = '"4096"') => pod({ annotations: [annotation('default_vcpus', vcpus), annotation('default_memory', memory)] });
  test('kata-remote wants whole numbers', async () => {
    assert.deepEqual(await titles(size('"0.5"')), ['Write it as "1"']);
    assert.deepEqual(await titles(size('"2.0"')), ['Write it as "2" (sure)']);
    assert.deepEqual(await found(size('"+2"')), []);
    assert.deepEqual(await found(size('"2"', '"+4096"')), ['pod-annotation-value error']);
  });
  test('values that documents do not list are information', async () => {
    for (const [name, value] of [
      ['hypervisor.block_device_driver', 'virtio-blk-ccw'],
      ['hypervisor.shared_fs', 'virtio-fs-nydus'],
      ['hypervisor.virtio_fs_cache', 'metadata'],
      ['runtime.internetworking_model', 'default'],
    ])
      assert.deepEqual(await found(pod({ runtime: 'kata', annotations: [`io.katacontainers.config.${name}: ${value}`] })), ['pod-annotation-value info']);
  });
  test('above the most there is', async () => {
    const text = pod({ runtime: 'kata', annotations: [annotation('pcie_switch_port', '"17"')] });
    assert.deepEqual(await found(text), ['pod-annotation-value warning']);
  });
  test('what nothing reads is not judged', async () => {
    assert.deepEqual(await found(pod({ runtime: 'kata', annotations: [annotation('network_queues', 'many')] })), []);
  });
  test('without quotation marks it is one finding, and mended in one go', async () => {
    assert.deepEqual(await found(pod({ runtime: 'kata', annotations: [annotation('enable_iommu', 'on')] })), ['pod-annotation-nonstring error']);
    assert.match(await mended(pod({ runtime: 'kata', annotations: [annotation('enable_iommu', 'on')] })), /enable_iommu: "true"/);
    assert.deepEqual(await titles(size('0.5')), ['Write it as "1"']);
    assert.deepEqual(await titles(pod({ annotations: ['io.katacontainers.config.agent.policy: [a]'] })), []);
    assert.deepEqual(await found(pod({ annotations: ['io.katacontainers.config.agent.policy: [a]'] })), ['pod-annotation-nonstring error']);
  });
  test('an anchored value is not changed', async () => {
    assert.deepEqual(await titles(pod({ runtime: 'kata', annotations: [annotation('default_memory', '&m 2048'), 'example.com/m: *m'] })), []);
  });
});

describe('the key of initdata', () => {
  const [old, current] = ['io.katacontainers.config.runtime.cc_init_data: x', 'io.katacontainers.config.hypervisor.cc_init_data: x'];
  const renamed = ['pod-initdata-key-renamed warning'];
  const by = async (release: string, runtime: string, ...written: string[]) =>
    (await found(pod({ runtime, annotations: written }), { release })).filter((rule) => !rule.includes('encoding'));
  test('by release', async () => {
    for (const { id } of releases) {
      const isNew = id === '1.11' || id === '1.12';
      assert.deepEqual(await by(id, 'kata-remote', old), isNew ? renamed : []);
      assert.deepEqual(await by(id, 'kata-remote', current), isNew ? [] : renamed);
    }
  });
  test('both, for files that serve several releases', async () => {
    assert.deepEqual(await by('1.12', 'kata-remote', old, current), []);
    assert.deepEqual(await by('1.10', 'kata-remote', old, current), renamed);
    assert.deepEqual(await titles(pod({ annotations: [old, current] }), { release: '1.10' }), ['Remove it']);
  });
  test('a local virtual machine has none', async () => assert.deepEqual(await by('1.12', 'kata', old), []));
});
