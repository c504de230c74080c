/**
 * Tests metrics that come through the Route of a simulated cluster: charts, filters, alerts, queries, missing
 * permissions, and PromQL files.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { getString } from '#core/common/json.ts';
import { scenarioNamed, type Simulation } from '#simulator/main.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { certificateLogin, type CertificateLogin } from '#test/support/network/certificateLogin.ts';
import { accessible, violations } from '#test/support/workbench/accessibility.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { MetricsPage } from '#test/support/workbench/pages/metricsPage.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

const queries = [
  'sum by (node) (kata_monitor_running_shim_count)',
  'sum(kata_guest_lod)',
  'kata_monitor_scrape_fai',
  'kata_guest_load{it}',
  '',
].join('\n\n');
const names = { pods: { group: '', plural: 'pods' }, namespaces: { group: '', plural: 'namespaces' } };

describe('metrics', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  // The pictures of the page have this size.
  const shared = useSharedWindow(session, { files: { 'kata.promql': queries }, size: { width: 1360, height: 1240 } });
  let simulation: Simulation;
  let login: CertificateLogin | undefined;
  before(async () => {
    simulation = await clusters.start(scenario(), { users: [{ name: 'viewer', groups: [] }], monitoring: {} });
    addConsole(simulation);
    login = await certificateLogin(simulation, 'kube:admin');
    writeFileSync(session().kubeconfig, login.kubeconfig);
  });
  after(() => login?.close());

  test('are available only if a cluster is open', () =>
    shared.play('metrics without a cluster', async ({ tree, quickInput }) => {
      await tree.open();
      await quickInput.lacksCommand('Run PromQL Query...', 'New OSC Manifest...');
    }));

  test('appear as charts, tables, and alerts in every theme', () =>
    shared.play('metrics charts', async (workbench) => {
      const view = await showMetrics(workbench);
      await charts(view, simulation);
      await accessible(workbench, view.frame, 'metrics');
      assert.equal(await view.atWidth(900, () => view.chartsPerRow()), 2);
      assert.equal(await view.atWidth(600, () => view.chartsPerRow()), 1);
      assert.ok((await view.panel('sandboxes').distanceToValue()) < 20, 'a value follows its name');
      await workbench.hideSideBar();
      // No element of the page has focus in the picture.
      await takeBoth(workbench, 'metrics', { prepare: () => view.clickTitle() });
    }));

  test('have filters for namespace and percentile', () =>
    shared.play('metrics filters', async (workbench) => filters(await showMetrics(workbench))));

  test('can be copied as PromQL and opened in the web console', () =>
    shared.play('metrics console', async (workbench) => {
      const { clipboard, dialogs } = workbench;
      const panel = (await showMetrics(workbench)).panel('guestCpu');
      await panel.copyQuery();
      const query =
        'sum by (sandbox_id) (irate(kata_guest_cpu_time{cpu="total",  item=~"irq|softirq|system|user"}[5m]))';
      await clipboard.holds(query, (text) => text === query);
      await panel.openInConsole();
      // VS Code asks for confirmation before it opens a URL, and shows a shortened form.
      await dialogs.press('Copy', 'https://c.example.com/monitoring/query-browser?');
      const address = `https://c.example.com/monitoring/query-browser?query0=${encodeURIComponent(query)}`;
      await clipboard.holds(address, (text) => text === address);
    }));

  test('include alerts that can be opened in the web console, where users silence them', () =>
    shared.play('metrics alert', async (workbench) => {
      const { clipboard, dialogs } = workbench;
      const view = await showMetrics(workbench);
      await view.openAlertInConsole('KataRemoteWorkloadFailureHigh');
      await dialogs.press('Copy', 'https://c.example.com/monitoring/alerts?');
      const address =
        'https://c.example.com/monitoring/alerts?name=KataRemoteWorkloadFailureHigh&alert-state=firing&alert-state=pending&rowFilter-alert-state=firing,pending&alerts=alertname%3DKataRemoteWorkloadFailureHigh';
      await clipboard.holds(address, (text) => text === address);
    }));

  test('have a query box with completion', () =>
    shared.play('metrics query', async (workbench) => {
      const view = await showMetrics(workbench);
      const { query } = view;
      await workbench.run('Run PromQL Query...');
      await query.hasFocus();
      await query.type('kata_monitor_scrape_fail');
      await query.offers(/kata_monitor_scrape_failed_count/);
      assert.deepEqual(await violations(view.frame), [], 'with completions');
      await query.press('Enter');
      await query.holds('kata_monitor_scrape_failed_count');
      await query.press('Enter');
      await view.panel('ask').hasLine('node="worker-0"');
      await query.fill('sum(');
      await query.press('Escape');
      await query.press('Enter');
      await view.panel('ask').shows("Can't run the query");
      assert.deepEqual(await violations(view.frame), [], 'with an invalid query');
    }));

  test('appear in the tooltip of a node after the page reads them', () =>
    shared.play('metrics tooltip', async (workbench) => {
      const { tree } = workbench;
      await showMetrics(workbench);
      await tree.expand('Installed');
      await tree.hover('worker-0', /Running sandboxes: .*[▁▂▃▄▅▆▇█]+ \d at the end/);
      await tree.leave();
    }));

  test('require a token with a certificate login, and request it after a confirmation', () =>
    shared.play('metrics without a token', async (workbench) => {
      const { dialogs } = workbench;
      await workbench.run('View: Close All Editors');
      const view = await openMetrics(workbench, 'by-certificate');
      await view.showsButton('Request Token...');
      assert.deepEqual(await violations(view.frame), [], 'without a token');
      const question = 'service account prometheus-k8s on by-certificate';
      await view.press('Request Token...');
      await dialogs.press('Cancel', question);
      assert.equal(await view.chartCount(), 0, 'nothing is read without an agreement');
      await view.press('Request Token...');
      await dialogs.press('Request Token', question);
      await view.panel('sandboxes').showsChart();
    }));

  test('list the missing permissions until all are granted', () =>
    shared.play('metrics without permissions', async (workbench) => {
      const { quickInput, tree } = workbench;
      await workbench.run('View: Close All Editors');
      await tree.open();
      await tree.openCluster('viewer', 'Access denied');
      // The menu of the row contains the command only until the permissions are known.
      await workbench.run('Show Kata Metrics...');
      await quickInput.choose('viewer');
      const view = new MetricsPage(workbench.page);
      await view.showsProblem(
        /Can't find the cluster's Prometheus address in any of these objects: .* \(no get permission\)/,
      );
      grant(simulation, 'viewer', 'view');
      await view.press('Refresh', { exact: true });
      await view.showsProblem(/Missing permission: create prometheuses\/api .* cluster-monitoring-view/);
      grant(simulation, 'viewer', 'cluster-monitoring-view');
      await view.press('Refresh', { exact: true });
      await view.panel('sandboxes').showsChart();
      assert.equal(await view.problemCount(), 0);
    }));

  test('have hovers and completion in PromQL files', () =>
    shared.play('metrics file', async (workbench) => {
      const { editor } = workbench;
      await workbench.openFile('kata.promql');
      await editor.hasSquiggles('any');
      await editor.hover('kata_monitor_running_shim_count', 'sum by (node)');
      await editor.hoverShows('Number of sandboxes running on the node');
      await editor.escape();
      await editor.cursorAt(7, 19);
      await editor.suggestions.request('item');
      await editor.escape();
      await editor.cursorAt(5, 24);
      await editor.suggestions.request('kata_monitor_scrape_failed_count');
      await editor.suggestions.showDetails('kata_monitor_scrape_failed_count');
      await editor.suggestions.showsDetails("Number of times that kata-monitor couldn't provide sandbox metrics");
      await editor.suggestions.accept('kata_monitor_scrape_failed_count');
      await editor.hasLine('kata_monitor_scrape_failed_count');
    }));
});

/**
 * Opens a cluster if no earlier test has opened it in this window, and shows its metrics from the context menu of its
 * row.
 */
