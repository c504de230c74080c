/** Whatever is a secret, of the kubeconfig or of the cluster, stands nowhere that VS Code shows or keeps: canaries in every place for one, looked for everywhere. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as turn } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { parse } from 'yaml';
import { testSettings } from '../../scripts/lib/vscodeSettings.ts';
import type { Simulation } from '../../simulator/src/main.ts';
import { appears } from '../support/workbench/appears.ts';
import { useClusters } from '../support/workbench/clusters.ts';
import { loginProgram } from '../support/workbench/loginProgram.ts';
import { useSession } from '../support/workbench/session.ts';
import { ClusterTreeView } from '../support/workbench/tree.ts';
import { writtenLogs } from '../support/workbench/writtenLogs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'osc-canaries-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Looks like no credential, so that nothing takes it out by its looks. */
const canary = (of: string) => `canary-${of}-q7x`;
/** May be seen: whatever finds no canary must find this. */
const control = 'shown-control-q7x';
const operatorNamespace = 'openshift-sandboxed-containers-operator';
const base64 = (text: string) => Buffer.from(text).toString('base64');

const places = [
  'token',
  'token-file',
  'password',
  'key',
  'argument',
  'variable',
  'program-token',
  'refresh',
  'id-token',
  'client',
  'proxy',
  'data',
  'note',
  'map',
];

/** Which canaries stand in a text, as they are or in base64. */
function canariesIn(text: string): readonly string[] {
  return places.filter((of) => text.includes(canary(of)) || text.includes(base64(canary(of)).replace(/=+$/, '')));
}

describe('canaries', { timeout: 900_000 }, () => {
  const clusters = useClusters();
  const session = useSession(() => ({
    settings: { ...testSettings, 'osc.trace.server': 'verbose' },
    env: { KUBECONFIG: clusters.file, HOME: path.dirname(clusters.file), ...writtenLogs(folder) },
  }));

  test('are found nowhere', async () => {
    const simulation = await clusters.start('peer-pods', { speed: 600 });
    const contexts = prepare(simulation, clusters.file);
    // The webhook that has to say yes may not be ready yet.
    while (!simulation.begin().ok) await turn(50);
    const files = { 'cm.yaml': ours('peer-pods-cm', { CLOUD_PROVIDER: 'aws' }), 'pod.yaml': pod };
    await session().window('canaries', { files, open: 'cm.yaml', payload: [['logLevel', 'trace']] }, async (workbench) => {
      const { page, editor } = workbench;
      const seen: string[] = [];
      const look = async () => void seen.push(...(await Promise.all(page.frames().map((frame) => frame.content().catch(() => '')))));
      await workbench.checked();
      await page.setViewportSize({ width: 1400, height: 1800 });
      const tree = new ClusterTreeView(page);
      await tree.open();
      const dialog = page.locator('.monaco-dialog-box');
      for (const [context, words] of Object.entries(contexts)) {
        await tree.press(context, 'not open');
        if (context === 'by-program') {
          // It says what is to run, and the arguments are part of that: the one place where one may stand.
          await dialog.waitFor();
          assert.deepEqual(canariesIn(await dialog.innerText()), ['argument']);
          await dialog.getByRole('button', { name: 'Run', exact: true }).click();
          await dialog.waitFor({ state: 'detached' });
        }
        await tree.row(context, words).waitFor();
        await look();
      }
      await tree.row('Installed', '2 nodes').waitFor();
      // All of them would fill the view.
      for (const context of Object.keys(contexts).slice(1)) await tree.press(context);
      for (const group of ['Operator', 'Peer pods', 'Node eligibility', 'Kata workloads', 'Feature gates', 'Installed']) {
        if (await tree.row(group).isVisible()) await tree.press(group);
      }
      await look();
      const rows = await tree.rows.count();
      for (let row = 0; row < rows; row += 1) {
        await tooltip(page, tree, row);
        await look();
      }
      await tree.choose('Peer pods', 'Explain');
      await workbench.webview().getByText('Pods in virtual machines of the cloud').waitFor();
      await look();
      await tree.row('worker-0').hover();
      await tree.row('worker-0').locator('.action-label[aria-label="Open as YAML"]').click();
      await editor.line(control).first().waitFor();
      await look();
      await tree.choose('by-token', 'Export What Was Seen...');
      await workbench.quickRow('JSON').click();
      await editor.line('"cluster": "by-token"').waitFor();
      await look();
      await workbench.openFile('pod.yaml');
      await editor.hasLine('runtimeClassName: kata-remote');
      await workbench.openProblems();
      await look();
      await workbench.runCommand('Show Log');
      await page.locator('.part.panel .output-view-content, .part.panel .monaco-editor').first().waitFor();
      await look();

      assert.ok(
        seen.some((text) => text.includes(control)),
        'what may be seen is found in the window',
      );
      assert.deepEqual(canariesIn(seen.join('\n')), []);
      const kept = await browserStorage(page);
      assert.match(kept, /by-token/, 'what is kept of open clusters is found');
      assert.deepEqual(canariesIn(kept), []);
      assert.deepEqual(canariesIn([...workbench.console, session().host.log()].join('\n')), []);
      const written = await logsWith(session().home, control);
      assert.match(written, /osc\/clusterFacts/, 'what the language server was told is found');
      assert.deepEqual(canariesIn(written), []);
    });
  });
});

