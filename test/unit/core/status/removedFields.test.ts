/** Tests the descriptions of fields that only early releases of the KataConfig had. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removedKataConfigTable } from '#core/status/kataConfig/removedFields.ts';

test('the nodes in progress and whether an operation is in progress have their own descriptions', () => {
  for (const name of ['installationStatus', 'unInstallationStatus', 'upgradeStatus']) {
    const summary = (field: string) => removedKataConfigTable[`status.${name}.${field}`]?.summary();
    assert.match(summary('inProgress') ?? '', /^Nodes on which/);
    assert.match(summary('isInProgress') ?? '', /^Progress of the operation\./);
  }
});