async function openMetrics(workbench: Workbench, context: string): Promise<MetricsPage> {
  const { tree } = workbench;
  await tree.open();
  await tree.showsRow(context);
  if (await tree.hasRow(context, 'Not open')) await tree.openCluster(context, 'Connected');
  await tree.choose(context, 'Show Kata Metrics...');
  return new MetricsPage(workbench.page);
}

/** Returns the metrics page of the cluster after it has loaded. */
async function showMetrics(workbench: Workbench): Promise<MetricsPage> {
  const view = await openMetrics(workbench, 'kube-admin');
  await view.isRead();
  return view;
}

/**
 * Returns a scenario with two pods of a Deployment that run for hours, a pod in another namespace, and a pending peer
 * pod. The last two are 31 minutes old.
 */
function scenario(): Scenario {
  const blocked = scenarioNamed('uninstall-blocked-by-pods') ?? assert.fail('no scenario');
  const pod = (
    name: string,
    runtimeClassName: string,
    nodeSelector: Readonly<Record<string, string>> = {},
  ): Scenario['prelude'][number] => ({
    resource: names.pods,
    create: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'shop' },
      spec: { runtimeClassName, nodeSelector, containers: [{ name: 'server', image: 'registry.example.com/web:1' }] },
    },
  });
  const later: Scenario['prelude'] = [
    // The scenario covers six hours before the test, of which the installation takes 15 minutes.
    { wait: 5 * 3_600_000 },
    { resource: names.namespaces, create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } } },
    {
      resource: { group: 'node.k8s.io', plural: 'runtimeclasses' },
      create: {
        apiVersion: 'node.k8s.io/v1',
        kind: 'RuntimeClass',
        metadata: { name: 'kata-remote' },
        handler: 'kata-remote',
      },
    },
    pod('web', 'kata'),
    pod('remote', 'kata-remote', { nowhere: 'yes' }),
    // Long enough for the alert about the pending peer pod to fire.
    { wait: 31 * 60_000 },
  ];
  return { ...blocked, prelude: [...blocked.prelude, ...later] };
}

