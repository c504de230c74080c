/**
 * Tests a must-gather with a stand-in for oc on a simulated cluster: how it ends, which resources it leaves, and how
 * they are deleted.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { realClock, type Clock } from '#client/kubernetes/clock.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { CollectRun, type CollectResult, type GatherParts } from '#client/mustGather/collect/run/collectRun.ts';
import {
  deleteLeft,
  findTemporaryObjects,
  lookForLeft,
  uidOf,
} from '#client/mustGather/collect/leftovers/leftovers.ts';
import { CreatedResourcesStore } from '#client/mustGather/collect/run/createdResourcesStore.ts';
import { runOc } from '#client/oc/runOc.ts';
import { omitUndefined, getList, getNumber, getString, getValue } from '#core/common/json.ts';
import { readRecordedSize } from '#core/mustGather/collectionRecord.ts';
import { formatLeftover } from '#core/mustGather/leftoverObjects.ts';
import type { GatherProgress } from '#core/mustGather/collectPhases.ts';
import { simulate, type Simulation } from '#simulator/main.ts';
import { makeStandInOc, type StandInOc, type StandInPlan } from '#test/support/standInOc/standInOc.ts';
import { HandClock } from '#test/support/cluster/clusterHarness.ts';

const isWindows = process.platform === 'win32';

describe(
  'must-gather run',
  { skip: isWindows ? 'the stand-in is a script, which Windows does not run' : false },
  () => {
    let simulation: Simulation;
    let connection: Connection;
    let oc: StandInOc;
    let folder: string;
    let store: CreatedResourcesStore;
    let kubeconfig: string;
    let context: string;
    const signal = new AbortController().signal;

    before(async () => {
      simulation = await simulate();
      folder = mkdtempSync(path.join(os.tmpdir(), 'osc-run-'));
      kubeconfig = path.join(folder, 'kubeconfig');
      writeFileSync(kubeconfig, simulation.kubeconfig);
      const [found] = (await loadKubeconfig({ explicit: kubeconfig, env: {}, home: folder })).contexts;
      assert.ok(found);
      context = found.name;
      const exec = new ExecPlugins({ clock: realClock, env: {}, mayRun: () => Promise.resolve(false) });
      connection = connect(found, { clock: realClock, exec, tell: () => undefined, isReadOnly: () => false });
      oc = makeStandInOc();
    });
    after(async () => {
      connection.close();
      oc.remove();
      rmSync(folder, { recursive: true });
      await simulation.close();
    });
    let place: string;
    beforeEach(() => {
      place = mkdtempSync(path.join(folder, 'to-'));
      store = new CreatedResourcesStore(path.join(place, 'kept'));
    });
    afterEach(() => rmSync(place, { recursive: true }));

    interface Playing {
      readonly run: CollectRun;
      readonly lines: string[];
      readonly progress: GatherProgress[];
    }
    const begin = (
      plan: StandInPlan,
      more: Partial<GatherParts> = {},
      runNamespace?: string,
      maxBytes?: number,
    ): Playing => {
      oc.plan({ onCluster: true, ...plan });
      const lines: string[] = [];
      const progress: GatherProgress[] = [];
      const parts: GatherParts = {
        run: (order) => runOc(order),
        clock: realClock,
        keep: (made) => store.keep(made, (error) => assert.fail(String(error))),
        forget: (made) => store.forget(made),
        uidOf: (made) => uidOf(connection, made),
        look: (made) => lookForLeft(connection, made, signal),
        onLine: (line) => lines.push(line),
        onProgress: (now) => progress.push(now),
        ...more,
      };
      const order = {
        program: { path: oc.path, version: '4.21.9' },
        cluster: { kubeconfig: [kubeconfig], context },
        server: simulation.url,
        choices: { what: 'sandboxed', image: 'quay.io/x/y:1', timeout: '10m', ...omitUndefined({ runNamespace }) },
        args: [
          'adm',
          'must-gather',
          '--dest-dir=out',
          '--image=quay.io/x/y:1',
          ...(runNamespace === undefined ? [] : [`--run-namespace=${runNamespace}`]),
        ],
        folder: place,
        name: 'out',
        openShift: '4.21.3',
        operator: '1.12.0',
        nodeCount: 5,
        ...omitUndefined({ maxBytes }),
      } as const;
      return { run: new CollectRun(order, parts), lines, progress };
    };
    /** Runs an action once, when oc has started to collect data. */
    const whenGathering = (does: (playing: Playing) => void): Partial<GatherParts> & { playing?: Playing } => {
      let isDone = false;
      const parts: Partial<GatherParts> & { playing?: Playing } = {
        onProgress: ({ phase }) => {
          if (phase !== 'gathering' || parts.playing === undefined || isDone) return;
          isDone = true;
          does(parts.playing);
        },
      };
      return parts;
    };
    const played = async (
      plan: StandInPlan,
      parts: Partial<GatherParts> & { playing?: Playing } = {},
    ): Promise<CollectResult> => {
      const playing = begin(plan, parts);
      parts.playing = playing;
      return playing.run.start();
    };
    const namespaces = async (): Promise<readonly string[]> => {
      const answer = await connection.ask('/api/v1/namespaces');
      // The simulator doesn't complete the deletion of these namespaces, so those being deleted don't count.
      const items = (answer.ok ? getList(answer.value, 'items') : []).filter(
        (item) => getString(item, 'metadata', 'deletionTimestamp') === undefined,
      );
      return items
        .flatMap((item) => getString(item, 'metadata', 'name') ?? [])
        .filter((name) => name.startsWith('openshift-must-gather-'));
    };
    const record = (): unknown => JSON.parse(readFileSync(path.join(place, 'out', 'osc-collection.json'), 'utf8'));

    test('completes, writes a record, and leaves nothing on the cluster', async () => {
      const { run, progress } = begin({ suffix: 'works' });
      const gathered = await run.start();
      assert.equal(gathered.outcome.end, 'complete');
      assert.deepEqual(gathered.left, { ok: true, value: [] });
      assert.deepEqual(
        [...new Set(progress.map(({ phase }) => phase))],
        ['preparing', 'gathering', 'copying', 'cleaning'],
      );
      assert.equal(readdirSync(path.join(place, 'out')).includes('quay-io-x-y-1'), true);
      assert.deepEqual(await store.all(), []);
      const written = record();
      assert.deepEqual(getValue(written, 'command'), [
        'oc',
        `--context=${context}`,
        'adm',
        'must-gather',
        '--dest-dir=out',
        '--image=quay.io/x/y:1',
      ]);
      assert.deepEqual(getValue(written, 'versions'), { oc: '4.21.9', openShift: '4.21.3', operator: '1.12.0' });
      assert.equal(getValue(written, 'end'), 'complete');
      assert.equal(getValue(written, 'nodeCount'), 5);
      assert.deepEqual(getValue(written, 'size', 'bytes'), getValue(written, 'size', 'kinds', 'other'));
      assert.equal(readRecordedSize(written)?.what, 'sandboxed');
      assert.doesNotMatch(JSON.stringify(written), /kubeconfig|sha256~/);
    });

    test("cleans up when it's canceled", async () => {
      const gathered = await played(
        { gather: 'hangs', suffix: 'stopd' },
        whenGathering(({ run }) => run.stop()),
      );
      assert.deepEqual(gathered.outcome, { end: 'stopped', words: 'Canceled. No files were copied.' });
      assert.deepEqual(gathered.left, { ok: true, value: [] });
      assert.deepEqual(await namespaces(), []);
      assert.deepEqual(await store.all(), []);
      assert.equal(getValue(record(), 'end'), 'stopped');
    });

    /** Counts often, but leaves the time that oc has to clean up. */
    const countsOften: Clock = {
      now: () => realClock.now(),
      after: (milliseconds, work) => realClock.after(milliseconds === 2000 ? 20 : milliseconds, work),
    };

    for (const phase of ['starting', 'preparing', 'gathering', 'copying'] as const)
      test(`stops at the maximum size in the phase "${phase}", keeps the files, and leaves nothing on the cluster`, async () => {
        const plan = { gather: 'grows', growsIn: phase, suffix: phase } as const;
        const phases: string[] = [];
        const parts: Partial<GatherParts> = {
          clock: countsOften,
          onSize({ bytes }) {
            if (bytes >= 300_000) phases.push(playing.progress.at(-1)?.phase ?? 'starting');
          },
        };
        const playing = begin(plan, parts, undefined, 300_000);
        const gathered = await playing.run.start();
        assert.equal(phases[0], phase);
        assert.equal(gathered.outcome.end, 'stopped');
        assert.match(gathered.outcome.words, /^The collection stopped at the maximum size of 300 kB\./);
        assert.deepEqual(gathered.left, { ok: true, value: [] });
        assert.deepEqual(await findTemporaryObjects(connection, signal), { ok: true, value: [] });
        assert.deepEqual(await store.all(), []);
        assert.ok((getNumber(record(), 'size', 'bytes') ?? 0) >= 300_000);
        assert.equal(readRecordedSize(record()), undefined);
        assert.equal(getValue(record(), 'end'), 'stopped');
      });

    test('does not interrupt the cleanup at the maximum size, because all files are copied', async () => {
      const grownFile = path.join(place, 'grown');
      const parts: Partial<GatherParts> = {
        clock: countsOften,
        onSize({ bytes }) {
          if (bytes >= 300_000) writeFileSync(grownFile, '');
        },
      };
      const plan = { gather: 'grows', growsIn: 'cleaning', grownFile, suffix: 'ends' } as const;
      const gathered = await begin(plan, parts, undefined, 300_000).run.start();
      assert.equal(gathered.outcome.end, 'complete');
      assert.deepEqual(await findTemporaryObjects(connection, signal), { ok: true, value: [] });
      assert.deepEqual(await store.all(), []);
    });

    test('stops while it gathers if the disk is almost full, and leaves nothing on the cluster', async () => {
      const parts = { clock: countsOften, free: () => Promise.resolve(1000) };
      const gathered = await played({ gather: 'hangs', suffix: 'fulld' }, parts);
      assert.equal(
        gathered.outcome.words,
        'The collection stopped because the disk is almost full. No files were copied.',
      );
      assert.deepEqual(gathered.left, { ok: true, value: [] });
      assert.deepEqual(await namespaces(), []);
    });

    test('terminates oc if it ignores the interrupt for 15 seconds', async () => {
      const clock = new HandClock();
      const gathered = await played(
        { gather: 'deaf', suffix: 'deaff' },
        Object.assign(
          whenGathering(({ run }) => {
            run.stop();
            clock.pass(15_000);
          }),
          { clock },
        ),
      );
      assert.equal(gathered.outcome.end, 'stopped');
      assert.deepEqual(gathered.left, { ok: true, value: [] });
    });

    test('deletes the namespace and binding of a killed run, identified by UID', async () => {
      let child: { kill(): void } | undefined;
      const gathered = await played(
        { gather: 'hangs', suffix: 'killd' },
        {
          run(order) {
            const running = runOc(order);
            child = running;
            return running;
          },
          onProgress: ({ phase }) => {
            if (phase === 'gathering') child?.kill();
          },
        },
      );
      assert.equal(gathered.outcome.end, 'failed');
      assert.ok(gathered.left.ok);
      assert.deepEqual(
        gathered.left.value.map(({ kind, name }) => `${kind} ${name}`),
        ['Namespace openshift-must-gather-killd', 'ClusterRoleBinding must-gather-killd'],
      );
      const [made] = await store.all();
      assert.ok(made?.uid);
      assert.match(JSON.stringify(record()), /Remaining on the cluster: ClusterRoleBinding must-gather-killd/);

      const other = await lookForLeft(connection, { ...made, uid: 'another' }, signal);
      assert.deepEqual(other, { ok: true, value: [] }, 'one of the same name that was made by others is not ours');
      assert.equal(
        (await deleteLeft(connection, [{ kind: 'Namespace', name: made.namespace, uid: 'another' }])).length,
        0,
      );
      assert.deepEqual(await namespaces(), [made.namespace], 'and it is not deleted');

      assert.deepEqual(await deleteLeft(connection, gathered.left.value), []);
      assert.deepEqual(await lookForLeft(connection, made, signal), { ok: true, value: [] });
      assert.deepEqual(await deleteLeft(connection, gathered.left.value), [], 'what is gone is no problem');
    });

    test('deletes only the pod of a killed run in an existing namespace, identified by UID', async () => {
      let child: { kill(): void } | undefined;
      const space = 'default';
      const { run } = begin(
        { gather: 'hangs', suffix: 'inner' },
        {
          run(order) {
            const running = runOc(order);
            child = running;
            return running;
          },
          onProgress: ({ phase }) => {
            if (phase === 'gathering') child?.kill();
          },
        },
        space,
      );
      const gathered = await run.start();
      assert.ok(gathered.left.ok);
      const left = gathered.left.value;
      assert.deepEqual(left.map(formatLeftover), [`Pod must-gather-inner in ${space}`]);
      const [made] = await store.all();
      assert.ok(made?.uid);
      assert.deepEqual([made.namespace, made.pod, made.binding], [space, 'must-gather-inner', undefined]);
      assert.match(JSON.stringify(record()), /Remaining on the cluster: Pod must-gather-inner in default/);

      assert.deepEqual(
        await lookForLeft(connection, { ...made, uid: 'another' }, signal),
        { ok: true, value: [] },
        'another of its name is not ours',
      );
      assert.deepEqual(await deleteLeft(connection, left), []);
      assert.deepEqual(await lookForLeft(connection, made, signal), { ok: true, value: [] });
      const there = await connection.ask(`/api/v1/namespaces/${space}`);
      assert.equal(
        there.ok && getValue(there.value, 'metadata', 'deletionTimestamp') === undefined,
        true,
        'the namespace stays',
      );
      await store.forget(made);
      assert.deepEqual(await store.all(), []);
    });

    test("names the missing permission when it's forbidden", async () => {
      const gathered = await played({ gather: 'forbidden' });
      assert.equal(gathered.outcome.end, 'failed');
      assert.match(gathered.outcome.words, /cannot create resource "namespaces".*cluster administrator/);
    });

    test('suggests a longer timeout when it times out', async () => {
      const gathered = await played({ gather: 'timeout', suffix: 'timed' });
      assert.equal(gathered.outcome.end, 'failed');
      assert.match(gathered.outcome.words, /^No data was collected\. gather never finished.*longer timeout/);
      assert.deepEqual(gathered.left, { ok: true, value: [] });
    });

    test("refers to the image setting when the image can't be pulled", async () => {
      const gathered = await played({ gather: 'pull', suffix: 'pulld' });
      assert.match(gathered.outcome.words, /osc\.mustGather\.image/);
      assert.deepEqual(gathered.left, { ok: true, value: [] });
    });

    test("doesn't start if the destination folder exists", async () => {
      mkdirSync(path.join(place, 'out'));
      const calls = oc.calls().length;
      const gathered = await played({});
      assert.match(gathered.outcome.words, /already exists/);
      assert.equal(oc.calls().length, calls);
    });

    test("keeps its record if leftover resources can't be listed", async () => {
      const gathered = await played(
        { suffix: 'awayy' },
        { look: (made) => lookForLeft({ ...connection, ask: () => broken(), send: () => broken() }, made, signal) },
      );
      assert.match(gathered.left.ok ? '' : gathered.left.error, /^Can't check whether .* still exists: no way$/);
      assert.equal((await store.all()).length, 1);
    });

    test('ignores saved records with unexpected content', async () => {
      const kept = path.join(place, 'kept');
      mkdirSync(kept);
      const whole = { context: 'c', server: 's', namespace: 'openshift-must-gather-aaaaa', at: 1, process: 1 };
      writeFileSync(path.join(kept, 'openshift-must-gather-aaaaa.json'), JSON.stringify(whole));
      writeFileSync(
        path.join(kept, 'openshift-must-gather-bbbbb.json'),
        JSON.stringify({ ...whole, namespace: 'kube-system' }),
      );
      writeFileSync(path.join(kept, 'openshift-must-gather-ccccc.json'), JSON.stringify(whole));
      writeFileSync(path.join(kept, 'openshift-must-gather-ddddd.json'), 'no JSON');
      const pod = { ...whole, namespace: 'support', pod: 'must-gather-eeeee' };
      writeFileSync(path.join(kept, 'support.must-gather-eeeee.json'), JSON.stringify(pod));
      writeFileSync(path.join(kept, 'support.web-0.json'), JSON.stringify({ ...pod, pod: 'web-0' }));
      assert.deepEqual(await store.all(), [whole, pod]);
    });
  },
);

function broken(): ReturnType<Connection['ask']> {
  return Promise.resolve({ ok: false, error: { kind: 'network', message: 'no way' } });
}
