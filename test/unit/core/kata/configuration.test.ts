/** Tests the table of keys in Kata's configuration file, and the recognition of such files. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { annotationNamed } from '#core/annotations/index.ts';
import {
  annotationOf,
  findKataConfigKey,
  findReplacement,
  kataConfigKeys,
  summaryOf,
} from '#core/kata/configuration.ts';
import { compareKataVersions, isReadIn } from '#core/annotations/kataVersions.ts';
import { matchesAnnotation } from '#core/annotations/matchesAnnotation.ts';
import { kataConfigRole, looksLikeKataConfig, mayEmbedKataConfig } from '#core/kata/kataConfigFile.ts';

describe('keys of configuration.toml', () => {
  test('are complete', () => {
    const count = (table: string) => kataConfigKeys.filter((key) => key.table === table && key.go !== undefined).length;
    assert.deepEqual(['hypervisor', 'agent', 'runtime', 'factory'].map(count), [98, 8, 23, 4]);
    assert.equal(new Set(kataConfigKeys.map(({ table, name }) => `${table} ${name}`)).size, kataConfigKeys.length);
  });

  test('have a meaning and at least one runtime', () => {
    for (const key of kataConfigKeys) {
      assert.ok(key.go ?? key.rust, key.name);
      assert.notEqual(summaryOf(key)?.() ?? '', '', `${key.table} ${key.name}`);
    }
  });

  test('refer to known annotations', () => {
    for (const key of kataConfigKeys) {
      const annotation = annotationOf(key);
      if (annotation !== undefined) assert.ok(annotationNamed(annotation), annotation);
    }
  });

  test('have replacements that runtime-rs reads', () => {
    const replaced = kataConfigKeys.flatMap((key) => findReplacement(key) ?? []);
    assert.equal(replaced.length, 11);
    for (const { table, name } of replaced) assert.ok(findKataConfigKey(table, name)?.rust, name);
  });

  test('depend on the Kata version', () => {
    assert.equal(isReadIn({}, undefined), true);
    assert.equal(isReadIn({ since: '3.24.0' }, undefined), undefined);
    assert.deepEqual(
      ['3.17', '3.23.1', '3.24', '4.1'].map((version) => isReadIn({ since: '3.24.0' }, version)),
      [false, false, true, true],
    );
    assert.deepEqual(
      ['3.31.0', '3.32.0'].map((version) => isReadIn({ until: '3.32.0' }, version)),
      [true, false],
    );
    assert.ok(compareKataVersions('3.9', '3.17') < 0);
  });
});

describe('configuration files of Kata', () => {
  test('are recognized by their paths', () => {
    for (const [path, role] of [
      ['file:///etc/kata-containers/configuration.toml', 'main'],
      ['/opt/kata/configuration-remote.toml', 'main'],
      ['/etc/kata-containers/kata-se/any.toml', 'main'],
      ['configuration-qemu.toml', 'main'],
      ['C:\\src\\configuration.toml.in', 'main'],
      ['/etc/kata-containers/config.d/10-debug.toml', 'dropIn'],
      ['/etc/kata-containers/config.d/debug', 'dropIn'],
      ['config.d/x.toml.in', 'dropIn'],
      ['osc-packed:/a.yaml/spec/configuration.toml?%7B%22a%22%3A1%7D', 'main'],
      ['config.d/x.conf', undefined],
      ['/etc/kata-containers/config.d/x.yaml', undefined],
      ['configuration.yaml', undefined],
      ['Cargo.toml', undefined],
      ['/etc/containerd/config.toml', undefined],
    ] as const)
      assert.equal(kataConfigRole(path), role, path);
  });

  test('are recognized by their texts', () => {
    for (const text of [
      '[hypervisor.qemu]',
      '# x\n [agent.kata]\n',
      '[runtime]\n',
      '[factory]',
      '[agent.@PROJECT_TYPE@]',
    ])
      assert.ok(looksLikeKataConfig(text, 'configuration.toml'), text);
    assert.ok(!looksLikeKataConfig('[package]\n', 'configuration.toml'));
    assert.ok(!looksLikeKataConfig('[runtime]\n', 'config.d/x.toml'));
    assert.ok(looksLikeKataConfig('[hypervisor.qemu]\n', 'config.d/x.toml'));
    assert.ok(looksLikeKataConfig('[runtime]\n', '/etc/kata-containers/config.d/x'));
    assert.ok(looksLikeKataConfig('[runtime]\n', 'files/kata-containers/config.d/x'));
    assert.ok(!looksLikeKataConfig('[runtime]\n', 'kata-containers/other/config.d/x.toml'));
    assert.ok(!looksLikeKataConfig(`[runtime]\n${' '.repeat(300_000)}`, 'configuration.toml'));
  });

  test('are recognized in YAML', () => {
    for (const yaml of ['storage:\n path: /etc/kata-containers/x', 'storage: /opt/kata/x', 'configuration-clh.toml: |'])
      assert.ok(mayEmbedKataConfig(yaml), yaml);
    for (const yaml of ['kind: Pod', 'opt/kata/', 'config.toml: |']) assert.ok(!mayEmbedKataConfig(yaml), yaml);
  });
});

test('entries of enable_annotations match parts of names', () => {
  assert.equal(matchesAnnotation('gpu_model', 'default_gpu_model'), true);
  assert.equal(matchesAnnotation('^gpu_model', 'default_gpu_model'), false);
  assert.equal(matchesAnnotation('', 'path'), true);
  assert.equal(matchesAnnotation('(a+)+', 'path'), undefined);
  assert.equal(matchesAnnotation('.*.*.*.*.*', 'path'), undefined);
  assert.equal(matchesAnnotation('[', 'path'), false);
});
