import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  documentedVmMemory,
  misnamedRuntimeClass,
  misnamedRuntimeClasses,
  knownRuntimeClasses,
  runtimeClassNamed,
} from '#core/product/runtimeClasses.ts';
import { findRelease } from '#core/product/releases.ts';
import { oddSources, twice } from '#test/support/repository/sourceFormat.ts';

test('runtime classes are complete and unique', () => {
  assert.deepEqual(twice(knownRuntimeClasses.map(({ name }) => name)), []);
  for (const { name, source, overheads, since, unverified } of knownRuntimeClasses) {
    assert.deepEqual(oddSources(source), [], name);
    assert.ok(
      since === undefined ? unverified === true : findRelease(since) !== undefined,
      `${name}: without a release it is not verified`,
    );
    for (const overhead of overheads) {
      assert.deepEqual(oddSources(overhead.source), [], name);
      assert.ok(overhead.cpu !== undefined || overhead.memory !== undefined, name);
    }
  }
  assert.deepEqual(oddSources(documentedVmMemory.source), []);
});

test('the kata runtime class keeps all conflicting overheads', () => {
  const memories = runtimeClassNamed('kata')?.overheads.map(({ memory }) => memory);
  assert.deepEqual(memories, ['350Mi', '500Mi', '350Mi']);
  assert.equal(runtimeClassNamed('kata-remote')?.overheads.length, 1);
});

test('misnamed runtime classes map to existing ones', () => {
  for (const { name, instead, source } of misnamedRuntimeClasses) {
    assert.equal(runtimeClassNamed(name), undefined, name);
    assert.ok(instead === undefined || runtimeClassNamed(instead) !== undefined, name);
    assert.deepEqual(oddSources(source), [], name);
  }
  assert.equal(misnamedRuntimeClass('kata_remote')?.instead, 'kata-remote');
  assert.equal(misnamedRuntimeClass('kata-remote'), undefined);
  assert.equal(misnamedRuntimeClass('runc'), undefined);
});