/** Puts a canary wherever a secret can stand. Gives the contexts in the order in which they are opened, and what their row says then. */
function prepare(simulation: Simulation, file: string): Readonly<Record<string, string | RegExp>> {
  const { store, resources, tokens } = simulation;
  const user = { name: 'kube:admin', groups: ['system:masters', 'system:authenticated'] };
  for (const place of ['token', 'token-file', 'program-token']) tokens.add(canary(place), user);
  const secret = store.modify(resources.need('', 'secrets'), operatorNamespace, 'peer-pods-secret', (one) => ({
    ...one,
    metadata: { ...one.metadata, annotations: { 'kubectl.kubernetes.io/last-applied-configuration': canary('note') } },
    data: { AWS_SECRET_ACCESS_KEY: base64(canary('data')), AWS_ACCESS_KEY_ID: base64(canary('data')) },
  }));
  assert.ok(secret.ok);
  const map = store.modify(resources.need('', 'configmaps'), operatorNamespace, 'peer-pods-cm', (one) => ({
    ...one,
    data: { CLOUD_PROVIDER: 'aws', AWS_SECRET_ACCESS_KEY: canary('map') },
  }));
  assert.ok(map.ok);
  const node = store.modify(resources.need('', 'nodes'), undefined, 'worker-0', (one) => ({
    ...one,
    metadata: { ...one.metadata, labels: { ...one.metadata.labels, 'example.com/control': control } },
  }));
  assert.ok(node.ok);
  const tokenFile = path.join(folder, 'token');
  writeFileSync(tokenFile, canary('token-file'), { mode: 0o600 });
  const program = loginProgram(folder, canary('program-token'), ['--secret', canary('argument')], { SECRET: canary('variable') });
  const pem = (kind: string, text: string) => base64(`-----BEGIN ${kind}-----\n${text}\n-----END ${kind}-----\n`);
  const oidc = {
    'client-id': 'id',
    'client-secret': canary('client'),
    'idp-issuer-url': 'https://127.0.0.1:1',
    'id-token': `${base64('{}')}.${base64('{"exp":1}')}.${canary('id-token')}`,
    'refresh-token': canary('refresh'),
  };
  const users: Readonly<Record<string, object>> = {
    'by-token': { token: canary('token') },
    'by-token-file': { tokenFile },
    'by-program': program.user,
    'by-password': { username: 'somebody', password: canary('password') },
    'by-key': { 'client-certificate-data': pem('CERTIFICATE', 'AAAA'), 'client-key-data': pem('PRIVATE KEY', canary('key')) },
    'by-provider': { 'auth-provider': { name: 'oidc', config: oidc } },
    'by-proxy': { token: canary('token') },
  };
  const kubeconfig = parse(simulation.kubeconfig) as { clusters: { name: string; cluster: object }[] };
  const [cluster] = kubeconfig.clusters;
  assert.ok(cluster);
  writeFileSync(
    file,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [cluster, { name: 'behind-proxy', cluster: { ...cluster.cluster, 'proxy-url': `http://me:${canary('proxy')}@127.0.0.1:1` } }],
      users: Object.entries(users).map(([name, its]) => ({ name, user: its })),
      contexts: Object.keys(users).map((name) => ({ name, context: { cluster: name === 'by-proxy' ? 'behind-proxy' : cluster.name, user: name } })),
    }),
  );
  return {
    'by-token': 'live',
    'by-token-file': 'live',
    'by-program': 'live',
    'by-password': 'no rights to see kata',
    'by-key': 'no credentials',
    'by-provider': /no credentials|log in/,
    'by-proxy': 'unreachable',
  };
}

function ours(name: string, data: Readonly<Record<string, string>>): string {
  const lines = Object.entries(data).map(([key, value]) => `  ${key}: "${value}"`);
  return ['apiVersion: v1', 'kind: ConfigMap', 'metadata:', `  name: ${name}`, `  namespace: ${operatorNamespace}`, 'data:', ...lines, ''].join('\n');
}

const pod = `apiVersion: v1
kind: Pod
metadata:
  name: example
spec:
  runtimeClassName: kata-remote
  containers:
    - name: app
      image: registry.example.com/app
`;

/** Rests the pointer on a row until it has its tooltip, if it has one. */
async function tooltip(page: Page, tree: ClusterTreeView, row: number): Promise<void> {
  const box = await tree.rows.nth(row).boundingBox();
  if (box === null) return;
  await page.mouse.move(1200, 20);
  await page.mouse.move(box.x + 90, box.y + box.height / 2, { steps: 2 });
  await appears(page.locator('.workbench-hover'), 1500);
}

/** All that VS Code keeps in the browser: what extensions keep for the workspace and the user is there. */
async function browserStorage(page: Page): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); });
    const all = [JSON.stringify({ ...localStorage })];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const values = await done(database.transaction(store).objectStore(store).getAll());
        for (const value of values) all.push(value instanceof Uint8Array ? new TextDecoder().decode(value) : JSON.stringify(value));
      }
      database.close();
    }
    return all.join('\\n');
  })()`);
}

/** All that VS Code has written below its home, but extensions, once this stands in it: logs are written with a delay. */
async function logsWith(home: string, text: string): Promise<string> {
  const end = performance.now() + 20_000;
  for (;;) {
    const all = readdirSync(path.join(home, 'user-data'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');
    if (all.includes(text)) return all;
    assert.ok(performance.now() < end, 'what may be seen is not found in the logs');
    await turn(100);
  }
}
