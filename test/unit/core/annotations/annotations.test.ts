import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { agentPrefix, hypervisorPrefix, runtimePrefix } from '#core/annotations/annotation.ts';
import { annotationNamed, annotations, listAnnotations, getInitdataKey, isKataKey } from '#core/annotations/index.ts';
import { insteadOf, misnamedAnnotation, misnamedAnnotations } from '#core/annotations/misnamedAnnotations.ts';
import { acceptedOnRemote, notEnabledMessage, remoteLists, getRemoteVerdict } from '#core/annotations/remoteVerdict.ts';
import { findRelease, newestRelease, releases, type Release } from '#core/product/releases.ts';
import { oddSources, twice } from '#test/support/repository/sourceFormat.ts';

const release = (id: string): Release => findRelease(id) ?? newestRelease;

suite('annotation table', () => {
  test('has the expected number of rows', () => {
    // 105 from the runtimes' own files, plus config_path, which these define separately (SANDBOX_CFG_PATH_KEY), the old
    // initdata key, memory_overhead, cloud_volumes, runtime-handler, and three that Kata 4 no longer reads.
    assert.equal(annotations.length, 113);
    const by = (implementation: string) =>
      annotations.filter((row) => isKataKey(row.key) && row.implementation === implementation).length;
    assert.deepEqual({ rust: by('rust'), none: by('none') }, { rust: 16, none: 3 });
  });

  test('has unique and complete rows', () => {
    assert.deepEqual(twice(annotations.map(({ key }) => key)), []);
    for (const row of annotations) {
      // Only the name describes annotations that users don't set, and those with a unit.
      if (row.summary !== undefined) assert.match(row.summary(), /\.$/, row.key);
      else assert.ok(row.runtimes.length === 0 || (row.writtenBy ?? row.unit) !== undefined, row.key);
      assert.deepEqual(oddSources(row.source), [], row.key);
      for (const id of [row.since, row.until]) assert.ok(id === undefined || findRelease(id) !== undefined, row.key);
      if (row.replacedBy !== undefined) assert.ok(annotationNamed(row.replacedBy) !== undefined, row.key);
      if (row.implementation === 'rust') assert.deepEqual(row.runtimes, [], `${row.key}: OSC ships the Go runtime`);
      if (row.remoteType !== undefined) assert.ok(row.runtimes.includes('kata-remote'), row.key);
    }
  });

  test('has examples and defaults that match their type', () => {
    for (const { key, type, examples = [], default: fallback, values } of annotations) {
      for (const text of [...examples, ...(fallback === undefined ? [] : [fallback])]) {
        if (['uint32', 'uint64'].includes(type)) assert.match(text, /^\d+$/, key);
        if (type === 'boolean') assert.match(text, /^(true|false)$/, key);
        if (values !== undefined) assert.ok(Object.hasOwn(values, text), key);
      }
    }
  });

  test('finds annotations by key', () => {
    assert.equal(annotationNamed(`${hypervisorPrefix}default_vcpus`)?.type, 'float32');
    assert.equal(annotationNamed('io.katacontainers.fs-opt.layer=something')?.writtenBy?.(), 'the snapshotter');
    for (const key of ['', 'toString', `${hypervisorPrefix}default_mem`, 'openshift.io/scc'])
      assert.equal(annotationNamed(key), undefined, key);
    assert.ok(isKataKey(`${hypervisorPrefix}no_such_thing`) && !isKataKey('io.kubernetes.cri-o.Devices'));
  });

  test('returns the annotations of a runtime class without generated ones', () => {
    const remote = listAnnotations('kata-remote').map(({ key }) => key);
    for (const name of ['machine_type', 'default_vcpus', 'default_memory', 'default_gpus', 'image', 'cc_init_data'])
      assert.ok(remote.includes(`${hypervisorPrefix}${name}`), name);
    assert.ok(!remote.includes(`${hypervisorPrefix}kernel_params`));
    assert.ok(!listAnnotations('kata').some(({ writtenBy }) => writtenBy !== undefined));
    assert.ok(listAnnotations('kata').some(({ key }) => key === `${hypervisorPrefix}kernel_params`));
  });
});