/** Sets the URL of the web console. */
function addConsole({ store, resources }: Simulation): void {
  const metadata = { name: 'console-public', namespace: 'openshift-config-managed' };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { consoleURL: 'https://c.example.com' } };
  assert.ok(store.create(resources.need('', 'configmaps'), object, { seed: true }).ok);
}

/** Returns the number of sandboxes on each node, from the objects in the simulated cluster. */
function runningOn({ store }: Simulation): string {
  const found = new Map<string, number>();
  for (const pod of store.list(names.pods, { namespace: undefined }).items) {
    const node = getString(pod, 'spec', 'nodeName') ?? '';
    if (getString(pod, 'spec', 'runtimeClassName') !== 'kata' || getString(pod, 'status', 'phase') !== 'Running')
      continue;
    found.set(node, (found.get(node) ?? 0) + 1);
  }
  return [...found]
    .map(([node, count]) => `${node}: ${count}`)
    .toSorted()
    .join('; ');
}

async function charts(view: MetricsPage, simulation: Simulation): Promise<void> {
  const [sandboxes, guestMemory] = [view.panel('sandboxes'), view.panel('guestMemory')];
  await sandboxes.showsChart();
  await guestMemory.drawsColors(3);
  await view.panel('overhead').shows('pod overhead for kata');
  await view.panel('failures').shows('More than 25% of the peer pods have been neither running nor completed');
  await view.showsAlert(
    'KataRemoteWorkloadFailureHigh',
    // Shortly after midnight, the text contains a date, because the alert has fired since the day before.
    /^firing since (?:[A-Z][a-z]{2} \d{1,2}, )?\d\d:\d\d$/,
    /^More than 25% of the peer pods are neither running nor completed/,
    /^Check the events for a pod that doesn't start/,
  );
  await view.showsTile('installation', 'ok', 'Installed', /^Unchanged since/, 'No alert checks this value.');
  await view.showsTile(
    'failures',
    'attention',
    '100%',
    'Peer pods that are neither running nor completed: 1 of 1',
    /^The alert has been firing since/,
    /^Up from 0% at/,
    'Alert threshold: more than 25% for 30 min',
  );
  await view.panel('installation').showsValue('Kata installed', 'yes');

  // The first step to the left of the end is the newest point in time.
  const expected = runningOn(simulation);
  assert.match(expected, /^worker-\d: \d; worker-\d: \d$/);
  await sandboxes.pressInChart('ArrowLeft');
  await sandboxes.says(expected);
  const newest = await sandboxes.moment();
  await sandboxes.pressInChart('Home');
  await sandboxes.says('', { other: newest });
  assert.match(await sandboxes.moment(), /\d\d:\d\d:\d\d/);

  await guestMemory.openTable();
  await guestMemory.showsRowOfTable('shop/web');
  assert.ok((await guestMemory.count('no value')) > 3, 'the line begins later than the others');
  assert.deepEqual(await violations(view.frame), [], 'with a table');
  await guestMemory.closeTable();
}

async function filters(view: MetricsPage): Promise<void> {
  const [shimRpc, guestMemory] = [view.panel('shimRpc'), view.panel('guestMemory')];
  await shimRpc.hasLines('50th percentile', '95th percentile', '99th percentile');
  await shimRpc.selectPercentile('99th percentile by request');
  await shimRpc.hasLine('stats');
  await view.select('Namespace', 'shop');
  await view.panel('sandboxes').shows("The Namespace filter doesn't affect this chart");
  await guestMemory.hasLines('shop/web');
  assert.equal(await view.optionCount('Sandbox'), 2);
  await view.select('Namespace', 'All namespaces');
  await guestMemory.hasLineCount(3);
}

/** Binds a cluster role to a user. */
function grant({ store, resources }: Simulation, user: string, role: string): void {
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: `${user}-${role}` },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
  };
  assert.ok(
    store.create(resources.need('rbac.authorization.k8s.io', 'clusterrolebindings'), binding, { seed: true }).ok,
  );
}
