/** Tests `osc-tools runbook`: scripts on standard output and manifests in a folder. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { currentContext } from '#test/support/cluster/apiClient.ts';
import { folderOf, osc } from './osc.ts';

describe('osc-tools runbook', () => {
  test('prints valid bash scripts for one cluster or any cluster', async () => {
    for (const args of [
      ['install'],
      ['install', '--peer-pods', '--approval', 'Manual'],
      ['install', '--olm', 'v1', '--peer-pods'],
      ['update', '--peer-pods'],
      ['uninstall', '--namespace', '--crd'],
    ]) {
      const { status, stdout, stderr } = await osc(['runbook', ...args]);
      assert.deepEqual([status, stderr], [0, ''], args.join(' '));
      assert.match(stdout, /^#!\/usr\/bin\/env bash\n[^]*For any cluster/);
      assert.equal(spawnSync('bash', ['-n'], { input: stdout }).status, 0, args.join(' '));
      const known = await osc(['runbook', ...args, '--server', 'https://api.prod:6443', '--cluster', "it's prod"]);
      assert.match(known.stdout, /^expected=https:\/\/api\.prod:6443$/m);
      assert.match(known.stdout, /agree_typed '[^\n]+' 'it'\\''s prod'/);
    }
  });

  test('requires the address as confirmation for a cluster without a name', async () => {
    for (const name of ['', ' ']) {
      const { stdout } = await osc(['runbook', 'uninstall', '--server', 'https://api.prod:6443', '--cluster', name]);
      assert.match(stdout, /agree_typed '[^\n]+' https:\/\/api\.prod:6443$/m);
    }
  });

  test('sets the labels of the KataConfig, and rejects invalid ones', async () => {
    for (const command of ['install', 'update'] as const) {
      const args = ['runbook', command, '--peer-pods', '--label', 'team=platform', 'a.example/env=prod', '--name', 'x'];
      const { status, stdout } = await osc(args);
      assert.equal(status, 0);
      assert.match(stdout, /\n {2}name: x\n {2}labels:\n {4}team: platform\n {4}a\.example\/env: prod\n/, command);
    }
    for (const label of ['team', 'team=a b', '=x']) {
      const { status, stderr } = await osc(['runbook', 'install', '--label', label]);
      assert.equal(status, 2, label);
      assert.match(stderr, /--label <key=value\.\.\.>' argument/, label);
      assert.doesNotMatch(stderr, /any value/, 'a label of an object has a value');
    }
    const twice = await osc(['runbook', 'install', '--label', 'a=1', '--label', 'a=2']);
    assert.deepEqual([twice.status, /Duplicate label "a"\./.test(twice.stderr)], [2, true], twice.stderr);
  });

  test('applies the options', async () => {
    const { stdout } = await osc([
      'runbook',
      'install',
      '--peer-pods',
      '--name',
      'mine',
      '--log-level',
      'debug',
      '--channel',
      'candidate',
      '--starting-csv',
      'a.v1',
    ]);
    for (const line of [
      '  name: mine',
      '  logLevel: debug',
      '  enablePeerPods: true',
      '  channel: candidate',
      '  startingCSV: a.v1',
    ]) {
      assert.ok(stdout.split('\n').includes(line), line);
    }
  });

  test('installs with OLM v1, and specifies the namespace to watch only for releases that require it', async () => {
    for (const [release, version, isWatching, warning] of [
      [[], '1.13.x', true, ''],
      [['--release', '1.13.1'], '1.13.x', true, ''],
      [
        ['--release', '1.14'],
        '1.14.x',
        false,
        "osc-tools: warning: OSC 1.14 isn't released: OLM v1 installs nothing until the catalog has a version in the range 1.14.x\n",
      ],
    ] as const) {
      const { status, stdout, stderr } = await osc(['runbook', 'install', '--olm', 'v1', ...release]);
      assert.deepEqual([status, stderr], [0, warning], release.join(' '));
      assert.match(stdout, /kind: ClusterExtension/);
      assert.doesNotMatch(stdout, /kind: (?:Subscription|OperatorGroup)/);
      assert.match(stdout, /^ *agree '[^\n]*Install the operator with OLM v1/m);
      assert.equal(stdout.includes('watchNamespace: openshift-sandboxed-containers-operator'), isWatching);
      assert.equal(/^ +version: (.+)$/m.exec(stdout)?.[1], version);
    }
    const into = path.join(folderOf({}), 'new');
    const { status } = await osc(['runbook', 'install', '--olm', 'v1', '--format', 'gitops', '--output', into]);
    assert.equal(status, 0);
    assert.deepEqual(
      readdirSync(into).map((name) => /^\d\d-([a-z]+)/.exec(name)?.[1] ?? name),
      [
        'namespace',
        'serviceaccount',
        'clusterrole',
        'clusterrolebinding',
        'clusterextension',
        'kataconfig',
        'README.md',
        'kustomization.yaml',
      ],
    );
  });

  test('warns about a channel that the Red Hat catalog deprecates or does not have', async () => {
    for (const [args, warning] of [
      [['--channel', 'stable'], ''],
      [
        ['--channel', 'stable-1.3'],
        'osc-tools: warning: the channel stable-1.3 is deprecated and receives no updates: use stable\n',
      ],
      [
        ['--olm', 'v1', '--channel', 'candidate'],
        'osc-tools: warning: the operator has no channel candidate: use stable\n',
      ],
      [
        ['--channel', 'fast'],
        'osc-tools: warning: in the Red Hat catalog from July 2026, the operator has no channel fast\n',
      ],
      [['--channel', 'fast', '--source', 'mirror'], ''],
    ] as const) {
      const { status, stdout, stderr } = await osc(['runbook', 'install', ...args]);
      assert.deepEqual([status, stderr], [0, warning]);
      assert.match(stdout, /^#!\/usr\/bin\/env bash/);
    }
  });

  test('writes manifests to a folder without overwriting files', async () => {
    const folder = folderOf({});
    const into = path.join(folder, 'new');
    const made = await osc(['runbook', 'install', '--format', 'argo', '--output', into]);
    assert.equal(made.status, 0, made.stderr);
    assert.ok(made.stdout.includes(path.join(into, 'kustomization.yaml')));
    assert.match(
      readFileSync(path.join(into, '01-namespace-openshift-sandboxed-containers-operator.yaml'), 'utf8'),
      /sync-wave: "0"/,
    );
    writeFileSync(path.join(into, 'README.md'), 'mine');
    const again = await osc(['runbook', 'install', '--format', 'gitops', '--output', into]);
    assert.equal(again.status, 2);
    assert.match(again.stderr, /already exists in .*\. No files were written\./);
    assert.equal(readFileSync(path.join(into, 'README.md'), 'utf8'), 'mine');
    assert.equal(readdirSync(into).length, 6);
  });

  test('accepts every name that the API server accepts', async () => {
    const csv = 'sandboxed-containers-operator.v1.12.0';
    const names = ['--name', 'my.config-2', '--source', 'cs-redhat', '--source-namespace', 'catalogs'];
    const { status, stdout } = await osc(['runbook', 'install', ...names, '--starting-csv', csv]);
    assert.equal(status, 0);
    for (const name of ['my.config-2', 'cs-redhat', 'catalogs', csv]) assert.ok(stdout.includes(name), name);
  });

  test('reports invalid usage', async () => {
    for (const [args, said] of [
      [['install', '--cluster', 'prod'], /--cluster requires --server/],
      [['install', '--format', 'gitops'], /--format gitops and --format argo require --output/],
      [['install', '--output', 'folder'], /--output requires --format gitops or --format argo/],
      [
        ['uninstall', '--server', 'api.prod:6443'],
        /Expected a URL without credentials, such as https:\/\/api\.example\.com:6443/,
      ],
      [['uninstall', '--server', 'https://a:1\nrm'], /Expected a URL without credentials/],
      [['uninstall', '--server', 'https://a:1', '--cluster', 'a\nb'], /Expected a name without control characters/],
      [['install', '--log-level', 'loud'], /Allowed choices are/],
      [['uninstall', '--format', 'gitops'], /unknown option/],
      [['install', '--release', '1.13'], /--release requires --olm v1/],
      [
        ['install', '--olm', 'v1', '--release', '1.12'],
        /Expected a release that supports OLM v1: 1\.13, 1\.14 \(not released\)\./,
      ],
      [['install', '--olm', 'v1', '--starting-csv', 'a.v1'], /--starting-csv requires --olm v0/],
      [['install', '--olm', 'v1', '--approval', 'Automatic'], /--approval requires --olm v0/],
      [['install', '--channel', ''], /--channel is invalid\. Expected the name of a channel without spaces/],
      [['install', '--channel', 'sta ble'], /--channel is invalid\. Expected the name of a channel without spaces/],
      [
        ['install', '--olm', 'v1', '--channel', 'Stable'],
        /--channel is invalid\. The API server rejects this channel, because it can contain only lowercase letters/,
      ],
      [['install', '--name', 'My_Config'], /'My_Config' is invalid\. The API server rejects this KataConfig name/],
      [['update', '--name', ''], /The API server rejects this KataConfig name, because it is empty\./],
      [['install', '--source', 'my catalog'], /The API server rejects this CatalogSource name/],
      [['install', '--source-namespace', 'a.b'], /The API server rejects this Namespace name/],
      [['install', '--starting-csv', 'v1/2'], /The API server rejects this ClusterServiceVersion name/],
    ] as const) {
      const { status, stdout, stderr } = await osc(['runbook', ...args]);
      assert.deepEqual([status, stdout], [2, ''], args.join(' '));
      assert.match(stderr, said);
    }
  });
});

describe('osc-tools runbook for settings', () => {
  test('prints valid bash scripts without a cluster', async () => {
    for (const args of [
      ['log-level', 'debug'],
      ['nodes', '--all'],
      ['nodes', '--label', 'kata=true', '--node', 'worker-0', 'worker-1'],
      ['eligibility', '--nfd'],
      ['feature-gates', 'confidential=true', 'layeredImageDeployment-'],
      ['peer-pods-limit', '20'],
      ['instance-types', '--provider', 'aws', '--default', 't3.medium', '--types', 't3.medium,t3.large'],
      ['pull-secret', '--namespace', 'payments', '--from', 'file'],
    ]) {
      const { status, stdout, stderr } = await osc(['runbook', ...args]);
      assert.deepEqual([status, stderr], [0, ''], args.join(' '));
      assert.match(stdout, /^#!\/usr\/bin\/env bash\n[^]*For any cluster/);
      assert.equal(spawnSync('bash', ['-n'], { input: stdout }).status, 0, args.join(' '));
    }
  });

  test('pins the cluster of --server, and writes no secret values', async () => {
    const set = [
      'AWS_REGION=us-east-1',
      'AWS_SUBNET_ID=subnet-0a1b2c3d',
      'AWS_VPC_ID=vpc-0a1b2c3d',
      'AWS_SG_IDS=sg-0a1b2c3d',
    ];
    const peerPods = ['peer-pods', '--provider', 'aws', '--set', ...set, "TAGS=a=it's", '--credentials'];
    const { status, stdout, stderr } = await osc(['runbook', ...peerPods, '--server', 'https://api.prod:6443']);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^expected=https:\/\/api\.prod:6443$/m);
    assert.match(stdout, /"TAGS":"a=it'\\''s"/);
    assert.match(stdout, /PEER_PODS_SECRET_AWS_SECRET_ACCESS_KEY/);
    const folder = path.join(folderOf({}), 'nfd');
    const made = await osc(['runbook', 'eligibility', '--nfd', '--format', 'gitops', '--output', folder]);
    assert.equal(made.status, 0, made.stderr);
    assert.ok(readdirSync(folder).includes('01-nodefeaturediscovery-nfd-kata.yaml'));
  });

  test('reports invalid usage and values', async () => {
    for (const [args, said] of [
      [['log-level', 'loud'], /Allowed choices are/],
      [['nodes'], /use either --all or --label/],
      [['nodes', '--all', '--label', 'a=b'], /use either --all or --label/],
      [['nodes', '--label', 'a b'], /Invalid label "a b"/],
      [['nodes', '--label', 'a=b,c=d', '--node', 'x'], /Enter one label with a value/],
      [['nodes', '--label', 'a=b', '--node', 'X_Y'], /The API server rejects this Node name/],
      [['eligibility'], /use one of --nfd, --node, and --check/],
      [['eligibility', '--nfd', '--check'], /use one of --nfd, --node, and --check/],
      [['feature-gates', 'confidential'], /invalid feature gate "confidential"/],
      [['feature-gates', 'nope=true'], /Feature gates: confidential, /],
      [['feature-gates', 'confidential='], /the value of confidential is empty/],
      [['peer-pods', '--provider', 'aws', '--set', 'AWS_REGION'], /expected KEY=VALUE/],
      [['peer-pods', '--provider', 'aws', '--set', 'AWS_ACCESS_KEY_ID=a'], /is a credential/],
      [['peer-pods', '--provider', 'aws'], /AWS_REGION/],
      [['peer-pods-limit', '0'], /Expected a whole number of 1 or more/],
      [['instance-types', '--default', 't3.medium'], /--provider is required/],
      [['instance-types', '--provider', 'libvirt', '--default', 'a'], /instance types can't be set/],
      [['pull-secret', '--namespace', 'A'], /The API server rejects this Namespace name/],
      [['log-level', 'debug', '--format', 'gitops'], /--format gitops and --format argo require --output/],
      [['log-level', 'debug', '--output', 'folder'], /--output requires --format gitops or --format argo/],
      [['peer-pods-ports', '--provider', 'libvirt', '--set', 'VXLAN_PORT=abc'], /VXLAN_PORT/],
      [['peer-pods-ports', '--provider', 'libvirt', '--set', 'VXLAN_PORT'], /expected KEY=VALUE/],
      [['log-level', 'debug', '--context', 'a', '--server', 'https://b'], /cannot be used with/],
      [['log-level', 'debug', '--context', 'missing', '--kubeconfig', '/dev/null'], /context missing not found/],
    ] as const) {
      const { status, stdout, stderr } = await osc(['runbook', ...args]);
      assert.deepEqual([status, stdout], [2, ''], args.join(' '));
      assert.match(stderr, said);
    }
  });
});

describe('osc-tools runbook for settings of a cluster', () => {
  let simulation: Simulation | undefined;
  let cwd = '';
  before(async () => {
    const scenario = scenarioNamed('two-workers-installed');
    assert.ok(scenario !== undefined);
    simulation = await simulate({ scenario, speed: 60 });
    cwd = folderOf({ kubeconfig: simulation.kubeconfig.replaceAll(currentContext(simulation.kubeconfig), 'demo') });
  });
  after(() => simulation?.close());
  const runbook = (...args: readonly string[]) =>
    osc(['runbook', ...args, '--context', 'demo', '--kubeconfig', 'kubeconfig'], { cwd });

  test('names the objects and nodes of the cluster, and changes nothing on it', async () => {
    const { status, stdout, stderr } = await runbook('log-level', 'debug');
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^# Only for cluster demo at https:/m);
    assert.match(stdout, /change kataconfigs\.\S+ example-kataconfig /);
    assert.match(stdout, /oc debug node\/worker-0 -- chroot \/host crio config/);
    assert.match(stdout, /2 nodes are drained and rebooted, one at a time: worker-1 and worker-0/);
    assert.match(stdout, /oc patch kataconfig example-kataconfig /);
    const nodes = await runbook('nodes', '--label', 'kata=true', '--node', 'worker-1');
    assert.equal(nodes.status, 0, nodes.stderr);
    assert.match(nodes.stdout, /change nodes worker-1 /);
    const methods = new Set(simulation?.audit.entries.map(({ method }) => method));
    assert.deepEqual([...methods], ['GET']);
  });

  test("writes nothing if the setting can't be changed on the cluster", async () => {
    const { status, stdout, stderr } = await runbook('peer-pods-limit', '20');
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /Set peer pod limit per node: no runbook was generated\. .*Configure peer pods first\./);
  });
});

describe('osc-tools runbook peer-pods-ports', () => {
  test('writes the command that tests a port, and rejects an address that is not valid', async () => {
    const options = ['runbook', 'peer-pods-ports', '--provider', 'libvirt', '--set', 'FORWARDER_PORT=15151'];
    const { status, stdout } = await osc([...options, '--test-address', '10.0.131.7']);
    assert.equal(status, 0);
    assert.match(stdout, /^oc debug node\/NODE -- bash -c '.*\/dev\/tcp\/10\.0\.131\.7\/15151.*'\n$/);
    for (const address of ["10.0.0.1'; reboot", 'fe80::1%eth0', 'worker-0']) {
      const rejected = await osc([...options, '--test-address', address]);
      assert.deepEqual([rejected.status, rejected.stdout], [2, ''], address);
    }
  });

  test('reads the region, the worker nodes, and the ConfigMap of a cluster on a cloud, and changes nothing on it', async () => {
    const scenario = scenarioNamed('azure');
    assert.ok(scenario !== undefined);
    const simulation = await simulate({ scenario, speed: 60 });
    try {
      const kubeconfig = simulation.kubeconfig.replaceAll(currentContext(simulation.kubeconfig), 'demo');
      const cwd = folderOf({ kubeconfig });
      const { status, stdout, stderr } = await osc(
        ['runbook', 'peer-pods-ports', '--context', 'demo', '--kubeconfig', 'kubeconfig'],
        { cwd },
      );
      assert.deepEqual([status, stderr], [0, '']);
      assert.match(stdout, /az network nsg rule create/);
      assert.match(stdout, /15150/);
      const methods = new Set(simulation.audit.entries.map(({ method }) => method));
      assert.deepEqual([...methods], ['GET']);
    } finally {
      await simulation.close();
    }
  });

  test('uses the values of the options, and warns about keys that the provider does not have', async () => {
    const aws = await osc(['runbook', 'peer-pods-ports', '--provider', 'aws', '--set', 'AWS_REGION=us-east-1']);
    assert.deepEqual([aws.status, aws.stderr], [0, '']);
    assert.match(aws.stdout, /^AWS_REGION=us-east-1$/m);
    assert.doesNotMatch(aws.stdout, /based on cluster data/);
    const misspelled = await osc(['runbook', 'peer-pods-ports', '--provider', 'aws', '--set', 'AWS_REGIO=us-east-1']);
    assert.equal(misspelled.status, 0);
    assert.equal(
      misspelled.stderr,
      'osc-tools: warning: peer-pods-cm has no documented key AWS_REGIO for the provider aws\n',
    );
  });
});
