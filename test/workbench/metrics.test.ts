/**
 * The metrics of kata in a real VS Code, read by the Route and the rights of a simulated cluster: charts, tables, keys, filters, an alert, the box for questions, a login without a token and one without rights, PromQL in a file. OSC_UPDATE_IMAGES=1 takes the pictures anew.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { stringAt } from '../../core/json.ts';
import { scenarioNamed, type Simulation } from '../../simulator/src/main.ts';
import type { Scenario } from '../../simulator/src/scenarios/scenario.ts';
import { certificateLogin, type CertificateLogin } from '../support/metrics/certificateLogin.ts';
import { accessible, violations } from '../support/workbench/axe.ts';
import { useClusters } from '../support/workbench/clusters.ts';
import { picturesWanted, takePicture } from '../support/workbench/pictures.ts';
import { useSession } from '../support/workbench/session.ts';
import { ClusterTreeView, dressed } from '../support/workbench/tree.ts';
import type { Workbench } from '../support/workbench/workbench.ts';

const clusters = useClusters();
const session = useSession(() => ({ env: { KUBECONFIG: clusters.file, HOME: path.dirname(clusters.file) } }));

const themes = [
  { name: 'light', theme: 'Default Light Modern', shown: '.monaco-workbench.vs' },
  { name: 'dark', theme: 'Default Dark Modern', shown: '.monaco-workbench.vs-dark' },
];
const queries = ['sum by (node) (kata_monitor_running_shim_count)', 'sum(kata_guest_lod)', 'kata_monitor_scrape_fai', 'kata_guest_load{it}', ''].join('\n\n');
const asOf = /^as of \d\d:\d\d$/;
const names = { pods: { group: '', plural: 'pods' }, namespaces: { group: '', plural: 'namespaces' } };

describe('metrics', { timeout: 900_000 }, () => {
  let login: CertificateLogin | undefined;
  after(() => login?.close());

  test('are drawn, read and asked for', async () => {
    const simulation = await clusters.start(scenario(), { users: [{ name: 'viewer', groups: [] }], monitoring: {} });
    addConsole(simulation);
    login = await certificateLogin(simulation, 'kube:admin');
    writeFileSync(clusters.file, login.kubeconfig);
    const contents = { files: { ...dressed.files, 'kata.promql': queries } };
    await session().window('metrics', contents, async (workbench, folder) => {
      const tree = new ClusterTreeView(workbench.page);
      await tree.open();
      await workbench.runCommand('Ask Prometheus...');
      await workbench.page.locator('.notification-toast', { hasText: 'No cluster is open.' }).waitFor();
      await workbench.runCommand('Notifications: Clear All Notifications');

      await tree.press('kube-admin');
      await tree.row('kube-admin', 'live').waitFor();
      await workbench.runCommand('Show Metrics of Kata...');
      const view = workbench.webview();
      await view.getByText(asOf).waitFor();
      await charts(workbench, view, simulation);
      await accessible({ workbench, folder }, view, 'metrics');
      await choices(view);
      await inConsole(workbench, view);
      await pictures(workbench, view, folder);
      await asks(workbench, view);
      await tooltip(workbench, tree);
      await withoutToken(workbench, tree);
      await withoutRights(workbench, tree, simulation);
      await inFile(workbench);
    });
  });
});

/** Two pods of a Deployment for hours, one of another namespace for the last three quarters of one, and a peer pod that did not start for as long. */
function scenario(): Scenario {
  const blocked = scenarioNamed('uninstall-blocked-by-pods') ?? assert.fail('no scenario');
  const pod = (name: string, runtimeClassName: string, nodeSelector: Readonly<Record<string, string>> = {}): Scenario['prelude'][number] => ({
    resource: names.pods,
    create: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'shop' },
      spec: { runtimeClassName, nodeSelector, containers: [{ name: 'server', image: 'registry.example.com/web:1' }] },
    },
  });
  const later: Scenario['prelude'] = [
    // What is played before the present is six hours in all, of which the installation takes a quarter of one.
    { wait: 5 * 3_600_000 },
    { resource: names.namespaces, create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } } },
    {
      resource: { group: 'node.k8s.io', plural: 'runtimeclasses' },
      create: { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'kata-remote' }, handler: 'kata-remote' },
    },
    pod('web', 'kata'),
    pod('remote', 'kata-remote', { nowhere: 'yes' }),
    // So long that its alert fires.
    { wait: 31 * 60_000 },
  ];
  return { ...blocked, prelude: [...blocked.prelude, ...later] };
}

