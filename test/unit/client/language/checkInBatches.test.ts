/** Tests the check of all files, which runs in batches and reports progress until the user cancels. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeChecked } from '#client/language/checkedText.ts';
import { batchSize, checkInBatches, summaryOf, type ProgressStep } from '#client/language/checkInBatches.ts';
import type { SendServerRequest } from '#client/language/server/serverRequests.ts';
import { filesToCheckRequest } from '#server/protocol/protocol.ts';

/** Creates a server with this number of files, each with one error and every second one with a warning. */
function server(count: number, onBatch: (batch: number) => void = () => undefined, rulesOff: readonly string[] = []) {
  const batches: number[] = [];
  const uris = Array.from({ length: count }, (_, index) => `file:///${index}.yaml`);
  const ask = (async (method: string, params: { readonly uris?: readonly string[] }) => {
    if (method === filesToCheckRequest) return { uris };
    const { length } = params.uris ?? [];
    batches.push(length);
    onBatch(batches.length);
    return { files: length, errors: length, warnings: Math.floor(length / 2), infos: 0, rulesOff };
  }) as SendServerRequest;
  return { ask, batches };
}

function cancellation() {
  const listeners: (() => void)[] = [];
  const token = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: () => void) => listeners.push(listener),
  };
  const cancel = (): void => {
    token.isCancellationRequested = true;
    for (const listener of listeners) listener();
  };
  return { token, cancel };
}

test('check of all files adds the counts of its batches and reports progress', async () => {
  const { ask, batches } = server(2 * batchSize + 4);
  const steps: ProgressStep[] = [];
  const outcome = await checkInBatches(ask, (step) => steps.push(step), cancellation().token);
  assert.deepEqual(batches, [batchSize, batchSize, 4]);
  assert.deepEqual(
    steps.map(({ message }) => message),
    ['0 of 24', '10 of 24', '20 of 24'],
  );
  assert.equal(Math.round(steps.reduce((all, { increment }) => all + increment, 0)), 100);
  assert.ok(outcome !== undefined);
  assert.equal(summaryOf(outcome), '24 files checked: 24 errors, 12 warnings, 0 informational.');
});

test('check of all files stops after the batch in which the user cancels', async () => {
  const { token, cancel } = cancellation();
  const { ask, batches } = server(100, (batch) => batch === 2 && cancel());
  const outcome = await checkInBatches(ask, () => undefined, token);
  assert.equal(batches.length, 2);
  assert.ok(outcome !== undefined);
  assert.equal(
    summaryOf(outcome),
    'Canceled after 20 of 100 files. 20 files checked: 20 errors, 10 warnings, 0 informational.',
  );
});

test('check of all files stops immediately when the user cancels while the workspace is read', async () => {
  const { token, cancel } = cancellation();
  const never = (() => new Promise(() => undefined)) as unknown as SendServerRequest;
  const outcome = checkInBatches(never, () => undefined, token);
  cancel();
  assert.equal(await outcome, undefined);
});

test('check of all files describes a workspace without files or findings', async () => {
  const none = await checkInBatches(server(0).ask, () => undefined, cancellation().token);
  assert.ok(none !== undefined);
  assert.equal(summaryOf(none), 'No files to check in this workspace.');
  assert.equal(
    summaryOf({ files: 1, errors: 0, warnings: 0, infos: 0, rulesOff: [], looked: 2, listed: 2 }),
    '1 file checked, no problems found.',
  );
});

test('check of all files mentions rules that the settings turn off, so that no problems are not a surprise', async () => {
  const { ask } = server(2 * batchSize, undefined, ['kataconfig-loglevel', 'kataconfig-reboot']);
  const outcome = await checkInBatches(ask, () => undefined, cancellation().token);
  assert.ok(outcome !== undefined);
  assert.match(summaryOf(outcome), /informational\. 2 rules are turned off in the settings\.$/);
  const clean = { files: 1, errors: 0, warnings: 0, infos: 0, rulesOff: ['kataconfig-loglevel'], looked: 1, listed: 1 };
  assert.equal(summaryOf(clean), '1 file checked, no problems found. 1 rule is turned off in the settings.');
});

test('language status item shows the number of rules that the settings turn off', () => {
  assert.equal(describeChecked({ findings: 0 }), 'no findings');
  assert.equal(describeChecked({ findings: 0, rulesOff: 1 }), 'no findings, 1 rule turned off');
  assert.equal(
    describeChecked({ findings: 2, rulesOff: 3, releaseOf: 'demo' }),
    'release from cluster demo, 2 findings, 3 rules turned off',
  );
});
