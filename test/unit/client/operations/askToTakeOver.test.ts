/** Tests the question before a server-side apply takes over fields of other field managers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askToTakeOver } from '#client/operations/apply/askToTakeOver.ts';
import type { FieldConflict, PlannedObject } from '#core/operations/changes/plannedObject.ts';

test('asks before it takes over fields, with the objects, the fields, and their managers', async () => {
  const reference = {
    group: '',
    version: 'v1',
    plural: 'configmaps',
    kind: 'ConfigMap',
    namespace: 'default',
  } as const;
  const of = (index: number, ...conflicts: readonly FieldConflict[]): PlannedObject => ({
    reference: { ...reference, name: `c${index}` },
    object: {},
    ...(conflicts.length === 0 ? {} : { conflicts }),
  });
  const asked: (readonly string[])[] = [];
  const ask = (objects: readonly PlannedObject[], answer: boolean): Promise<boolean> =>
    askToTakeOver(
      {
        confirm: (...texts) => {
          asked.push(texts);
          return Promise.resolve(answer);
        },
      },
      'demo',
      objects,
    );
  assert.equal(await ask([of(0)], false), true);
  assert.deepEqual(asked, []);
  const objects = [of(0), of(1, { field: '.data.a', manager: 'argocd' }, { field: '.data.b' })];
  assert.equal(await ask(objects, false), false);
  assert.equal(await ask(objects, true), true);
  assert.deepEqual(asked[0], [
    'Take over 2 fields from argocd and another field manager on demo?',
    'ConfigMap c1: argocd and another field manager set .data.a and .data.b to different values.\n\nApplying replaces the values, and this extension then manages the fields. If a controller or a GitOps tool set a value, it can change the value back.',
    'Take Over Fields',
  ]);
  const many = Array.from({ length: 30 }, (_, index) => of(index, { field: '.data.a', manager: 'm' }));
  await ask(many, true);
  assert.match(asked.at(-1)?.[1] ?? '', /ConfigMap c9: [^\n]*\n\n20 more not shown\.\n\nApplying/);
});