/** Where its console is. */
function addConsole({ store, resources }: Simulation): void {
  const metadata = { name: 'console-public', namespace: 'openshift-config-managed' };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { consoleURL: 'https://c.example.com' } };
  assert.ok(store.create(resources.need('', 'configmaps'), object, { seed: true }).ok);
}

const panelIn = (view: FrameLocator, id: string) => view.locator(`section[data-panel="${id}"]`);

/** How many sandboxes run on each node, as the cluster itself has it. */
function runningOn({ store }: Simulation): string {
  const found = new Map<string, number>();
  for (const pod of store.list(names.pods, { namespace: undefined }).items) {
    const node = stringAt(pod, 'spec', 'nodeName') ?? '';
    if (stringAt(pod, 'spec', 'runtimeClassName') !== 'kata' || stringAt(pod, 'status', 'phase') !== 'Running') continue;
    found.set(node, (found.get(node) ?? 0) + 1);
  }
  return [...found]
    .map(([node, count]) => `${node}: ${count}`)
    .toSorted()
    .join('; ');
}

async function charts({ page }: Workbench, view: FrameLocator, simulation: Simulation): Promise<void> {
  const panel = (id: string) => panelIn(view, id);
  await panel('sandboxes').locator('canvas').waitFor();
  assert.ok((await colours(view, 'guestMemory')) >= 3, 'three lines in three colours');
  await panel('overhead').getByText('set aside by kata', { exact: false }).waitFor();
  await panel('failures').getByText('More than a quarter of the peer pods neither run nor have succeeded').waitFor();
  const alert = view.getByRole('listitem').filter({ hasText: 'KataRemoteWorkloadFailureHigh' });
  await alert.getByText(/^firing since \d\d:\d\d$/).waitFor();
  await alert.getByText(/^More than a quarter of the peer pods neither run/).waitFor();
  await alert.getByText(/^Look at the events of a pod that does not start/).waitFor();
  await panel('installation').locator('.legend li', { hasText: 'KataConfig installed' }).getByText('yes').waitFor();

  // The newest moment is the first to the left of the end.
  const expected = runningOn(simulation);
  assert.match(expected, /^worker-\d: \d; worker-\d: \d$/);
  const chart = panel('sandboxes').getByRole('slider');
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await panel('sandboxes').locator('.spoken', { hasText: expected }).waitFor({ state: 'attached' });
  const last = await chart.getAttribute('aria-valuetext');
  await page.keyboard.press('Home');
  await panel('sandboxes')
    .locator('.spoken:not(:empty)', { hasNotText: last ?? '' })
    .waitFor({ state: 'attached' });
  assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /\d\d:\d\d:\d\d/);

  await panel('guestMemory')
    .getByRole('button', { name: /^Show as table/ })
    .click();
  await panel('guestMemory').getByRole('rowheader', { name: 'shop/web' }).waitFor();
  assert.ok((await panel('guestMemory').getByText('no value').count()) > 3, 'it began later than the others');
  assert.deepEqual(await violations(view), [], 'with a table');
  await panel('guestMemory')
    .getByRole('button', { name: /^Hide the table/ })
    .click();
}

