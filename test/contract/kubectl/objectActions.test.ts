/**
 * Tests with kubectl that a simulated cluster restarts, scales, and deletes as a real one: rollout restart, the scale
 * subresource, finalizers of pods, and cordon. Skipped for real servers: the server of the other contract tests has no
 * controllers and no nodes. The expected texts are those of kubectl 1.32.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';

const kubectl = findKubectl();
const isOracle = (process.env['ORACLE_KUBECONFIG'] ?? '') !== '';
const skip = isOracle ? 'the server has no controllers' : kubectl === undefined ? 'kubectl is missing' : false;

const heldPod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'held', finalizers: ['example.com/backup'] },
  spec: { containers: [{ name: 'main', image: 'registry.example.com/app:1' }] },
};

describe('kubectl', { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-actions-'));
  const state: { simulation?: Simulation } = {};

  before(async () => {
    const scenario = scenarioNamed('two-workers-installed') ?? assert.fail();
    state.simulation = await simulate({ scenario: { ...scenario, steps: [] }, speed: 60 });
    writeFileSync(path.join(folder, 'kubeconfig'), state.simulation.kubeconfig, { mode: 0o600 });
    writeFileSync(path.join(folder, 'held.json'), JSON.stringify(heldPod));
  });
  after(async () => {
    await state.simulation?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function run(...args: readonly string[]): Promise<{ readonly isOk: boolean; readonly text: string }> {
    return new Promise((resolve) => {
      const options = { env: { ...process.env, KUBECONFIG: 'kubeconfig' }, cwd: folder };
      execFile(kubectl ?? '', [...args], options, (error, stdout, stderr) =>
        resolve({ isOk: error === null, text: `${stdout}${stderr}`.trim() }),
      );
    });
  }

  async function prints(text: string, ...args: readonly string[]): Promise<void> {
    const answer = await run(...args);
    assert.ok(answer.isOk, answer.text);
    assert.equal(answer.text, text);
  }

  test('restarts a Deployment, whose pods are replaced', async () => {
    await prints('deployment.apps/web created', 'create', 'deployment', 'web', '--image=nginx', '--replicas=2');
    await run('rollout', 'status', 'deployment/web', '--timeout=60s');
    const names = async (): Promise<string> => (await run('get', 'pods', '-l', 'app=web', '-o', 'name')).text;
    const first = (await names()).split('\n');
    await prints('deployment.apps/web restarted', 'rollout', 'restart', 'deployment/web');
    const { isOk, text } = await run('rollout', 'status', 'deployment/web', '--timeout=60s');
    assert.ok(isOk && text.endsWith('deployment "web" successfully rolled out'), text);
    await run('wait', '--for=delete', ...first, '--timeout=60s');
    const second = (await names()).split('\n');
    assert.equal(second.length, 2);
    assert.ok(second.every((name) => !first.includes(name)));
  });

  test("doesn't restart a paused Deployment", async () => {
    await prints('deployment.apps/web paused', 'rollout', 'pause', 'deployment/web');
    const { isOk, text } = await run('rollout', 'restart', 'deployment/web');
    assert.equal(isOk, false);
    assert.equal(text, `error: deployments.apps "web" can't restart paused deployment (run rollout resume first)`);
    await prints('deployment.apps/web resumed', 'rollout', 'resume', 'deployment/web');
  });

  test('scales a Deployment through the scale subresource, and checks the current number of replicas', async () => {
    await prints('deployment.apps/web scaled', 'scale', 'deployment/web', '--replicas=3');
    await prints('3', 'get', 'deployment/web', '-o', 'jsonpath={.spec.replicas}');
    await prints('3', 'get', 'deployment/web', '--subresource=scale', '-o', 'jsonpath={.spec.replicas}');
    const wrong = await run('scale', 'deployment/web', '--current-replicas=1', '--replicas=0');
    assert.equal(wrong.text, 'error: Expected replicas to be 1, was 3');
    await prints('deployment.apps/web scaled', 'scale', 'deployment/web', '--replicas=0');
    await run('wait', '--for=delete', 'pods', '-l', 'app=web', '--timeout=60s');
    await prints('No resources found in default namespace.', 'get', 'pods', '-l', 'app=web');
  });

  test('rejects a negative number of replicas with the text of the API server', async () => {
    const text = (kind: string, name: string): string =>
      `The ${kind} "${name}" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0`;
    const patch = '{"spec":{"replicas":-1}}';
    assert.equal((await run('patch', 'deployment/web', '--type=merge', '-p', patch)).text, text('Deployment', 'web'));
    const scaled = await run('patch', 'deployment/web', '--subresource=scale', '--type=merge', '-p', patch);
    assert.equal(scaled.text, text('Scale', 'web'));
  });

  test("doesn't scale a DaemonSet", async () => {
    const namespace = 'openshift-sandboxed-containers-operator';
    const set = 'daemonset/openshift-sandboxed-containers-monitor';
    const { isOk, text } = await run('scale', set, '-n', namespace, '--replicas=1');
    assert.equal(isOk, false);
    assert.match(text, /the server could not find the requested resource/);
  });

  test('keeps a deleted pod until its finalizer is removed, and ends its containers', async () => {
    await prints('pod/held created', 'create', '-f', 'held.json');
    await run('wait', '--for=condition=Ready', 'pod/held', '--timeout=60s');
    await prints('pod "held" deleted', 'delete', 'pod', 'held', '--wait=false');
    await run('wait', '--for=jsonpath={.status.phase}=Succeeded', 'pod/held', '--timeout=60s');
    const { text } = await run('get', 'pod', 'held');
    assert.match(text, /^held +0\/1 +(?:Terminating|Completed) /m);
    await prints('pod/held patched', 'patch', 'pod', 'held', '--type=merge', '-p', '{"metadata":{"finalizers":null}}');
    const gone = await run('get', 'pod', 'held');
    assert.equal(gone.text, 'Error from server (NotFound): pods "held" not found');
  });

  test('cordons and uncordons a node', async () => {
    await prints('node/worker-1 cordoned', 'cordon', 'worker-1');
    assert.match((await run('get', 'node', 'worker-1')).text, /^worker-1 +Ready,SchedulingDisabled /m);
    await prints('node/worker-1 already cordoned', 'cordon', 'worker-1');
    await prints('node/worker-1 uncordoned', 'uncordon', 'worker-1');
    assert.match((await run('get', 'node', 'worker-1')).text, /^worker-1 +Ready /m);
  });
});
