/** Tests which events are explained, with messages of the components that write them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { explainEvent } from '#core/explain/events/explainEvent.ts';
import { eventReportText, createEventReportJson } from '#core/explain/events/eventReport.ts';

describe('explanation of an event', () => {
  const known: readonly (readonly [reason: string, message: string, meaning: RegExp])[] = [
    [
      'FailedCreatePodSandBox',
      'Failed to create pod sandbox: rpc error: code = Unknown desc = CreateContainer failed: failed to launch qemu: exit status 1, error messages from qemu log: Could not access KVM kernel module: No such file or directory',
      /can't access \/dev\/kvm/,
    ],
    [
      'FailedCreatePodSandBox',
      'Failed to create pod sandbox: rpc error: code = Unknown desc = something else',
      /can't create the sandbox of the pod: .*something else/,
    ],
    ['Failed', 'Failed to pull image "quay.io/none": manifest unknown', /image can't be pulled/],
    ['Failed', 'Error: ErrImagePull', /image can't be pulled/],
    ['BackOff', 'Back-off pulling image "quay.io/none"', /image can't be pulled/],
    ['BackOff', 'Back-off restarting failed container server in pod web-0', /exits after each start/],
    ['FailedScheduling', 'no nodes available to schedule pods', /can't find a node/],
    ['FailedCreate', 'Error creating: pods "web-0" is forbidden: exceeded quota: small', /A quota/],
    ['DrainThresholdExceeded', 'Drain failed. Drain has been failing for more than 10 minutes.', /PodDisruptionBudget/],
    ['DrainFailed', 'node worker-1: drain exceeded timeout: 1h0m0s. Will continue to retry.', /PodDisruptionBudget/],
    ['FailedToDrain', 'failed to drain node: worker-1 after 1 hour', /PodDisruptionBudget/],
  ];
  for (const [reason, message, meaning] of known)
    test(`covers ${reason}: ${message.slice(0, 60)}`, () =>
      assert.match(explainEvent({ reason, message })?.meaning ?? '', meaning));

  test('is missing for events that nobody knows, and for reasons that are names of JavaScript', () => {
    for (const reason of ['Scheduled', 'constructor', '__proto__', ''])
      assert.equal(explainEvent({ reason, message: 'anything' }), undefined);
  });

  test('does not suggest changes to a pod that is being deleted', () => {
    const message = 'skip schedule deleting pod: shop/web-0';
    assert.equal(explainEvent({ reason: 'FailedScheduling', message }), undefined);
  });
});

describe('report of events', () => {
  const event = {
    kind: 'Pod',
    name: 'web-0',
    type: 'Warning',
    reason: 'FailedMount',
    message: 'x\u001B[31m\ny',
    count: 2,
  };

  test('escapes text from the cluster, and is valid JSON', () => {
    const report = { namespaces: ['shop'], events: [{ ...event, at: 1_767_225_600_000 }], notes: ['A note.'] };
    const text = eventReportText(report);
    assert.ok(!text.includes('\u001B'));
    assert.match(text, /^LAST SEEN +COUNT +TYPE +REASON +OBJECT +MESSAGE$/m);
    assert.match(text, /^2026-01-01T00:00:00Z {2}2 {6}Warning {2}FailedMount {2}pod\/web-0 {2}x/m);
    assert.match(text, /^ {2}Meaning: The kubelet can't mount/m);
    assert.match(text, /^A note\.$/m);
    const json = createEventReportJson(report);
    assert.deepEqual(JSON.parse(JSON.stringify(json)), json);
  });

  test('never claims that nothing happened', () => {
    const notes = ['No events found. Older events might have expired.'];
    assert.equal(eventReportText({ namespaces: ['shop'], events: [], notes }), `${notes.join('\n')}\n`);
  });
});