async function choices(view: FrameLocator): Promise<void> {
  const panel = (id: string) => panelIn(view, id);
  const lines = (id: string) => panel(id).locator('.legend button .name');
  assert.deepEqual(await lines('shimRpc').allTextContents(), ['50th percentile', '95th percentile', '99th percentile']);
  await panel('shimRpc').getByLabel('Percentile of Latency of requests to the shim').selectOption({ label: '99th, by request' });
  await lines('shimRpc').filter({ hasText: 'stats' }).waitFor();

  const namespace = view.getByLabel('Namespace', { exact: true });
  await namespace.selectOption('shop');
  await panel('sandboxes').getByText('Not by namespace').waitFor();
  await lines('guestMemory').filter({ hasText: 'shop/web' }).waitFor();
  assert.equal(await lines('guestMemory').count(), 1);
  assert.deepEqual(await view.getByLabel('Sandbox', { exact: true }).locator('option').count(), 2);
  await namespace.selectOption({ label: 'all namespaces' });
  await lines('guestMemory').nth(2).waitFor();
}

async function inConsole(workbench: Workbench, view: FrameLocator): Promise<void> {
  const panel = panelIn(view, 'guestCpu');
  await panel.getByRole('button', { name: /Copy PromQL/ }).click();
  const query = 'sum by (sandbox_id) (irate(kata_guest_cpu_time{cpu="total",  item=~"irq|softirq|system|user"}[5m]))';
  await workbench.copied((text) => text === query);
  await panel.getByRole('button', { name: /^Open in the console/ }).click();
  // Nothing is opened before VS Code, too, has asked; it shows the address shortened.
  const dialog = workbench.page.locator('.monaco-dialog-box', { hasText: 'https://c.example.com/monitoring/query-browser?' });
  await dialog.getByRole('button', { name: 'Copy' }).click();
  const address = `https://c.example.com/monitoring/query-browser?query0=${encodeURIComponent(query)}`;
  await workbench.copied((text) => text === address);
}

async function asks(workbench: Workbench, view: FrameLocator): Promise<void> {
  const { page } = workbench;
  const box = view.getByRole('combobox', { name: 'Ask Prometheus' });
  await workbench.runCommand('Ask Prometheus...');
  await view.locator('#query:focus').waitFor();
  await page.keyboard.type('kata_monitor_scrape_fail');
  await view.getByRole('option', { name: /kata_monitor_scrape_failed_count/ }).waitFor();
  assert.deepEqual(await violations(view), [], 'with completions');
  await page.keyboard.press('Enter');
  assert.equal(await box.inputValue(), 'kata_monitor_scrape_failed_count');
  await page.keyboard.press('Enter');
  await panelIn(view, 'ask').locator('.legend', { hasText: 'node="worker-0"' }).waitFor();
  await box.fill('sum(');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await panelIn(view, 'ask').getByText('The query was not understood').waitFor();
  assert.deepEqual(await violations(view), [], 'with a query that is wrong');
}

/** What was read is in the tree, without another question. */
async function tooltip({ page }: Workbench, tree: ClusterTreeView): Promise<void> {
  await tree.press('Installed');
  await tree.row('worker-0').hover();
  await page.locator('.workbench-hover', { hasText: /Sandboxes running: .*[▁▂▃▄▅▆▇█]+ \d at the end/ }).waitFor();
  await page.mouse.move(700, 250);
}

async function withoutToken(workbench: Workbench, tree: ClusterTreeView): Promise<void> {
  const { page } = workbench;
  await workbench.runCommand('View: Close All Editors');
  await tree.press('by-certificate');
  await tree.row('by-certificate', 'live').waitFor();
  await workbench.runCommand('Show Metrics of Kata...');
  await workbench.quickRow('by-certificate').click();
  const view = workbench.webview();
  const request = view.getByRole('alert').getByRole('button', { name: 'Request a token...' });
  await request.waitFor();
  assert.deepEqual(await violations(view), [], 'without a token');
  const dialog = page.locator('.monaco-dialog-box', { hasText: 'service account prometheus-k8s on by-certificate' });
  await request.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await view.locator('canvas').count(), 0, 'nothing is read with a token that nobody agreed to');
  await request.click();
  await dialog.getByRole('button', { name: 'Request a Token' }).click();
  await panelIn(view, 'sandboxes').locator('canvas').waitFor();
}

