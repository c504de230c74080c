/** Tests which events of a must-gather belong to an object. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { workloadKinds, podKind } from '#client/kubernetes/read/readableKinds.ts';
import { findCollectedEvents, findEventSubject } from '#client/mustGather/reader/collectedEvents.ts';
import { scenario, stage } from '#test/support/cluster/controllersStage.ts';
import { mustGatherFiles, readFiles } from '#test/support/mustGather/gatherStage.ts';

const [deployment] = workloadKinds;
const files = mustGatherFiles(stage(scenario('sandboxes-fail')), 'cluster');
const gathered = await readFiles(files);
const failing = [...gathered.snapshot.failedSandboxes.items.values()][0] ?? assert.fail('no failed sandbox');
const textOf = (namespace: string): string =>
  files.find(({ path }) => path === gathered.eventFiles?.get(namespace))?.text ?? '';

describe('events of a must-gather', () => {
  test('of a pod have its UID, and events about an earlier pod with the same name are only counted', () => {
    const { name, namespace } = failing;
    const subject = findEventSubject(gathered, { ...podKind, name, namespace });
    const { events, others, total } = findCollectedEvents(textOf(namespace), subject);
    assert.equal(events[0]?.reason, 'FailedCreatePodSandBox');
    assert.equal(total, events.length);
    assert.ok(events.every((event) => event.name === name));
    assert.equal(others, 0);
    const recreated = findCollectedEvents(textOf(namespace), { ...subject, uid: 'other' });
    assert.deepEqual([recreated.total, recreated.others], [0, total]);
  });

  test('of a workload include those of its pods', () => {
    const reference = { ...deployment, name: 'payments', namespace: failing.namespace };
    const { events } = findCollectedEvents(textOf(failing.namespace), findEventSubject(gathered, reference));
    assert.ok(events.some(({ kind, name }) => kind === 'Pod' && name === failing.name));
    assert.ok(events.some(({ kind }) => kind === 'Deployment' || kind === 'ReplicaSet'));
  });

  test('are redacted, and invalid or large items and other formats have no events', () => {
    const subject = findEventSubject(gathered, { ...podKind, name: 'web', namespace: 'shop' });
    const item = (message: string): string =>
      `- involvedObject: {kind: Pod, name: web}\n  kind: Event\n  message: ${message}\n  reason: Failed\n  type: Warning\n`;
    const list = (...items: readonly string[]): string => `apiVersion: v1\nitems:\n${items.join('')}kind: EventList\n`;
    const read = findCollectedEvents(
      list(item('"password=hunter2hunter2"'), item('[broken'), item(`"${'x'.repeat(30_000)}"`), item('*alias')),
      subject,
    );
    assert.equal(read.total, 1);
    assert.doesNotMatch(JSON.stringify(read), /hunter2/);
    for (const text of ['', 'items: []', 'kind: Event\nmessage: web', 'items:\n- web\n- 7\n'])
      assert.equal(findCollectedEvents(text, subject).total, 0, text);
  });
});
