/**
 * Tests the outcome of annotations by Kata version and runtime against the tables of domain/11-newer-releases.md 11.3.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getGuest } from '#core/agent/guests.ts';
import { annotations } from '#core/annotations/index.ts';
import { findReaders, getAnnotationOutcome, type AnnotationOutcome } from '#core/annotations/annotationReaders.ts';
import { findEnabledAnnotations, type KataConfiguration } from '#core/annotations/enabledAnnotations.ts';
import { describeAnnotationOutcome } from '#core/annotations/describeAnnotationOutcome.ts';
import {
  getKataVersion,
  kataTags,
  parseKataVersion,
  unknownKata,
  withKataVersion,
  type KataRuntimeName,
} from '#core/annotations/kataVersions.ts';
import { findRelease, newestRelease } from '#core/product/releases.ts';

const all = '##########';

/**
 * One character per tag (3.17, 3.21, 3.25, 3.28, 3.29, 3.30, 3.31, 3.32, 4.0, 4.1): `#` if the Go runtime, then
 * runtime-rs, reads the annotation.
 */
const readers: Readonly<Record<string, readonly [go: string, rust: string]>> = {
  'hypervisor.cc_init_data': ['.#########', '.#########'],
  'runtime.cc_init_data': ['#.........', '..........'],
  'runtime.experimental_force_guest_pull': ['.#########', '..........'],
  'hypervisor.default_gpus': [all, '.#########'],
  'hypervisor.default_gpu_model': [all, '.#########'],
  'runtime.create_container_timeout': [all, '.#########'],
  'hypervisor.indep_iothreads': ['..########', '.......###'],
  'hypervisor.block_device_num_queues': ['..........', '..########'],
  'hypervisor.block_device_queue_size': ['..........', '..########'],
  'runtime.disable_guest_empty_dir': ['..........', '..######..'],
  'hypervisor.kernel_verity_params': ['...#######', '...#######'],
  'hypervisor.numa_mapping': ['...#######', '..........'],
  'hypervisor.network_queues': ['..........', '...#######'],
  'hypervisor.blk_logical_sector_size': ['....######', '....######'],
  'hypervisor.blk_physical_sector_size': ['....######', '....######'],
  'hypervisor.msize_9p': [all, '####......'],
  'runtime.enable_vcpus_pinning': ['..........', '.....#####'],
  'agent.cdh_api_timeout_ms': ['..........', '......####'],
  'hypervisor.file_mem_backend': ['#######...', '#######...'],
  config_path: ['########..', '########..'],
  'hypervisor.hotplug_vfio_on_root_bus': ['..........', '########..'],
  'runtime.sandbox_bind_mounts': ['..........', '########..'],
  'hypervisor.kernel_params': [all, all],
  'hypervisor.foo': ['..........', '..........'],
  'hypervisor.memory_overhead': ['..........', '..........'],
  'agent.launch_process_timeout': ['..........', '..........'],
  'runtime.internetworking_model': [all, all],
};

const keyOf = (name: string) =>
  name === 'config_path' ? 'io.katacontainers.config_path' : `io.katacontainers.config.${name}`;
const outcome = (
  name: string,
  runtime: KataRuntimeName,
  version: string | undefined,
  enabled: readonly string[] | undefined,
): AnnotationOutcome => getAnnotationOutcome(keyOf(name), { runtime, version, enabledIn: () => enabled });

