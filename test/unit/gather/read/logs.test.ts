/**
 * Tests the scan of log lines: they are found with their position in chunks of any size, and only in logs where they
 * matter.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { diagnoses } from '#core/diagnosis/allDiagnoses.ts';
import { imageJobMessage } from '#core/status/logMessages/imageJobMessage.ts';
import { LogScan } from '#gather/read/logs/logScan.ts';
import { CleanTexts } from '#gather/read/textRedactor.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { findingsOf, mustGatherFiles } from '#test/support/mustGather/gatherStage.ts';

const kvm =
  'Nov 22 10:00:00 worker-1 crio[1]: level=error msg="Could not access KVM kernel module: No such file or directory" subsystem=qemu';

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  // Reuses one buffer for all chunks, as readers can do.
  const shared = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const length = bytes.copy(shared, 0, at, at + size);
    yield shared.subarray(0, length);
  }
}

describe('log scan', () => {
  for (const size of [1, 7, 64, 1000, 1 << 18]) {
    test(`finds lines with their numbers in chunks of ${size} bytes`, async () => {
      const scan = new LogScan(new CleanTexts());
      await scan.read('node.log', 'crio', pieces(`first\n\nthird ü\n${kvm}\nfifth\n${kvm}`, size));
      assert.deepEqual(scan.hits.get('log-no-kvm'), {
        count: 2,
        marks: [
          { file: 'node.log', line: 4, text: kvm },
          { file: 'node.log', line: 6, text: kvm },
        ],
        nodes: ['worker-1'],
      });
    });
  }

  test('counts all matches and keeps the first 5', async () => {
    const scan = new LogScan(new CleanTexts());
    await scan.read('node.log', 'kubelet', pieces(`${kvm}\n`.repeat(100), 1000));
    assert.equal(scan.hits.get('log-no-kvm')?.count, 100);
    assert.equal(scan.hits.get('log-no-kvm')?.marks.length, 5);
  });

  test('keeps line numbers correct after a line of many megabytes', async () => {
    const scan = new LogScan(new CleanTexts());
    await scan.read('node.log', 'crio', pieces(`${'x'.repeat(5 << 20)}\n${kvm}\n`, 1 << 18));
    assert.deepEqual(
      scan.hits.get('log-no-kvm')?.marks.map(({ line }) => line),
      [2],
    );
  });

  test('takes the node from the path of its journal, and the pod from the line of the kubelet', async () => {
    const scan = new LogScan(new CleanTexts());
    const line =
      'Nov 22 10:00:00 ip-10-0-1-5 kubenswrapper[1]: E1122 "CreatePodSandbox for pod failed" err="Could not access KVM kernel module" pod="payments/web-0"';
    await scan.read('x/nodes/worker-1/worker-1_logs_kubelet', 'kubelet', pieces(`${line}\n${line}\n`, 1000));
    await scan.read(
      'x/host_service_logs/masters/crio_service.log',
      'crio',
      pieces(`${kvm.replace('worker-1', 'master-0')}\n`, 1000),
    );
    const { nodes, pods } = scan.hits.get('log-no-kvm') ?? {};
    assert.deepEqual({ nodes, pods }, { nodes: ['worker-1', 'master-0'], pods: ['payments/web-0'] });
  });

  test("doesn't apply a pattern to other logs", async () => {
    const scan = new LogScan(new CleanTexts());
    await scan.read('pod.log', 'operator', pieces(`${kvm}\n`, 100));
    assert.equal(scan.hits.size, 0);
  });

  test('redacts credentials in evidence', () => {
    const shown = new CleanTexts().line(
      'msg="calling" token=eyJhbGciOi.secret.value Authorization: Bearer abcdefghijk password: "hunter22"',
    );
    assert.doesNotMatch(shown, /eyJ|abcdefghijk|hunter22/);
    assert.match(shown, /^msg="calling" token=\*\*\*/);
  });
});

/** A real log line for each diagnosis that is based on logs. */
const lines: Readonly<Record<string, string>> = {
  'log-agent-proxy':
    '2026/11/22 10:00:00 Retrying failed agent proxy connection: dial tcp 10.0.1.5:15150: connect: connection refused',
  'log-cloud-refuses':
    'operation error EC2: RunInstances, api error InsufficientInstanceCapacity: We currently do not have sufficient capacity',
  'log-deployment-mode':
    '{"level":"error","msg":"Reconciler error","error":"deployment mode is set to MachineConfig, but it\'s not available"}',
  'log-extension-missing':
    'E1122 writer.go:226] Marking Degraded due to: invalid extensions found: [sandboxed-containers]',
  'log-image-job': 'Error: could not create the image',
  'log-instance-types': 'requested instance type ("t9.huge") is not part of supported instance types list',
  'log-no-installer-image':
    '{"level":"info","msg":"RELATED_IMAGE_KATA_DAEMONSET env var is unset or empty, kata install pods will not run"}',
  'log-peer-pods-installer': 'Running kata-osbuilder.sh to generate kata VM images...',
  'log-release-image': "get_extension_image: 'oc adm release info' failed",
  'log-no-eligible-node': 'ERROR Reconciler error {"error": "No Nodes with required labels found. Is NFD running?"}',
  'log-no-kvm': kvm,
  'log-peer-pods-keys': 'validatePeerPodsConfigs: cannot find the required keys in peer-pods-cm ConfigMap',
  'log-policy-denied':
    'E1122 log.go:32] "RunPodSandbox from runtime service failed" err="rpc error: code = Unknown desc = failed to create containerd task: failed to create shim task: \\"CreateSandboxRequest is blocked by policy: agent_policy:12: no\\": unknown"',
  'log-signature-required': 'Failed to pull image: A signature was required, but no signature exists',
};

