/**
 * Tests must-gathers that are collected only through the API: they have the same findings as a must-gather of the whole
 * cluster.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { getValue } from '#core/common/json.ts';
import { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import {
  collectByApi,
  type ApiCollectResult,
  type ApiCollectOptions,
} from '#client/mustGather/collect/api/apiCollector.ts';
import { NewestLines } from '#client/mustGather/collect/api/newestLines.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import { readCoverage } from '#core/mustGather/workloadCoverage.ts';
import { describePlatform, platformTexts, type PlatformState } from '#core/diagnosis/platform/platformReport.ts';
import { readPlatform } from '#client/status/readPlatform.ts';
import { diagnose } from '#core/diagnosis/diagnose.ts';
import { createMustGatherReport } from '#gather/reports/mustGatherReport.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { makeCertificates, type Certificates } from '#simulator/api/auth/certificates.ts';
import { readFiles } from '#test/support/mustGather/gatherStage.ts';

const isKataClass = (name: string): boolean => runtimeClassNamed(name) !== undefined;

/** Scenarios whose problem is visible in objects, in other namespaces, or not at all. */
const played = [
  'install-pool-paused',
  'uninstall-leftovers',
  'install-no-operator-group',
  'install-other-namespace',
  'manual-approval',
  'two-workers-installed',
];

