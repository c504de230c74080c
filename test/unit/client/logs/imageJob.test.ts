/** Tests the page of the image creation job and the data that is read for it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lacksPeerPods } from '#core/status/peerPods/peerPodsParts.ts';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import type { Part } from '#core/status/explanation.ts';
import { fail, succeed } from '#core/common/result.ts';
import { imageJobPage } from '#client/logs/imageJob/imageJobPage.ts';
import type { DetailPage } from '#client/details/detailPage.ts';
import { noNodesMessage } from '#client/logs/nodeLog/noNodesMessage.ts';
import { readImageJob } from '#client/logs/imageJob/readImageJob.ts';
import { partsNode } from '#client/tree/rows/contents/partsNode.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';
import { emptyTreeInput } from '#test/support/cluster/treeInput.ts';

describe('image creation job page', () => {
  test('is offered only on the row of a failed pod VM image', () => {
    const part = { id: 'podVmImage', name: 'Pod VM image', headline: 'x', meaning: 'y' };
    const flags = (parts: readonly Part[]): readonly boolean[] =>
      (partsNode(emptyTreeInput, { id: 'peerpods', label: 'Peer pods', meaning: '', parts }).children?.() ?? []).map(
        ({ view }) => view.contextValue?.split(' ').includes('osc-imageJob') === true,
      );
    assert.deepEqual(
      flags([
        { ...part, health: 'failed' },
        { ...part, health: 'busy' },
        { ...part, id: 'peerPodsSecret', health: 'failed' },
      ]),
      [true, false, false],
    );
  });

  const pod = {
    metadata: {
      name: 'osc-podvm-image-creation-x7k2p',
      labels: { 'job-name': 'osc-podvm-image-creation' },
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: { initContainers: [{ name: 'copy' }], containers: [{ name: 'create' }] },
    status: {
      phase: 'Failed',
      containerStatuses: [{ name: 'create', state: { terminated: { exitCode: 1, reason: 'Error' } } }],
    },
  };
  const event = (name: string) => ({
    involvedObject: { name },
    type: 'Warning',
    reason: 'PodVMImageJobFailed',
    message: 'PodVM image job failed',
    count: 2,
    lastTimestamp: '2026-01-01T00:10:00Z',
  });

  async function read(connection: ScriptedConnection): Promise<DetailPage> {
    const seen = await readImageJob(connection, new AbortController().signal);
    return imageJobPage({ context: 'admin', snapshot: emptySnapshot, seen, asOf: 0, now: 0 });
  }

  const section = ({ sections }: DetailPage, id: string): DetailPage['sections'][number] =>
    sections.find((one) => one.id === id) ?? assert.fail(`no section ${id}`);

  test('lists errors first, then events and pod logs, without credentials', async () => {
    const connection = new ScriptedConnection();
    const all = [event('osc-podvm-image-creation'), event('something-else')];
    connection.answer = ({ path, query }) =>
      path.endsWith('/events')
        ? succeed({
            items: all.filter(
              ({ involvedObject }) => query['fieldSelector'] === `involvedObject.name=${involvedObject.name}`,
            ),
          })
        : path.endsWith('/pods')
          ? succeed({ items: [pod, { metadata: { name: 'controller-manager-1' } }] })
          : fail({ kind: 'notFound', message: 'not found' });
    connection.opening = ({ query }, stream) => {
      if (query['container'] === 'create') {
        stream.line('Creating the image with Bearer abcdefghijklmnop');
        stream.line('+ az login --service-principal -u me -p CANARY --tenant x');
        stream.line('+ AWS_SECRET_ACCESS_KEY=CANARY AZURE_CLIENT_SECRET="CANARY x" run --client-secret CANARY');
        stream.line('Error: failed to create the AMI <script> `x`');
      }
      queueMicrotask(() => stream.end());
      return true;
    };
    const page = await read(connection);
    assert.deepEqual(
      page.sections.map(({ kind, id }) => `${kind} ${id}`),
      [
        'facts errors',
        'timeline timeline',
        'events events',
        'facts evidence',
        'facts log-osc-podvm-image-creation-x7k2p-copy',
        'code log-osc-podvm-image-creation-x7k2p-create',
        'code commands',
      ],
    );
    const [errors, , events, evidence, copied] = page.sections;
    assert.deepEqual(errors?.kind === 'facts' && errors.rows, [
      { value: 'Error: failed to create the AMI <script> `x`' },
    ]);
    assert.deepEqual(
      events?.kind === 'events' && events.entries.map(({ isWarning, reason, message }) => [isWarning, reason, message]),
      [[true, 'PodVMImageJobFailed', 'PodVM image job failed']],
    );
    const rows = evidence?.kind === 'facts' ? evidence.rows : [];
    assert.deepEqual(
      rows.map(({ label, links }) => [label, links?.length ?? 0]),
      [
        ['Job', 0],
        ['Pod', 1],
        ['ConfigMap', 1],
      ],
    );
    assert.match(rows[0]?.value ?? '', /^osc-podvm-image-creation doesn't exist\. /);
    assert.equal(rows[1]?.value, 'osc-podvm-image-creation-x7k2p: Failed · create: exited with code 1, Error');
    assert.deepEqual(copied?.kind === 'facts' && copied.rows, [{ value: 'The container log is empty.' }]);
    const text = JSON.stringify(page);
    assert.match(
      text,
      /oc logs -n openshift-sandboxed-containers-operator -l job-name=osc-podvm-image-creation --tail=-1/,
    );
    assert.doesNotMatch(text, /abcdefghijklmnop|controller-manager|CANARY/);
    assert.equal(connection.streams.length, 2);
  });

  test('lists the newest events in order, including those of deleted pods', async () => {
    const connection = new ScriptedConnection();
    const at = (minute: number): string => `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z`;
    // Sorted by name, as API servers list them.
    const jobs = [
      ...Array.from({ length: 40 }, (_, number) => ({
        ...event('osc-podvm-image-creation'),
        message: `try ${number}`,
        lastTimestamp: at(59 - number),
      })),
      {
        ...event('osc-podvm-image-creation'),
        message: 'Created pod: osc-podvm-image-creation-gone',
        lastTimestamp: at(58),
      },
    ];
    const often = {
      ...event('osc-podvm-image-creation-gone'),
      message: 'Back-off',
      count: 1,
      lastTimestamp: null,
      eventTime: at(1),
      series: { count: 7, lastObservedTime: at(57) },
    };
    connection.answer = ({ path, query }) => {
      if (!path.endsWith('/events'))
        return path.endsWith('/pods') ? succeed({ items: [] }) : fail({ kind: 'notFound', message: 'not found' });
      return succeed({
        items: [...jobs, often].filter(
          ({ involvedObject }) => query['fieldSelector'] === `involvedObject.name=${involvedObject.name}`,
        ),
      });
    };
    const { events } = await readImageJob(connection, new AbortController().signal);
    assert.equal(events.length, 40);
    assert.deepEqual(
      events.slice(-4).map(({ message, count }) => [message, count]),
      [
        ['Back-off', 7],
        ['try 1', 2],
        ['Created pod: osc-podvm-image-creation-gone', 2],
        ['try 0', 2],
      ],
    );
    assert.ok(events.every((one, index) => (one.at ?? 0) >= (events[index - 1]?.at ?? 0)));
  });

  test("reports what it couldn't read and includes the rest", async () => {
    const connection = new ScriptedConnection();
    connection.answer = ({ path }) =>
      path.endsWith('/events')
        ? fail({ kind: 'forbidden', message: "You don't have permission to list events." })
        : succeed({ items: [pod], status: { failed: 1 } });
    connection.opening = () => ({ kind: 'notFound', message: 'the pod is deleted' });
    const page = await read(connection);
    assert.match(page.cause.join(' '), /Can't list events: You don't have permission to list events\./);
    const text = JSON.stringify(page);
    assert.match(text, /Can't read the log: the pod is deleted/);
    assert.match(text, /0 running, 1 failed/);
    assert.match(JSON.stringify(section(page, 'yaml')), /failed: 1/);
  });

  test("doesn't report resources as missing without permission to read them", async () => {
    const connection = new ScriptedConnection();
    connection.answer = () => fail({ kind: 'forbidden', message: 'Not allowed' });
    const page = await read(connection);
    assert.match(page.cause.join(' '), /^Can't read the peer pods configuration on this cluster\./);
    const text = JSON.stringify(page);
    assert.match(text, /Can't read osc-podvm-image-creation\./);
    assert.doesNotMatch(text, /doesn't exist|aren't configured/);
    assert.equal(lacksPeerPods(emptySnapshot), false);
  });

  test("explains why nodes can't be listed", () => {
    assert.match(
      noNodesMessage('dev', { kind: 'forbidden', verb: 'list', trouble: { message: 'no' } }),
      /^You don't have permission to list nodes on dev\. Request this permission, which/,
    );
    assert.match(noNodesMessage('dev', { kind: 'syncing' }), /Retry/);
  });
});