suite('kata-remote annotation check', () => {
  const ids = ['1.8', '1.9', '1.10', '1.11', '1.12'];
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [`${hypervisorPrefix}machine_type`, ['accepted', 'accepted', 'accepted', 'accepted', 'accepted']],
    [`${hypervisorPrefix}default_vcpus`, ['accepted', 'accepted', 'accepted', 'accepted', 'accepted']],
    [`${hypervisorPrefix}image`, ['refused', 'unknown', 'accepted', 'accepted', 'accepted']],
    [`${hypervisorPrefix}default_gpu_model`, ['refused', 'unknown', 'accepted', 'accepted', 'accepted']],
    [`${hypervisorPrefix}image_hash`, ['refused', 'unknown', 'no effect', 'no effect', 'no effect']],
    [`${hypervisorPrefix}disable_image_nvdimm`, ['refused', 'unknown', 'no effect', 'no effect', 'no effect']],
    [`${hypervisorPrefix}cc_init_data`, ['refused', 'refused', 'refused', 'accepted', 'accepted']],
    [`${runtimePrefix}cc_init_data`, ['accepted', 'accepted', 'accepted', 'no effect', 'no effect']],
    [`${hypervisorPrefix}default_max_vcpus`, ['refused', 'refused', 'refused', 'refused', 'refused']],
    [`${hypervisorPrefix}kernel_params`, ['refused', 'refused', 'refused', 'refused', 'refused']],
    [`${hypervisorPrefix}no_such_thing`, ['refused', 'refused', 'refused', 'refused', 'refused']],
    [`${agentPrefix}policy`, ['accepted', 'accepted', 'accepted', 'accepted', 'accepted']],
    [`${agentPrefix}no_such_thing`, ['passes', 'passes', 'passes', 'passes', 'passes']],
    [`${runtimePrefix}agent_name`, ['no effect', 'no effect', 'no effect', 'no effect', 'no effect']],
    [`${runtimePrefix}disable_guest_seccomp`, ['passes', 'passes', 'passes', 'passes', 'passes']],
    ['io.confidentialcontainers.org.cloud_volumes', ['accepted', 'accepted', 'accepted', 'accepted', 'accepted']],
    ['io.containerd.cri.runtime-handler', ['no effect', 'no effect', 'no effect', 'no effect', 'no effect']],
  ];
  for (const [key, verdicts] of cases) {
    test(`returns the verdict per release for ${key}`, () =>
      assert.deepEqual(
        ids.map((id) => getRemoteVerdict(key, release(id))),
        verdicts,
      ));
  }

  test('ignores annotations of other software', () => {
    for (const key of ['openshift.io/scc', 'toString', 'io.kubernetes.cri-o.userns-mode'])
      assert.equal(getRemoteVerdict(key, newestRelease), undefined, key);
  });

  test('returns a verdict for every annotation in every release', () => {
    for (const { key } of annotations)
      for (const each of releases) assert.notEqual(getRemoteVerdict(key, each), undefined, key);
  });

  test('accepts annotations specific to kata-remote in the newest release', () => {
    for (const { key, runtimes, unverified, until } of annotations) {
      if (runtimes.length !== 1 || runtimes[0] !== 'kata-remote' || unverified === true || until !== undefined)
        continue;
      assert.equal(getRemoteVerdict(key, newestRelease), 'accepted', key);
    }
  });

  test('lists the accepted annotations by release', () => {
    for (const { source } of remoteLists) assert.deepEqual(oddSources(source), []);
    assert.deepEqual(acceptedOnRemote(release('1.8')), ['machine_type', 'default_vcpus', 'default_memory']);
    assert.deepEqual(acceptedOnRemote(release('1.9')), ['machine_type', 'default_vcpus', 'default_memory']);
    assert.ok(acceptedOnRemote(newestRelease).includes('cc_init_data'));
    assert.equal(
      notEnabledMessage(`${hypervisorPrefix}initrd`),
      'annotation io.katacontainers.config.hypervisor.initrd is not enabled',
    );
  });
});

test('the initdata key depends on the release', () => {
  assert.equal(getInitdataKey(release('1.10')), `${runtimePrefix}cc_init_data`);
  assert.equal(getInitdataKey(release('1.11')), `${hypervisorPrefix}cc_init_data`);
  assert.equal(getInitdataKey(newestRelease), `${hypervisorPrefix}cc_init_data`);
});

suite('misnamed annotation table', () => {
  test('maps each key to an existing one or none', () => {
    assert.deepEqual(twice(misnamedAnnotations.map(({ key }) => key)), []);
    for (const { key, instead, prefix, source } of misnamedAnnotations) {
      assert.deepEqual(oddSources(source), [], key);
      if (instead !== undefined && prefix !== true) assert.ok(annotationNamed(instead) !== undefined, instead);
      // A key of the annotation table can be listed only if no runtime reads it.
      assert.deepEqual(annotationNamed(key)?.runtimes ?? [], [], key);
    }
  });

  test('returns the replacement of a misnamed key', () => {
    assert.equal(insteadOf('kata.peerpods.io/instance_type'), `${hypervisorPrefix}machine_type`);
    assert.equal(insteadOf('io.kata-containers.hypervisor.default_vcpus'), `${hypervisorPrefix}default_vcpus`);
    assert.equal(insteadOf(`${hypervisorPrefix}default_mem`), `${hypervisorPrefix}default_memory`);
    assert.equal(insteadOf('com.github.containers.virtcontainers.KernelPath'), undefined);
    assert.ok(misnamedAnnotation('com.github.containers.virtcontainers.KernelPath') !== undefined);
    assert.equal(insteadOf(`${hypervisorPrefix}default_memory`), undefined);
    assert.equal(misnamedAnnotation(`${hypervisorPrefix}default_memory`), undefined);
  });
});
