/** Compares the memory of a sandbox with OSC 1.5 §2.1.1, and tests how many pods fit on a node. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { memoryText, one, parseQuantity } from '#core/common/quantity.ts';
import { countFittingPods, sizeOfDefaultPod } from '#core/product/podCapacity.ts';
import { sandboxMemory, sumOfSandboxProcesses } from '#core/product/sandboxMemory.ts';

const amount = (text: string): bigint => {
  const quantity = parseQuantity(text);
  assert.ok(quantity !== undefined, text);
  return quantity;
};

describe('memory of a sandbox', () => {
  test('has the values of OSC 1.5 §2.1.1', () => {
    assert.deepEqual(
      sandboxMemory.map(({ what, memory, isOverhead }) => [what(), memory, isOverhead]),
      [
        ['Guest kernel at boot', '110Mi', true],
        ["QEMU, without the VM's memory", '30Mi', true],
        ['virtiofsd, without I/O buffers', '10Mi', true],
        ['containerd-shim-kata-v2', '20Mi', true],
        ['File cache, for example after `dnf install`', '300Mi', false],
      ],
    );
    assert.equal(memoryText(sumOfSandboxProcesses()), '170 MiB');
  });
});

describe('size of a Kata pod without requests', () => {
  test('is the initial memory of the VM and the overhead of the runtime class', () => {
    assert.deepEqual(sizeOfDefaultPod(), { memory: amount('2398Mi'), cpu: amount('250m') });
    assert.deepEqual(sizeOfDefaultPod({ memory: '500Mi', cpu: '500m' }), { memory: amount('2548Mi'), cpu: one / 2n });
    assert.deepEqual(sizeOfDefaultPod({ memory: 'x' }), { memory: amount('2Gi'), cpu: 0n });
  });
});

describe('pods that fit on a node', () => {
  const fit = (free: Record<string, string>, pod: Record<string, string>) => {
    const amounts = (texts: Record<string, string>) =>
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, amount(text)]));
    return countFittingPods(amounts(free), amounts(pod));
  };

  test('are limited by the scarcest resource', () => {
    const pod = { memory: '2398Mi', cpu: '250m' };
    assert.equal(fit({ memory: '64685532Ki', cpu: '15500m', pods: '250' }, pod), 26);
    assert.equal(fit({ memory: '64685532Ki', cpu: '1' }, pod), 4);
    assert.equal(fit({ memory: '64685532Ki', cpu: '15500m', pods: '3' }, pod), 3);
    assert.equal(fit({ memory: '2397Mi', cpu: '15500m', pods: '250' }, pod), 0);
    assert.equal(fit({ memory: '2398Mi', cpu: '250m', pods: '1' }, pod), 1);
  });

  test('are 0 on a node whose requests exceed its resources', () => {
    assert.equal(countFittingPods({ memory: -amount('1Gi') }, { memory: amount('1Gi') }), 0);
  });

  test('are unknown if no resource limits them', () => {
    assert.equal(fit({}, { memory: '1Gi' }), undefined);
    assert.equal(fit({ memory: '1Gi' }, {}), undefined);
    assert.equal(fit({ memory: '1Gi' }, { memory: '0' }), undefined);
  });
});