/** What is missing is named, until nothing is. */
async function withoutRights(workbench: Workbench, tree: ClusterTreeView, { store, resources }: Simulation): Promise<void> {
  await workbench.runCommand('View: Close All Editors');
  await tree.press('viewer');
  await tree.row('viewer', 'no rights to see kata').waitFor();
  await workbench.runCommand('Show Metrics of Kata...');
  await workbench.quickRow('viewer').click();
  const view = workbench.webview();
  const said = view.getByRole('alert');
  await said.getByText(/No way to the Prometheus .* \(you may not get it\)/).waitFor();
  const grant = (name: string) => {
    const rule = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: `viewer-${name}` },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'viewer' }],
    };
    assert.ok(store.create(resources.need('rbac.authorization.k8s.io', 'clusterrolebindings'), rule, { seed: true }).ok);
  };
  const refresh = view.getByRole('button', { name: 'Refresh', exact: true });
  grant('view');
  await refresh.click();
  await said.getByText(/missing is create prometheuses\/api .* cluster-monitoring-view/).waitFor();
  grant('cluster-monitoring-view');
  await refresh.click();
  await panelIn(view, 'sandboxes').locator('canvas').waitFor();
  assert.equal(await said.count(), 0);
}

async function inFile(workbench: Workbench): Promise<void> {
  const { editor } = workbench;
  await workbench.openFile('kata.promql');
  await editor.squiggles('warning').or(editor.squiggles('info')).or(editor.squiggles('error')).first().waitFor();
  const hovers = await editor.hover('kata_monitor_running_shim_count', 'sum by (node)');
  await hovers
    .getByText(/How many sandboxes run on the node/)
    .first()
    .waitFor();

  // Names of series with what they tell, and labels.
  await workbench.page.mouse.move(0, 0);
  await editor.cursorAt(7, 19);
  await editor.suggestUntil('item');
  await workbench.page.keyboard.press('Escape');
  await editor.cursorAt(5, 24);
  await editor.suggestUntil('kata_monitor_scrape_failed_count');
  // The same key again shows what it tells.
  await workbench.page.keyboard.press('Control+Space');
  await workbench.page.locator('.suggest-details', { hasText: 'How often kata-monitor could not bring metrics' }).waitFor();
  await workbench.page.keyboard.press('Enter');
  await editor.hasLine('kata_monitor_scrape_failed_count');
}

/** Runs in the page. Greys are axes and grid. */
const coloursOf = `(canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const seen = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue, alpha] = data.slice(at, at + 4);
    if (alpha < 250 || Math.max(red, green, blue) - Math.min(red, green, blue) < 60) continue;
    const color = [red, green, blue].join();
    seen.set(color, (seen.get(color) ?? 0) + 1);
  }
  return [...seen.values()].filter((count) => count > 40).length;
}`;

/** How many colours of lines a chart shows: every pixel of it is looked at. */
function colours(view: FrameLocator, panel: string): Promise<number> {
  return view.locator('body').evaluate<number, unknown>(`(${coloursOf})(document.querySelector('section[data-panel="${panel}"] canvas'))`, undefined);
}

async function pictures(workbench: Workbench, view: FrameLocator, folder: string): Promise<void> {
  const { page } = workbench;
  if (!picturesWanted(themes.map(({ name }) => `metrics-${name}`))) return;
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 1360, height: 1240 });
  await workbench.runCommand('View: Close Primary Side Bar');
  for (const { name, theme, shown } of themes) {
    writeFileSync(path.join(folder, '.vscode/settings.json'), JSON.stringify({ 'workbench.colorTheme': theme }));
    await page.locator(shown).waitFor();
    await view.locator('h1').click();
    await page.mouse.move(0, 0);
    await takePicture(page, `metrics-${name}`);
  }
  await page.setViewportSize(size);
  await new ClusterTreeView(page).open();
}