describe('log diagnoses', () => {
  test('match final errors of the image creation job, but not follow-up messages', () => {
    const { pattern } = imageJobMessage;
    for (const line of [
      'Failed to upload the image to S3',
      'Import Failed, exiting',
      'Bucket podvm-image-0.0.1 not found or not accessible. When using manual credentials, you must create the bucket',
      'PODVM_IMAGE_URI is required. The operator-built flow has been deprecated.',
      '2026-01-01T00:00:00Z AWS_REGION is not set',
    ])
      assert.match(line, pattern);
    for (const line of [
      'AMI_ID is not set in peer-pods-cm. Skipping the update of peer-pods-cm',
      'Checking if PODVM_IMAGE_URI is set',
      'Import completed Successfully',
    ])
      assert.doesNotMatch(line, pattern);
  });

  const known = diagnoses.filter(({ log }) => log !== undefined);

  test('match their sample lines, which contain one of their hints', () => {
    assert.deepEqual(known.map(({ id }) => id).toSorted(), Object.keys(lines).toSorted());
    for (const { id, log } of known) {
      const line = lines[id] ?? '';
      assert.match(line, log?.pattern ?? /^$/, id);
      assert.ok(log?.hints === undefined || log.hints.some((hint) => line.includes(hint)), `${id}: hints`);
      assert.ok(log?.pattern.flags.includes('g') === false, `${id}: a pattern that remembers`);
    }
  });

  test('ignore old errors on a healthy cluster', async () => {
    const cluster = stage({ name: 'two-workers-installed' });
    const files = mustGatherFiles(cluster, 'sandboxed');
    const over = ['log-extension-missing', 'log-image-job', 'log-no-eligible-node', 'log-agent-proxy']
      .map((id) => lines[id])
      .join('\n');
    const told = files.map((file) => (file.path.endsWith('_logs') ? { ...file, text: `${over}\n${file.text}` } : file));
    assert.deepEqual(
      (await findingsOf(told)).map(({ id }) => id),
      [],
    );
  });

  test('report a current problem with its line', async () => {
    const files = mustGatherFiles(stage({ name: 'two-workers-installed' }), 'sandboxed');
    const root = files[1]?.path.split('/')[0] ?? '';
    const path = `${root}/nodes/worker-1/worker-1_logs_crio`;
    const findings = await findingsOf([
      ...files.filter((file) => file.path !== path),
      { path, text: `fine\n${kvm}\n` },
    ]);
    assert.deepEqual(
      findings.map(({ id, evidence }) => ({ id, evidence })),
      [{ id: 'log-no-kvm', evidence: [{ file: path, line: 2, text: kvm }] }],
    );
  });
});

test('denial in a must-gather names the request, the line that printed the reason, and the next step', async () => {
  const files = mustGatherFiles(stage({ name: 'two-workers-installed' }), 'sandboxed');
  const root = files[1]?.path.split('/')[0] ?? '';
  const path = `${root}/nodes/worker-1/worker-1_logs_crio`;
  const second = 'x: "ExecProcessRequest is blocked by policy: agent_policy:3: y": unknown';
  const [found, ...others] = await findingsOf([
    ...files.filter((file) => file.path !== path),
    { path, text: `${lines['log-policy-denied'] ?? ''}\n${second}\n` },
  ]);
  assert.deepEqual(others, []);
  assert.deepEqual([found?.id, found?.headline], ['log-policy-denied', 'The agent policy denies CreateSandboxRequest']);
  assert.match(
    found?.meaning ?? '',
    /Line 12 of agent_policy printed "no"\. The policy is in the pod's policy annotation\. Other denied requests: ExecProcessRequest\./,
  );
  assert.match(found?.todo ?? '', /^Change the policy in the pod's policy annotation\./);
});

test('diagnoses have unique IDs and valid titles, likelihoods, and causes', () => {
  const ids = diagnoses.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const { id, title, likelihood, follows = [] } of diagnoses) {
    assert.match(id, /^[a-z]+(?:-[a-z]+)+$/);
    assert.match(title(), /^[A-Za-z][^!.]{8,80}$/);
    assert.ok(likelihood >= 1 && likelihood <= 100, id);
    for (const cause of follows) assert.ok(ids.includes(cause) && cause !== id, `${id} follows ${cause}`);
  }
});