describe('annotations by Kata version', () => {
  test('are read by each runtime as in the table, if they are enabled', () => {
    for (const [name, rows] of Object.entries(readers)) {
      for (const [index, runtime] of (['go', 'rust'] as const).entries()) {
        const found = kataTags.map((tag) => (outcome(name, runtime, tag, ['.*']) === 'read' ? '#' : '.')).join('');
        assert.equal(found, rows[index], `${name} ${runtime}`);
      }
    }
  });

  test('that are not in the table are read in all versions or in none', () => {
    const others = annotations.filter(({ key }) => !Object.keys(readers).some((name) => keyOf(name) === key));
    assert.ok(others.length > 80);
    for (const { key, implementation } of others) {
      const { go, rust } = findReaders(key);
      assert.deepEqual(
        [go, rust],
        [implementation.startsWith('go') ? {} : undefined, implementation.endsWith('rust') ? {} : undefined],
      );
    }
  });

  test('that are not enabled are rejected by the Go runtime and ignored by runtime-rs', () => {
    const names = Object.keys(readers);
    for (const name of names) {
      const isFiltered = name.startsWith('hypervisor.');
      for (const tag of kataTags) {
        assert.equal(outcome(name, 'go', tag, []) === 'rejected', isFiltered, `${name} ${tag}`);
        if (isFiltered) assert.equal(outcome(name, 'rust', tag, []), 'ignored', `${name} ${tag}`);
      }
    }
  });

  test('have an unknown outcome if the list or the version decides and is not known', () => {
    assert.equal(outcome('hypervisor.kernel_params', 'go', '4.1.0', undefined), 'unknown');
    assert.equal(outcome('hypervisor.foo', 'go', '4.1.0', undefined), 'unknown');
    assert.equal(outcome('hypervisor.foo', 'rust', undefined, undefined), 'ignored');
    assert.equal(outcome('config_path', 'go', undefined, undefined), 'unknown');
    assert.equal(outcome('config_path', 'go', '4.0.2', undefined), 'ignored');
    assert.equal(outcome('agent.launch_process_timeout', 'go', undefined, undefined), 'ignored');
    assert.equal(outcome('runtime.internetworking_model', 'rust', undefined, undefined), 'read');
    assert.equal(outcome('hypervisor.foo', 'go', undefined, ['(a+)+']), 'unknown');
  });

  test('are enabled by an expression that matches a part of the name', () => {
    assert.equal(outcome('hypervisor.default_gpu_model', 'go', '4.1.0', ['gpu_model']), 'read');
    assert.equal(outcome('hypervisor.default_gpu_model', 'go', '4.1.0', ['^gpu_model']), 'rejected');
  });
});

describe('enable_annotations of Kata', () => {
  const list = (configuration: KataConfiguration, runtime: KataRuntimeName, version: string) =>
    findEnabledAnnotations(configuration, runtime, version)?.toSorted().join(' ');
  const five = 'default_memory default_vcpus enable_iommu kernel_params virtio_fs_extra_args';

  test('has the entries of each tag', () => {
    const old = 'enable_iommu kernel_params virtio_fs_extra_args';
    for (const tag of ['3.17.0', '3.21.0', '3.25.0', '3.27.2']) assert.equal(list('qemu', 'go', tag), old, tag);
    for (const tag of ['3.28.0', '3.30.0'])
      assert.equal(list('qemu', 'go', tag), 'enable_iommu kernel_params kernel_verity_params virtio_fs_extra_args');
    for (const tag of ['3.31.0', '4.1.0'])
      assert.equal(list('qemu', 'go', tag), 'enable_iommu kernel_params kernel_verity_params');
    assert.equal(list('coco', 'go', '3.17.0'), five);
    assert.equal(list('coco', 'go', '3.21.0'), `cc_init_data ${five}`);
    assert.equal(
      list('coco', 'go', '4.1.0'),
      'cc_init_data default_memory default_vcpus enable_iommu kernel_params kernel_verity_params',
    );
    for (const tag of ['3.17.0', '3.21.0']) assert.equal(list('qemu', 'rust', tag), 'kernel_params');
    for (const tag of ['3.25.0', '3.30.0']) assert.equal(list('qemu', 'rust', tag), five);
    assert.equal(
      list('qemu', 'rust', '3.31.0'),
      'default_memory default_vcpus enable_iommu kernel_params kernel_verity_params',
    );
    assert.equal(list('nvidia', 'rust', '4.1.0'), '');
    assert.equal(list('nvidiaCoco', 'rust', '4.1.0'), 'cc_init_data');
    assert.match(list('remote', 'go', '4.1.0') ?? '', /gpu_model image machine_type/);
    assert.doesNotMatch(list('remote', 'rust', '4.1.0') ?? '', /image/);
    for (const runtime of ['go', 'rust'] as const) assert.equal(list('remote', runtime, '4.0.0'), undefined);
  });

  test('stops the pod with the first version whose list lacks virtio_fs_extra_args', () => {
    const found = kataTags.map((version) =>
      getAnnotationOutcome(keyOf('hypervisor.virtio_fs_extra_args'), {
        runtime: 'go',
        version,
        enabledIn: (tag) => findEnabledAnnotations('qemu', 'go', tag),
      }),
    );
    assert.deepEqual(found, [...Array<string>(6).fill('read'), ...Array<string>(4).fill('rejected')]);
  });
});

