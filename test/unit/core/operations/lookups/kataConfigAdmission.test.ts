/** Tests the dry run of a KataConfig: the permission comes first, and the response determines the outcome. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kataConfigAdmissionFact } from '#core/operations/lookups/kata/kataConfigAdmission.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { simulatedReader, writtenReader } from '#test/support/operations/lookupReaders.ts';

const path = '/apis/kataconfiguration.openshift.io/v1/kataconfigs';

describe('dry run of a KataConfig', () => {
  for (const [what, rejection, outcome] of [
    ['no rejection', undefined, 'accepted'],
    [
      'another KataConfig',
      'admission webhook "vkataconfig.kb.io" denied the request: A KataConfig instance already exists, refusing to create a duplicate',
      'exists',
    ],
    ['the same name', 'kataconfigs.kataconfiguration.openshift.io "preflight-dry-run" already exists', 'exists'],
    ['a silent webhook', 'failed calling webhook "vkataconfig.kb.io": context deadline exceeded', 'unanswered'],
    ['a policy', 'admission webhook "gatekeeper" denied the request: no', 'rejected'],
    ['a permission that was just removed', 'User "x" cannot create resource "kataconfigs"', 'notAllowed'],
  ] as const) {
    test(`recognizes ${what}`, async () => {
      const answer = await kataConfigAdmissionFact.read(writtenReader({ [path]: { rejection } }));
      assert.deepEqual(answer, {
        kind: 'value',
        value: { outcome, message: rejection ?? '' },
      });
    });
  }

  test('sends nothing without the permission', async () => {
    const reader = writtenReader({}, () => ({ kind: 'value', value: false }));
    const answer = await kataConfigAdmissionFact.read(reader);
    assert.deepEqual([answer, reader.asked], [{ kind: 'value', value: { outcome: 'notAllowed', message: '' } }, []]);
  });

  for (const [scenario, outcome] of [
    ['operator-missing', 'noKind'],
    ['two-workers-installed', 'exists'],
    ['install-webhook-silent', 'unanswered'],
  ] as const) {
    test(`is "${outcome}" on ${scenario}, and stores nothing`, async () => {
      const { client } = stage({ name: scenario });
      const count = (): number =>
        client.list({
          group: 'kataconfiguration.openshift.io',
          plural: 'kataconfigs',
        }).length;
      const before = count();
      const answer = await kataConfigAdmissionFact.read(simulatedReader(client));
      assert.ok(answer.kind === 'value');
      assert.equal(answer.value.outcome, outcome);
      assert.equal(count(), before);
    });
  }
});
