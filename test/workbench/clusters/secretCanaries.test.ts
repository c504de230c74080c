/**
 * Tests that VS Code neither shows nor stores a secret of the kubeconfig or the cluster. Each place that can hold a
 * secret has a canary.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import type { Simulation } from '#simulator/main.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { browserStorage, readExposedTexts, writtenFiles } from '#test/support/workbench/exposedTexts.ts';
import { createCredentialPlugin } from '#test/support/workbench/clusters/credentialPlugin.ts';
import { useSession, type Session } from '#test/support/workbench/session/session.ts';
import { until } from '#test/support/workbench/parts/step.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

/** Returns a canary. It doesn't look like a credential, so that redaction doesn't remove it. */
const canary = (place: string): string => `canary-${place}-q7x`;
/** Text that isn't a secret. A search that finds no canary must find it. */
const control = 'shown-control-q7x';
const operatorNamespace = 'openshift-sandboxed-containers-operator';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

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

/** Returns the places whose canaries a text contains, plain or in base64. */
function canariesIn(text: string): readonly string[] {
  return places.filter(
    (place) => text.includes(canary(place)) || text.includes(base64(canary(place)).replace(/=+$/, '')),
  );
}

describe('secrets', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);

  test('of the kubeconfig and the cluster are never displayed, stored, or logged', async () => {
    session().setMachineSettings({ 'osc.trace.server': 'verbose' });
    const simulation = await clusters.start('peer-pods', { speed: 600 });
    const contexts = prepare(simulation, session());
    await begin(simulation);
    const files = { 'cm.yaml': ours('peer-pods-cm', { CLOUD_PROVIDER: 'aws' }), 'pod.yaml': pod };
    const contents = {
      files,
      open: 'cm.yaml',
      payload: [['logLevel', 'trace'] as const],
      size: { width: 1400, height: 1800 },
      recordsReceived: true,
    };
    await session().window('secrets', contents, async (workbench) => {
      const seen: string[] = [];
      const look = async (): Promise<void> => void seen.push(await readExposedTexts(workbench));
      await workbench.isChecked();
      await openAll(workbench, contexts, look);
      await showRows(workbench, Object.keys(contexts), look);
      await showDocuments(workbench, look);

      assert.ok(
        seen.some((text) => text.includes(control)),
        'what may be shown is found in the window',
      );
      assert.deepEqual(canariesIn(seen.join('\n')), []);
      const received = workbench.received.join('\n');
      assert.ok(received.includes('Next attempt at'), 'the window received the tooltip of the unreachable cluster');
      // The confirmation before the command runs contains its arguments.
      assert.deepEqual(canariesIn(received), ['argument']);
      const stored = await browserStorage(workbench);
      assert.match(stored, /by-token/, 'the names of the open clusters are found in the storage');
      assert.deepEqual(canariesIn(stored), []);
      assert.deepEqual(canariesIn([...workbench.console, session().host.log()].join('\n')), []);
      // The trace contains message names, and lengths instead of texts.
      const written = await writtenFiles(session().home, 'osc/clusterFacts');
      assert.deepEqual(canariesIn(written), []);
    });
  });
});

/** Starts the installation as soon as the admission webhook is ready. */
async function begin(simulation: Simulation): Promise<void> {
  let refusal = '';
  await until(
    { does: 'start the scenario', expects: 'a cluster that accepts the KataConfig', state: async () => refusal },
    async () => {
      const begun = simulation.begin();
      if (!begun.ok) refusal = begun.error;
      return begun.ok;
    },
  );
}

/** Opens every cluster of the kubeconfig. */
async function openAll(
  { dialogs, tree }: Workbench,
  contexts: Readonly<Record<string, string | RegExp>>,
  look: () => Promise<void>,
): Promise<void> {
  await tree.open();
  for (const [context, state] of Object.entries(contexts)) {
    await tree.click(context, 'Not open');
    if (context === 'by-program') {
      // The confirmation shows the command with its arguments. No other place may show an argument.
      const { message, detail } = await dialogs.press('Run');
      assert.deepEqual(canariesIn(`${message}\n${detail}`), ['argument']);
    }
    await tree.showsRow(context, state);
    await look();
  }
}

/** Shows the rows of the first cluster, and their tooltips. */
async function showRows(
  { tree }: Workbench,
  [, ...others]: readonly string[],
  look: () => Promise<void>,
): Promise<void> {
  await tree.showsRow('Installed', '2 nodes');
  // The rows of all clusters would fill the view.
  for (const context of others) await tree.collapse(context);
  for (const group of ['Installed', 'Runtimes', 'Operator', 'Peer pods', 'Pods']) await tree.expand(group);
  await look();
  await tree.hoverEach();
}

/** Shows an explanation, an object, the exported history, a file that is checked, and the log. */
async function showDocuments(workbench: Workbench, look: () => Promise<void>): Promise<void> {
  const { editor, output, problems, quickInput, tree, webview } = workbench;
  await tree.choose('Peer pods', 'Explain');
  await webview.shows('Configuration for peer pods');
  await look();
  await tree.pressIcon('worker-0', 'Open as YAML');
  await editor.containsLine(control);
  await look();
  await editor.hasKeyboard();
  await tree.choose('by-token', 'Export History...');
  await quickInput.choose('JSON');
  await editor.containsLine('"cluster": "by-token"');
  await look();
  await workbench.openFile('pod.yaml');
  await editor.hasLine('runtimeClassName: kata-remote');
  await problems.open();
  await look();
  await workbench.run('Show Log');
  await output.isOpen();
  await look();
}

/**
 * Puts a canary into each place that can hold a secret.
 * @returns the contexts in the order in which the test opens them, with the expected descriptions of their rows
 */
function prepare(
  simulation: Simulation,
  { kube, kubeconfig: file }: Session,
): Readonly<Record<string, string | RegExp>> {
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
  const tokenFile = path.join(kube, 'token');
  writeFileSync(tokenFile, canary('token-file'), { mode: 0o600 });
  const plugin = createCredentialPlugin(
    mkdtempSync(path.join(kube, 'login-')),
    canary('program-token'),
    ['--secret', canary('argument')],
    {
      SECRET: canary('variable'),
    },
  );
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
    'by-program': plugin.user,
    'by-password': { username: 'somebody', password: canary('password') },
    'by-key': {
      'client-certificate-data': pem('CERTIFICATE', 'AAAA'),
      'client-key-data': pem('PRIVATE KEY', canary('key')),
    },
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
      clusters: [
        cluster,
        {
          name: 'behind-proxy',
          cluster: { ...cluster.cluster, 'proxy-url': `http://me:${canary('proxy')}@127.0.0.1:1` },
        },
      ],
      users: Object.entries(users).map(([name, its]) => ({ name, user: its })),
      contexts: Object.keys(users).map((name) => ({
        name,
        context: { cluster: name === 'by-proxy' ? 'behind-proxy' : cluster.name, user: name },
      })),
    }),
  );
  return {
    'by-token': 'Connected',
    'by-token-file': 'Connected',
    'by-program': 'Connected',
    'by-password': 'Access denied',
    'by-key': 'No credentials',
    'by-provider': /No credentials|Login required/,
    'by-proxy': 'Unreachable',
  };
}

function ours(name: string, data: Readonly<Record<string, string>>): string {
  const lines = Object.entries(data).map(([key, value]) => `  ${key}: "${value}"`);
  return [
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    `  name: ${name}`,
    `  namespace: ${operatorNamespace}`,
    'data:',
    ...lines,
    '',
  ].join('\n');
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
