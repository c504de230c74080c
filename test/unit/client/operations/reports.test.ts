/** Tests what the pages of workloads and of preflight checks show. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DetailPage, DetailSection } from '#client/details/detailPage.ts';
import { preflightPage, type PreflightInput } from '#client/operations/preflight/preflightPage.ts';
import { workloadPage } from '#client/operations/workloads/workloadPage.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { runPreflight } from '#client/operations/preflight/runPreflight.ts';
import { readWorkload, type WorkloadRead } from '#client/operations/workloads/readWorkload.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { simulatedCluster, type SimulatedCluster } from '#test/support/operations/simulatedCluster.ts';

const now = new Date(2026, 10, 1, 10, 41).getTime();
const all = (page: DetailPage): string => JSON.stringify(page);

async function playing(scenario: string): Promise<SimulatedCluster> {
  return simulatedCluster({ scenario: scenarioNamed(scenario) ?? assert.fail() });
}

describe('page of a workload', () => {
  let cluster: SimulatedCluster;
  const reference: ObjectReference = {
    group: 'apps',
    version: 'v1',
    plural: 'deployments',
    kind: 'Deployment',
    name: 'payments',
    namespace: 'payments',
  };
  const read = async (of: ObjectReference): Promise<WorkloadRead> => {
    const found = await readWorkload(cluster.open, of, () => now, new AbortController().signal);
    return found.ok ? found.value : assert.fail(found.error);
  };
  before(async () => {
    cluster = await playing('sandboxes-fail');
  });
  after(() => cluster.close());

  test("isn't healthy while one of its pods doesn't run, and shows why", async () => {
    const page = workloadPage({ ...(await read(reference)), now });
    assert.notEqual(page.state.tone, 'ok');
    assert.match(page.state.headline ?? '', /Pods that aren't running: 1/);
    for (const part of [/FailedCreatePodSandBox/, /Could not access KVM kernel module/])
      assert.match(page.cause.join('\n'), part);
    const [logs] = page.actions;
    const down = page.sections
      .flatMap((one) => (one.kind === 'events' ? one.entries : []))
      .find(({ isWarning }) => isWarning);
    assert.equal(logs?.name?.replace('Show Sandbox Logs: ', ''), down?.name, 'the logs of the pod that fails');
    const events = page.sections.find(({ kind }) => kind === 'events');
    assert.ok(events?.kind === 'events' && events.entries[0]?.isWarning === true, 'warnings first');
  });

  test('contains the whole error of a pod only once, besides its events', async () => {
    const { sections, ...head } = workloadPage({ ...(await read(reference)), now });
    const text = JSON.stringify([head, sections.filter(({ kind }) => kind === 'facts')]);
    assert.equal(text.split('Failed to create pod sandbox').length, 2, text);
    assert.match(head.state.headline ?? '', /^1 of 2 pods runs in a sandbox\. The other pod has no sandbox\. /);
    const [pod] = (await read(reference)).pods.filter(({ evidence }) => evidence.failure !== undefined);
    const row = sections.flatMap((one) =>
      one.kind === 'facts' && one.id === `pod-${pod?.pod.name}` ? one.rows : [],
    )[0];
    assert.deepEqual([row?.state?.word, row?.value], ['No sandbox', 'Could not access KVM kernel module']);
  });

  test('shows the error of pods with the same error once, and all their names', async () => {
    const { pods, ...rest } = await read(reference);
    const failing = pods.find(({ evidence }) => evidence.failure !== undefined) ?? assert.fail();
    const named = (name: string) => ({ ...failing, pod: { ...failing.pod, name } });
    const page = workloadPage({ ...rest, events: { value: [] }, pods: [named('web-1'), named('web-2')], now });
    assert.deepEqual(page.cause, [`web-1 and web-2: ${failing.evidence.headline}`]);
    assert.match(page.state.headline ?? '', /^None of the 2 pods has a sandbox\./);
  });

  test('shows the runtime class of the pod template of a workload without pods', async () => {
    const { store, resources } = cluster.simulation;
    const cronJob = { group: 'batch', version: 'v1', plural: 'cronjobs', kind: 'CronJob', namespace: 'payments' };
    const pageFor = async (name: string, runtimeClassName?: string): Promise<DetailPage> => {
      const spec = { restartPolicy: 'Never', runtimeClassName, containers: [{ name: 'a', image: 'example.com/a:1' }] };
      const created = store.create(resources.need('batch', 'cronjobs'), {
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        metadata: { name, namespace: 'payments' },
        spec: { schedule: '0 0 1 1 *', jobTemplate: { spec: { template: { spec } } } },
      });
      assert.ok(created.ok, JSON.stringify(created));
      return workloadPage({ ...(await read({ ...cronJob, name })), now });
    };
    const inKata = await pageFor('nightly', 'kata');
    assert.deepEqual(inKata.state, {
      tone: 'unknown',
      word: 'No pods',
      headline: 'The pod template uses runtime class kata, so new pods run in a sandbox.',
    });
    const template = inKata.sections.find(({ id }) => id === 'template');
    assert.ok(template?.kind === 'facts');
    assert.deepEqual(
      template.rows.map(({ label, value }) => `${label}: ${value}`),
      ['Runtime class: kata', 'Handler: kata'],
    );
    assert.deepEqual(
      inKata.actions.map(({ label }) => label),
      ['Show Timeline', 'Open as YAML'],
    );
    const ordinary = await pageFor('hourly');
    assert.match(ordinary.state.headline ?? '', /no runtime class, so new pods run regular containers/);
    assert.ok(ordinary.actions.some(({ label }) => label === 'Run Workload in Sandbox...'));
    const rejected = await pageFor('weekly', 'kata-typo');
    assert.match(rejected.state.headline ?? '', /^The API server rejects new pods because the runtime class kata-typo/);
    assert.equal(rejected.state.tone, 'attention');
  });

  test('has a section with evidence and links for each pod', async () => {
    const page = workloadPage({ ...(await read(reference)), now });
    const pods = page.sections.filter(
      (one): one is Extract<DetailSection, { kind: 'facts' }> => one.kind === 'facts' && one.id.startsWith('pod-'),
    );
    assert.equal(pods.length, 2);
    for (const { rows } of pods)
      assert.deepEqual(
        rows[0]?.links?.map(({ label }) => label),
        ['Show Details', 'Open as YAML'],
      );
  });

  test('of a pod has the actions of the pod', async () => {
    const { pods } = await read(reference);
    const healthy = pods.find(({ pod }) => pod.phase === 'Running')?.pod ?? assert.fail();
    const page = workloadPage({
      ...(await read({
        group: '',
        version: 'v1',
        plural: 'pods',
        kind: 'Pod',
        name: healthy.name,
        namespace: 'payments',
      })),
      now,
    });
    assert.deepEqual([page.state.word, page.state.tone], ['Sandboxed', 'ok']);
    assert.deepEqual(
      page.actions.map(({ label }) => label),
      ['Show Sandbox Logs...', 'Show Pod Logs...', 'Open Terminal in Container...', 'Show Timeline', 'Open as YAML'],
    );
    const [evidence] = page.sections.filter((one) => one.kind === 'facts');
    const node = evidence?.rows.find(({ label }) => label === 'Node');
    assert.equal(node?.links?.[0]?.name, `Show Details: Node ${healthy.node ?? ''}`);
  });

  test('is out of date if the workload can no longer be read', async () => {
    const { pods, ...rest } = await read(reference);
    const page = workloadPage({
      ...rest,
      pods: pods.filter(({ pod }) => pod.phase === 'Running'),
      now,
      problem: 'connection refused',
    });
    assert.deepEqual([page.state.tone, page.freshness.isLive], ['stale', false]);
    assert.match(page.freshness.words, /^Last updated 10:41: connection refused$/);
  });

  test("shows the reason that a pod isn't scheduled", async () => {
    const { simulation } = cluster;
    const { store, resources } = simulation;
    const spec = {
      runtimeClassName: 'kata',
      nodeSelector: { zone: 'none' },
      containers: [{ name: 'web', image: 'registry.example.com/web:1' }],
    };
    const created = store.create(resources.need('', 'pods'), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'pending-kata', namespace: 'payments' },
      spec,
    });
    assert.ok(created.ok);
    simulation.clock.pace(100);
    const pending = {
      group: '',
      version: 'v1',
      plural: 'pods',
      kind: 'Pod',
      name: 'pending-kata',
      namespace: 'payments',
    };
    const isShown = (input: WorkloadRead): boolean =>
      input.events.value.some(({ reason }) => reason === 'FailedScheduling');
    let input = await read(pending);
    for (let tries = 0; !isShown(input) && tries < 100; tries += 1) input = await read(pending);
    const page = workloadPage({ ...input, now });
    assert.match(page.cause.join('\n'), /FailedScheduling: 0\/5 nodes are available/);
    assert.notEqual(page.state.tone, 'ok');
  });
});

describe('page of a preflight check', () => {
  let input: PreflightInput;
  before(async () => {
    const cluster = await playing('install-node-degraded');
    const { result, head, allowed } = await runPreflight(cluster.open, { clock: realClock, timeout: 60_000 });
    input = { result, head, now, canInstall: false, ...(allowed === undefined ? {} : { allowed }) };
    await cluster.close();
  });

  test('shows failures, warnings, and unknown results first and in full', () => {
    const checks = preflightPage(input).sections.filter(
      (one): one is Extract<DetailSection, { kind: 'checks' }> => one.kind === 'checks',
    );
    const order = checks.map(({ title }) => title.replace(/ \(\d+\)$/, '')).filter((title) => title !== 'Information');
    assert.deepEqual(order, ['Failed', 'Warnings', 'Unknown', 'Passed', 'Not applicable']);
    for (const { title, items } of checks)
      for (const { isFolded } of items) assert.equal(isFolded, !/^(?:Failed|Warnings|Unknown)/.test(title), title);
  });

  test('shows the checks of the platform and the capacity, with their evidence', () => {
    const items = preflightPage(input).sections.flatMap((one) => (one.kind === 'checks' ? one.items : []));
    const ids = ['fips', 'gpu', 'support-level', 'node-capacity', 'peer-pods-capacity'];
    const shown = items.filter(({ id }) => ids.includes(id));
    assert.deepEqual(shown.map(({ id }) => id).toSorted(), ids.toSorted());
    for (const { title, headline } of shown) assert.ok(title !== '' && headline !== '');
    const level = shown.find(({ id }) => id === 'support-level');
    assert.ok(
      level?.evidence.some((text) => /OpenShift 4\./.test(text)),
      level?.evidence.join('\n'),
    );
  });

  test('has a check mark only if no check has a warning or an unknown result', () => {
    const { worst, ...rest } = input.result;
    assert.ok(worst !== undefined);
    const stateFor = (result: PreflightInput['result']): readonly string[] => {
      const { tone, word } = preflightPage({ ...input, result }).state;
      return [tone, word];
    };
    assert.deepEqual(stateFor({ ...rest, worst, fitness: 'unfit' }), ['failed', 'Not ready']);
    assert.deepEqual(stateFor({ ...rest, worst, fitness: 'fit' }), ['attention', 'Ready, with warnings']);
    assert.deepEqual(stateFor({ ...rest, fitness: 'fit' }), ['ok', 'Ready']);
  });

  test("shows permissions as a table and doesn't repeat them in passed checks", () => {
    const page = preflightPage(input);
    const table = page.sections.find((one) => one.kind === 'table');
    assert.ok(table?.kind === 'table');
    assert.deepEqual(table.heads, ['Resource', 'Namespace', 'Granted', 'Missing']);
    const kataConfigs = table.rows.find(([first]) => first?.text === 'kataconfigs.kataconfiguration.openshift.io');
    assert.deepEqual(
      kataConfigs?.map(({ text }) => text),
      [
        'kataconfigs.kataconfiguration.openshift.io',
        'All namespaces',
        'get, list, watch, create, patch, delete',
        'none',
      ],
    );
    assert.doesNotMatch(all(page), /You have permission to patch/);
  });

  test('shows missing permissions at the top of an open table', () => {
    const allowed = new Map([...(input.allowed ?? [])].map(([id, is]) => [id, is && id !== 'delete namespaces']));
    const table = preflightPage({ ...input, allowed }).sections.find((one) => one.kind === 'table');
    assert.ok(table?.kind === 'table' && !table.isFolded);
    assert.deepEqual(table.rows[0]?.at(-1), { text: 'delete', state: { tone: 'failed', word: 'Missing' } });
  });

  test('offers the installation only if Kata can be installed, and shows when it checks again', () => {
    const labels = (page: DetailPage): string =>
      page.actions.map(({ label, primary }) => `${label}${primary === true ? '*' : ''}`).join(', ');
    assert.equal(labels(preflightPage(input)), 'Check Again*, Export Report...');
    assert.equal(
      labels(preflightPage({ ...input, canInstall: true })),
      'Install Kata...*, Check Again, Export Report...',
    );
    assert.match(preflightPage({ ...input, isChecking: true }).freshness.words, /Checking again\.\.\.$/);
    assert.deepEqual(preflightPage({ ...input, problem: 'No answer.' }).freshness.isLive, false);
  });
});