describe('description of an annotation', () => {
  const describeFor = (name: string, runtimeClass: string | undefined, kata: string | undefined) =>
    describeAnnotationOutcome(keyOf(name), runtimeClass, withKataVersion(newestRelease, kata));

  test('says what the runtimes of the selected Kata version do by default', () => {
    assert.deepEqual(describeFor('hypervisor.virtio_fs_extra_args', 'kata', '3.30.0'), [
      'Kata 3.30.0 (Go runtime) reads this annotation by default.',
      'Kata 3.30.0 (runtime-rs) reads this annotation by default.',
    ]);
    assert.deepEqual(describeFor('hypervisor.virtio_fs_extra_args', 'kata', '3.31.0'), [
      'Kata 3.31.0 (Go runtime) rejects pods with this annotation by default.',
      'Kata 3.31.0 (runtime-rs) ignores this annotation by default.',
    ]);
    assert.deepEqual(describeFor('hypervisor.image', 'kata-remote', '4.0.0'), []);
  });

  test('is empty if the Kata version or the runtime class is not known', () => {
    for (const [runtimeClass, kata] of [
      ['kata', undefined],
      ['kata', unknownKata],
      ['gvisor', '4.1.0'],
      [undefined, '4.1.0'],
    ] as const)
      assert.deepEqual(describeFor('hypervisor.kernel_params', runtimeClass, kata), []);
  });
});

describe('Kata versions', () => {
  test('are those from 3.17 to 4.1 with their patch versions', () => {
    const accepted = { '3.17': '3.17.0', '3.29.3': '3.29.3', 'v4.0.0': '4.0.0', ' 4.1 ': '4.1.0', '4.1.9': '4.1.9' };
    for (const [text, version] of Object.entries(accepted)) assert.equal(parseKataVersion(text), version);
    for (const text of ['', '3', '3.16.9', '4.2', '5.0', '2.5.0', 'latest', '4.1.0-rc1', '3.17.0.1', '-3.17'])
      assert.equal(parseKataVersion(text), undefined, text);
  });

  test('are those of the release if the user selects none', () => {
    const versions = ['1.9', '1.10', '1.11', '1.12', '1.13'].map((id) =>
      getKataVersion(findRelease(id) ?? newestRelease),
    );
    assert.deepEqual(versions, [undefined, '3.17.0', '3.21.0', undefined, undefined]);
    const selected = withKataVersion(newestRelease, '3.30.0');
    assert.equal(getKataVersion(selected), '3.30.0');
    assert.equal(withKataVersion(newestRelease, '3.30.0'), selected);
    assert.equal(withKataVersion(newestRelease, undefined), newestRelease);
  });

  test('determine the policy engine and the input of the guest', () => {
    const guest = (id: string, kata: string) => getGuest(withKataVersion(findRelease(id) ?? newestRelease, kata));
    assert.deepEqual(
      ['3.27.0', '3.28.0', '3.30.0', '4.1.0']
        .map((kata) => guest('1.11', kata))
        .map(({ dialect, base64, copyFile }) => [dialect, base64, copyFile]),
      [
        ['v0', false, 'message'],
        ['v0', true, 'message'],
        ['v1', true, 'extract'],
        ['v1', true, 'extract'],
      ],
    );
    assert.equal(guest('1.12', '3.25.0').copyFile, 'extract');
    assert.match(guest('1.12', '4.1.0').why(), /selected Kata version is 4\.1\.0/);
    assert.equal(guest('1.12', '4.1.0').limitsAreSure, true);
  });
});
