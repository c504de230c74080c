/** Tests the meanings of pod fields in a Kata VM. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findKataMeaning, kataMeanings } from '#core/kubernetes/kataMeanings.ts';
import { findKubernetesKind, type KubernetesType } from '#core/kubernetes/tables.ts';
import { findSourceLink } from '#core/product/sourceLinks.ts';

const text = (path: readonly (string | number)[], runtimeClass: string | undefined) =>
  findKataMeaning(path, runtimeClass)?.text();

describe('the meaning of a pod field in a Kata VM', () => {
  test('belongs to a field that a Pod has', () => {
    for (const name of Object.keys(kataMeanings)) {
      let type: KubernetesType | undefined = findKubernetesKind('v1', 'Pod');
      for (const step of name.split('.')) {
        assert.ok(type?.type === 'object', name);
        type = type.fields().get(step.replace('[]', ''))?.type;
        if (step.endsWith('[]')) type = type?.type === 'list' ? type.items : undefined;
      }
      assert.ok(type !== undefined, name);
    }
  });

  test('links to its sources', () => {
    const sources = Object.values(kataMeanings).flatMap(({ local, confidential, remote }) =>
      [local, confidential, remote].flatMap((meaning) => meaning?.source.split('; ') ?? []),
    );
    assert.deepEqual(
      sources.filter((source) => findSourceLink(source) === undefined),
      [],
    );
  });

  test('depends on where the VM runs', () => {
    const path = ['spec', 'volumes', 0, 'hostPath'];
    assert.match(text(path, 'kata') ?? '', /^Kata shares the path on the node with the VM\./);
    assert.match(text(path, 'kata-cc') ?? '', /^Kata copies the files to the VM/);
    assert.match(text(path, 'kata-remote') ?? '', /^Kata doesn't share directories on the node/);
    assert.equal(text(['spec', 'containers', 0, 'image'], 'kata'), undefined);
  });

  test('is the same in each list of containers', () => {
    const [first, ...others] = ['containers', 'initContainers', 'ephemeralContainers'].map((list) =>
      text(['spec', list, 1, 'securityContext', 'privileged'], 'kata'),
    );
    assert.match(first ?? '', /^The container is privileged only inside the VM/);
    assert.deepEqual(others, [first, first]);
  });

  test('is unknown for fields with their usual meaning, and for other runtime classes', () => {
    assert.equal(text(['spec', 'restartPolicy'], 'kata'), undefined);
    assert.equal(text(['spec', 'hostNetwork'], 'gvisor'), undefined);
    assert.equal(text(['spec', 'hostNetwork'], undefined), undefined);
    assert.equal(text(['constructor'], 'kata'), undefined);
  });
});
