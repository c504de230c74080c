/** Tests `osc-tools status --all`: problems outside OpenShift sandboxed containers. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import { getList } from '#core/common/json.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { currentContext } from '../../support/cluster/apiClient.ts';
import { osc, type Run } from '../osc.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'osc-status-all-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Slow enough that nothing changes on the cluster while a command runs. */
const still = 0.001;

describe('osc-tools status --all', () => {
  const running: Simulation[] = [];
  after(() => Promise.all(running.map((one) => one.close())));

  const start = async (
    name: string,
  ): Promise<{ readonly simulation: Simulation; readonly status: (...args: readonly string[]) => Promise<Run> }> => {
    const scenario = scenarioNamed(name);
    assert.ok(scenario !== undefined);
    const simulation = await simulate({ scenario, speed: still });
    running.push(simulation);
    const file = path.join(folder, `${name}.kubeconfig`);
    writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
    const options = ['--context', currentContext(simulation.kubeconfig), '--kubeconfig', file];
    return { simulation, status: (...args) => osc(['status', ...options, ...args]) };
  };

  test('lists the same problems outside of Kata as the must-gather report, and keeps the exit code', async () => {
    const { simulation, status } = await start('platform-problems');
    const gathered = path.join(folder, 'platform-problems');
    for (const { path: file, text } of simulation.mustGather('cluster')) {
      const to = path.join(gathered, ...file.split('/'));
      mkdirSync(path.dirname(to), { recursive: true });
      writeFileSync(to, text);
    }
    const [all, plain, report] = await Promise.all([
      status('--all'),
      status(),
      osc(['must-gather', 'report', gathered]),
    ]);
    assert.deepEqual([all.status, plain.status, report.status], [0, 0, 0], all.stderr);
    assert.doesNotMatch(plain.stdout, /Outside OpenShift sandboxed containers/);
    const section = (text: string): readonly string[] => {
      const lines = text.split('\n');
      return lines
        .slice(lines.indexOf('Outside OpenShift sandboxed containers:'))
        .filter((line) => line.startsWith('- '));
    };
    assert.deepEqual(section(all.stdout), section(report.stdout));
    for (const pattern of [
      /^- Node master-2: DiskPressure=True \(KubeletHasDiskPressure, \S+\): kubelet has disk pressure$/m,
      /^- ClusterOperator image-registry: Degraded=True \(ImagePrunerJobFailed, \S+\): /m,
      /^- ClusterOperator monitoring: Available=False /m,
      /^- Deployment openshift-monitoring\/kube-state-metrics: CrashLoopBackOff \(\S+ and \S+, \d+ restarts\): /m,
      /^- Deployment openshift-monitoring\/thanos-querier: ImagePullBackOff /m,
      /^- CertificateSigningRequest kubernetes\.io\/kubelet-serving: Pending \(csr-4k9xd and 2 more, /m,
      /^- Not checked: etcd, certificates, and image policies\. /m,
    ])
      assert.match(all.stdout, pattern);
    assert.doesNotMatch(all.stdout, /ClusterOperator network/);
    // In this simulation, which stands still, its container has been running for hours.
    assert.doesNotMatch(all.stdout, /metrics-server/);
    assert.match(report.stdout, /^ {4}\S+\/clusteroperators\/image-registry\.yaml:\d+: type: Degraded$/m);
    const { stdout } = await status('--all', '--format', 'json');
    assert.equal(getList(JSON.parse(stdout), 'platform', 'problems').length, 6);
  });

  test("names the kinds that a user doesn't have permission to list", async () => {
    const { status } = await start('no-permission');
    const { stdout } = await status('--all');
    assert.match(stdout, /^- No permission to list: nodes, clusteroperators, pods, certificatesigningrequests\.$/m);
  });

  test('rejects --watch', async () => {
    const { status: code, stderr } = await (await start('two-workers')).status('--all', '--watch');
    assert.equal(code, 2);
    assert.match(stderr, /--all can't be used with --watch/);
  });
});
