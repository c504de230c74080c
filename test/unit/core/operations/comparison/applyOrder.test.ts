/** Tests the order in which objects are applied. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortForApply } from '#core/operations/comparison/applyOrder.ts';

test('applies objects after those that they depend on, and keeps the order of the files otherwise', () => {
  const kinds = [
    'ValidatingWebhookConfiguration',
    'KataConfig',
    'Deployment',
    'Subscription',
    'Secret',
    'ServiceAccount',
    'Frob',
    'CustomResourceDefinition',
    'OperatorGroup',
    'Namespace',
  ];
  assert.deepEqual(
    sortForApply(kinds, (kind) => kind),
    [
      'Namespace',
      'CustomResourceDefinition',
      'ServiceAccount',
      'Secret',
      'OperatorGroup',
      'Subscription',
      'Deployment',
      'KataConfig',
      'Frob',
      'ValidatingWebhookConfiguration',
    ],
  );
});