describe('must-gather collected through the API', () => {
  let root: string;
  let certificates: Certificates;
  before(async () => {
    root = mkdtempSync(path.join(os.tmpdir(), 'osc-api-'));
    certificates = await makeCertificates(Date.now());
  });
  after(() => rmSync(root, { recursive: true }));

  const withCluster = async (
    name: string,
    work: (simulation: Simulation, connection: Connection) => Promise<void>,
    as = 'admin',
  ): Promise<void> => {
    const scenario = scenarioNamed(name);
    assert.ok(scenario);
    const simulation = await simulate({ scenario, certificates });
    const kubeconfig = path.join(root, `${name}.kubeconfig`);
    writeFileSync(kubeconfig, simulation.kubeconfig);
    const { contexts, current } = await loadKubeconfig({ explicit: kubeconfig, env: {}, home: root });
    const context =
      contexts.find((one) => (as === 'admin' ? one.name.includes('admin') : one.name === current)) ?? contexts[0];
    assert.ok(context);
    const exec = new ExecPlugins({ clock: realClock, env: {}, mayRun: () => Promise.resolve(false) });
    const connection = connect(context, { clock: realClock, exec, tell: () => undefined, isReadOnly: () => true });
    try {
      await work(simulation, connection);
    } finally {
      connection.close();
      await simulation.close();
    }
  };
  const collected = async (
    connection: ApiCollectOptions['connection'],
    signal = new AbortController().signal,
  ): Promise<ApiCollectResult & { readonly folder: string }> => {
    const folder = mkdtempSync(path.join(root, 'to-'));
    return {
      ...(await collectByApi({ connection, folder, clock: realClock, signal, say: () => undefined, isKataClass })),
      folder,
    };
  };

  for (const name of played) {
    test(`has the same findings as a cluster must-gather: ${name}`, async () => {
      await withCluster(name, async (simulation, connection) => {
        const { folder, outcome, problems } = await collected(connection);
        assert.deepEqual(problems, []);
        assert.match(outcome.words, /The data available through the API was collected/);
        const report = await createMustGatherReport(folder);
        assert.ok(report.ok, report.ok ? '' : report.error.words);
        const wanted = diagnose(await readFiles(simulation.mustGather('cluster')));
        const summary = (findings: typeof wanted): readonly string[] =>
          findings.map(({ id, headline }) => `${id}: ${headline}`).toSorted();
        assert.deepEqual(summary(report.value.findings), summary(wanted));
        assert.equal(wanted.length > 0, name !== 'two-workers-installed', 'there is something to find');
        assert.ok(report.value.summary.at !== undefined);
        assert.ok(
          report.value.gathered.gaps.some((gap) => gap.includes('node journals')),
          'what it cannot reach is said',
        );
      });
    });
  }

  test('contains the Kata pods of all namespaces with their Warning events, and no other pods and events', async () => {
    await withCluster('sandboxes-fail', async (simulation, connection) => {
      const plain = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'plain', namespace: 'payments' },
        spec: { containers: [{ name: 'a', image: 'b' }] },
      };
      assert.ok(simulation.store.create(simulation.resources.need('', 'pods'), plain, { seed: true }).ok);
      const { folder, problems } = await collected(connection);
      assert.deepEqual(problems, []);
      const file = (name: string): string => readFileSync(path.join(folder, 'collected-through-the-api', name), 'utf8');
      assert.match(file('namespaces/payments/core/pods.yaml'), /runtimeClassName: kata/);
      assert.doesNotMatch(file('namespaces/payments/core/pods.yaml'), /name: plain$/m);
      const events = file('namespaces/payments/core/events.yaml');
      assert.match(events, /reason: FailedCreatePodSandBox/);
      assert.match(file('namespaces/payments/apps/deployments.yaml'), /^ {2}kind: Deployment$/m);
      const report = await createMustGatherReport(folder);
      assert.ok(report.ok);
      const { workloads, related } = report.value.gathered;
      assert.deepEqual(
        workloads?.map(({ kind, name }) => `${kind} ${name}`),
        ['Deployment payments'],
      );
      assert.ok(related?.some(({ kind, name }) => kind.kind === 'ClusterVersion' && name === 'version'));
      assert.doesNotMatch(events, /type: Normal/);
      const whole = { platform: true, namespaces: 'all', notAllowed: [], failed: [] };
      assert.deepEqual(readCoverage(file('kata-workloads.json')), whole);
      const requests = simulation.audit.entries.filter(({ url }) => /\/api\/v1\/pods\?/.test(url));
      assert.ok(requests.length <= 2, 'all pods are listed once');
    });
  });

  test('contains the problems of the platform, or the record that there are none', async () => {
    for (const name of ['platform-problems', 'two-workers'])
      await withCluster(name, async (simulation, connection) => {
        const { folder, problems } = await collected(connection);
        assert.deepEqual(problems, []);
        const report = await createMustGatherReport(folder);
        assert.ok(report.ok);
        const textsOf = (state: PlatformState) => platformTexts(describePlatform(state));
        const { platform } = report.value.gathered;
        assert.deepEqual(textsOf(platform), textsOf((await readFiles(simulation.mustGather('cluster'))).platform));
        const live = await readPlatform(connection, new AbortController().signal, simulation.clock.now());
        assert.deepEqual(textsOf(platform), textsOf(live));
        assert.equal(platform.problems.length > 0, name === 'platform-problems');
        assert.deepEqual([...new Set(Object.values(platform.access))], ['read']);
      });
  });

  for (const [name, group] of [
    ['node-features', 'nfd.k8s-sigs.io'],
    ['openshift-4-14', 'nfd.openshift.io'],
  ] as const)
    test(`contains the NodeFeatures of the API group ${group}`, async () => {
      await withCluster(name, async (simulation, connection) => {
        const feature = {
          apiVersion: `${group}/v1alpha1`,
          kind: 'NodeFeature',
          metadata: { name: 'extra', namespace: 'openshift-nfd' },
          spec: { features: { flags: { 'cpu.cpuid': { elements: { SSE4: {} } } } } },
        };
        assert.ok(
          simulation.store.create(simulation.resources.need(group, 'nodefeatures'), feature, { seed: true }).ok,
        );
        const { folder, problems } = await collected(connection);
        assert.deepEqual(problems, []);
        const file = `namespaces/openshift-nfd/${group}/nodefeatures/extra.yaml`;
        const text = readFileSync(path.join(folder, 'collected-through-the-api', file), 'utf8');
        const written: unknown = parse(text);
        assert.deepEqual(
          ['apiVersion', 'kind', 'spec'].map((field) => getValue(written, field)),
          [feature.apiVersion, feature.kind, feature.spec],
        );
      });
    });

  test('contains at most 100 NodeFeatures, and records that there are more', async () => {
    await withCluster('two-workers', async (_simulation, connection) => {
      const items = Array.from({ length: 150 }, (_, index) => ({
        metadata: { name: `worker-${index}`, namespace: 'openshift-nfd' },
      }));
      const ask: Connection['ask'] = async (asked, options) =>
        asked === '/apis/nfd.k8s-sigs.io/v1alpha1/nodefeatures'
          ? { ok: true, value: { kind: 'NodeFeatureList', metadata: { resourceVersion: '1' }, items } }
          : connection.ask(asked, options);
      const { folder, problems } = await collected(withAsk(connection, ask));
      assert.deepEqual(problems, ['nodefeatures: only the first 100 were collected']);
      const written = 'collected-through-the-api/namespaces/openshift-nfd/nfd.k8s-sigs.io/nodefeatures';
      assert.equal(readdirSync(path.join(folder, written)).length, 100);
    });
  });

  test('names the namespaces beyond the limit as not read, instead of as without Kata pods', async () => {
    await withCluster('two-workers', async (_simulation, connection) => {
      const projects = Array.from({ length: 1002 }, (_, index) => ({ metadata: { name: `p-${index}` } }));
      const answerWith = (items: readonly unknown[]) => ({
        ok: true as const,
        value: { kind: 'List', metadata: { resourceVersion: '1' }, items },
      });
      const ask: Connection['ask'] = async (asked, options) => {
        if (asked === '/api/v1/pods')
          return { ok: false, error: { kind: 'forbidden', message: 'you may not list them' } };
        if (asked.endsWith('/projects')) return answerWith(projects);
        return /\/p-\d+\/pods$/.test(asked) ? answerWith([]) : connection.ask(asked, options);
      };
      const { folder } = await collected(withAsk(connection, ask));
      const file = path.join(folder, 'collected-through-the-api', 'kata-workloads.json');
      const coverage = readCoverage(readFileSync(file, 'utf8'));
      assert.deepEqual(coverage, { namespaces: 'some', notAllowed: [], failed: ['p-1000', 'p-1001'] });
    });
  });

  test('stops at the maximum size, and keeps what was collected', async () => {
    await withCluster('two-workers-installed', async (_simulation, connection) => {
      const folder = mkdtempSync(path.join(root, 'to-'));
      const options = { connection, folder, clock: realClock, say: () => undefined, isKataClass };
      const { outcome, hasFiles, size } = await collectByApi({
        ...options,
        signal: new AbortController().signal,
        maxBytes: 20_000,
      });
      assert.deepEqual(outcome, {
        end: 'stopped',
        words: 'The collection stopped at the maximum size of 20 kB. The data collected so far is kept.',
      });
      assert.ok(hasFiles && size.bytes >= 20_000 && size.bytes < 200_000, JSON.stringify(size));
      assert.ok((size.kinds['cluster-scoped-resources'] ?? 0) > 0);
    });
  });

  test('contains the Kata pods of the projects that the user may read, and names the others', async () => {
    await withCluster('sandboxes-fail', async (_simulation, connection) => {
      const refused = { ok: false as const, error: { kind: 'forbidden' as const, message: 'you may not list them' } };
      const projects = ['payments', 'hidden'].map((name) => ({ metadata: { name } }));
      const ask: Connection['ask'] = async (asked, options) => {
        if (asked === '/api/v1/pods' || asked === '/api/v1/namespaces/hidden/pods') return refused;
        if (asked.endsWith('/projects'))
          return { ok: true, value: { kind: 'ProjectList', metadata: { resourceVersion: '1' }, items: projects } };
        return connection.ask(asked, options);
      };
      const { folder, problems } = await collected(withAsk(connection, ask));
      assert.deepEqual(problems, ['Kata pods: no permission to list pods in 1 namespace']);
      const root = path.join(folder, 'collected-through-the-api');
      assert.match(
        readFileSync(path.join(root, 'namespaces/payments/core/pods.yaml'), 'utf8'),
        /runtimeClassName: kata/,
      );
      const coverage = readCoverage(readFileSync(path.join(root, 'kata-workloads.json'), 'utf8'));
      assert.deepEqual(coverage, { namespaces: 'some', notAllowed: ['hidden'], failed: [] });
      const report = await createMustGatherReport(folder);
      assert.ok(report.ok);
      assert.ok(report.value.gathered.gaps.some((gap) => gap.startsWith('No permission to list pods in hidden,')));
    });
  });

  test('contains node events from other namespaces', async () => {
    await withCluster('two-workers', async (_simulation, connection) => {
      const event = {
        metadata: { name: 'worker-0.1', namespace: 'default' },
        involvedObject: { kind: 'Node', name: 'worker-0' },
        reason: 'Rebooted',
      };
      const ofNodes: Connection['ask'] = async (asked, options) =>
        asked.includes('/namespaces/default/events')
          ? { ok: true, value: { kind: 'EventList', metadata: { resourceVersion: '1' }, items: [event] } }
          : asked.includes('/namespaces/openshift-machine-config-operator/events')
            ? { ok: false, error: { kind: 'forbidden', message: 'you may not list them' } }
            : connection.ask(asked, options);
      const { folder, problems } = await collected(withAsk(connection, ofNodes));
      const file = path.join(folder, 'collected-through-the-api', 'namespaces', 'default', 'core', 'events.yaml');
      assert.match(readFileSync(file, 'utf8'), /reason: Rebooted/);
      assert.deepEqual(problems, ['events in openshift-machine-config-operator: you may not list them']);
    });
  });

  test('contains no Secret values and sends only read requests', async () => {
    await withCluster('aws', async (simulation, connection) => {
      const { folder } = await collected(connection);
      const secrets = path.join(
        folder,
        'collected-through-the-api',
        'namespaces',
        'openshift-sandboxed-containers-operator',
        'core',
        'secrets.yaml',
      );
      assert.equal(existsSync(secrets), true);
      assert.doesNotMatch(readFileSync(secrets, 'utf8'), /^\s*(?:data|stringData):/m);
      assert.deepEqual(
        [...new Set(simulation.audit.entries.map(({ verb }) => verb))].filter(
          (verb) => !['get', 'list'].includes(verb),
        ),
        [],
      );
    });
  });

  test('keeps only the newest lines of a long log', () => {
    const newest = new NewestLines({ lines: 10, characters: 1000 });
    for (let number = 0; number < 995; number += 1) newest.add(String(number));
    assert.deepEqual(newest.all(), ['985', '986', '987', '988', '989', '990', '991', '992', '993', '994']);
    for (const length of [400, 300, 2000, 500, 100]) newest.add('x'.repeat(length));
    assert.deepEqual(
      newest.all().map(({ length }) => length),
      [500, 100],
    );
  });

  test("lists the resources that couldn't be read", async () => {
    await withCluster(
      'no-permission',
      async (_simulation, connection) => {
        const { folder, problems } = await collected(connection);
        assert.ok(problems.length > 0);
        const said = readFileSync(path.join(folder, 'collected-through-the-api', 'nodes', 'skipped_nodes.txt'), 'utf8');
        assert.match(said, /Couldn't read /);
        assert.match(said, /forbidden|may not|cannot/i);
      },
      'user',
    );
  });

  test('reports an unreachable cluster and a canceled collection', async () => {
    await withCluster('two-workers', async (simulation, connection) => {
      const stop = new AbortController();
      stop.abort();
      assert.equal((await collected(connection, stop.signal)).outcome.end, 'stopped');
      await simulation.close();
      const { outcome, folder } = await collected(connection);
      assert.equal(outcome.end, 'failed');
      assert.match(outcome.words, /^No data was collected\. /);
      assert.equal(readdirSync(folder).includes('timestamp'), true);
    });
  });
});

/** Returns a connection whose reads are replaced. */
function withAsk(connection: Connection, ask: Connection['ask']): ApiCollectOptions['connection'] {
  return {
    ask,
    send: (...parts) => connection.send(...parts),
    stream: (...parts) => connection.stream(...parts),
  };
}
