/** Tests that API servers require the fields in `core/kubernetes/requiredFields.ts`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alternativeFields, requiredFields } from '#core/kubernetes/requiredFields.ts';
import { findKubernetesKind, type KubernetesType } from '#core/kubernetes/tables.ts';
import { getString } from '#simulator/store/kubeObject.ts';
import { mutations, type Mutation } from '#test/contract/manifests/mutations/mutate.ts';
import { readRecordedMutations } from '#test/contract/manifests/mutations/recordedMutations.ts';

const recorded = readRecordedMutations();

/** Returns the removed field with the type of its object, such as `core.v1.EnvVar.name`. */
function findRemovedField({ object, kind, place }: Mutation): string | undefined {
  const root = findKubernetesKind(getString(object, 'apiVersion') ?? '', kind);
  const path = place.split('.');
  let type: KubernetesType | undefined = root;
  let found: string | undefined;
  for (const [index, step] of path.entries()) {
    if (type?.type === 'list') type = type.items;
    else if (type?.type === 'object') {
      if (index === path.length - 1) found = `${type.name}.${step}`;
      type = type.fields().get(step)?.type;
    } else return undefined;
  }
  return found;
}

/**
 * Fields that kube-apiserver 1.20 doesn't have, so that their source is the code of later versions:
 * kubernetes/kubernetes@000f2605 pkg/apis/core/validation/validation.go (`validateGRPCAction`).
 */
const laterFields: ReadonlySet<string> = new Set(['core.v1.GRPCAction.port']);

test('an API server rejects an object without any of the required fields', () => {
  const rejected = new Set(
    mutations(recorded.seed)
      .filter((mutation) => mutation.change === 'drop' && recorded.verdictOf(mutation) === 'server')
      .flatMap((mutation) => findRemovedField(mutation) ?? []),
  );
  const unconfirmed = Object.entries(requiredFields).flatMap(([type, fields]) =>
    fields.map((field) => `${type}.${field}`).filter((field) => !rejected.has(field) && !laterFields.has(field)),
  );
  assert.deepEqual(unconfirmed, []);
  const withoutAny = Object.entries(alternativeFields).filter(
    ([type, fields]) => !fields.some((field) => rejected.has(`${type}.${field}`)),
  );
  assert.deepEqual(withoutAny, []);
});
