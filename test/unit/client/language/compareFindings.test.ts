/** Tests the comparison of findings for two OSC releases in batches. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ComparedFinding } from '#core/releaseDifferences/findingDifferences.ts';
import type { ComparedFilesResult, CompareFilesParams } from '#server/protocol/protocol.ts';
import { compareFindings, maxFindings } from '#client/language/releases/compareFindings.ts';
import type { ProgressStep } from '#client/language/checkInBatches.ts';
import type { SendServerRequest } from '#client/language/server/serverRequests.ts';

const releases = { from: '1.12', to: '1.13' };
const finding = (file: string): ComparedFinding => ({ file, line: 1, column: 1, severity: 'info', rule: 'osc/some' });
const urisOf = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `file:///w/${index}`);

/** Creates a server with files, each of which has findings that appear. */
function server(count: number, findingsPerFile = 1) {
  const batches: CompareFilesParams[] = [];
  const answer = (params: CompareFilesParams): ComparedFilesResult => {
    batches.push(params);
    const appeared = params.uris.flatMap((uri) => Array.from({ length: findingsPerFile }, () => finding(uri)));
    return { files: params.uris.length, appeared, disappeared: [] };
  };
  const ask = (async (_method: string, params: Partial<CompareFilesParams>) =>
    params.uris === undefined
      ? { uris: urisOf(count) }
      : answer({ ...releases, uris: params.uris })) as SendServerRequest;
  return { ask, batches };
}

/** Creates a token that the user cancels with `cancel`. */
function cancellation() {
  const listeners: (() => void)[] = [];
  const token = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: () => void) => void listeners.push(listener),
  };
  return {
    token,
    cancel: () => {
      token.isCancellationRequested = true;
      for (const listener of listeners) listener();
    },
  };
}

const nameOf = (uri: string): string => uri.replace('file:///w/', '');

describe('findings of two releases', () => {
  test('are compared in batches, with the names of the files and the progress', async () => {
    const { ask, batches } = server(25);
    const steps: ProgressStep[] = [];
    const found = await compareFindings(ask, releases, nameOf, (step) => steps.push(step), cancellation().token);
    assert.deepEqual(
      batches.map(({ uris }) => uris.length),
      [10, 10, 5],
    );
    assert.deepEqual(
      steps.map(({ message, increment }) => `${message} ${increment}`),
      ['0 of 25 40', '10 of 25 40', '20 of 25 20'],
    );
    assert.equal(found?.files, 25);
    assert.deepEqual(
      found.appeared.map(({ file }) => file),
      urisOf(25).map(nameOf),
    );
  });

  test('of 5,000 files are counted, but only the first ones are listed', async () => {
    const { ask } = server(5000, 2);
    const found = await compareFindings(ask, releases, nameOf, () => undefined, cancellation().token);
    assert.equal(found?.files, 5000);
    assert.equal(found.appeared.length, maxFindings);
    assert.deepEqual(found.omitted, { appeared: 10_000 - maxFindings, disappeared: 0 });
  });

  test('are not shown if the user cancels', async () => {
    const { ask, batches } = server(25);
    const { token, cancel } = cancellation();
    const canceled = await compareFindings(ask, releases, nameOf, () => batches.length === 1 && cancel(), token);
    assert.equal(canceled, undefined);
    assert.ok(batches.length <= 2);
    const waiting = cancellation();
    const never = (() => new Promise(() => undefined)) as SendServerRequest;
    const unlisted = compareFindings(never, releases, nameOf, () => undefined, waiting.token);
    waiting.cancel();
    assert.equal(await unlisted, undefined);
  });
});
