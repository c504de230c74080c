/** Tests the firewall scripts of clouds without documented commands, with stand-ins for their CLIs. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { buildPortsScript, type PortsInput } from '#core/operations/peerPods/portsScript.ts';
import { findShellcheck } from '#scripts/externalTools/shellcheck.ts';

const golden = path.join(import.meta.dirname, '../../../../golden/firewall');
const nsg = (name: string) =>
  `/subscriptions/7d3f7f0a-5a0e-4b5e-9d1c-3f0a5c8e2b11/resourceGroups/demo-rg/providers/Microsoft.Network/networkSecurityGroups/${name}`;

const base = { cluster: 'demo', asOf: Date.UTC(2026, 10, 20, 10, 41) };
const inputs: Readonly<Record<string, PortsInput>> = {
  aws: {
    ...base,
    platform: 'AWS',
    region: 'us-east-2',
    worker: { name: 'worker-0', providerId: 'aws:///us-east-2a/i-0123456789abcdef0' },
    securityGroups: 'sg-0123456789abcdef0',
  },
  azure: {
    ...base,
    platform: 'Azure',
    settings: {
      AZURE_NSG_ID: nsg('demo-nsg'),
      AZURE_SUBNET_ID:
        '/subscriptions/7d3f7f0a-5a0e-4b5e-9d1c-3f0a5c8e2b11/resourceGroups/demo-rg/providers/Microsoft.Network/virtualNetworks/demo-vnet/subnets/demo-worker-subnet',
    },
  },
  gcp: {
    ...base,
    platform: 'GCP',
    project: 'demo-project-4711',
    settings: {
      GCP_PROJECT_ID: 'demo-project-4711',
      GCP_NETWORK: 'projects/shared-network-1/global/networks/demo-net',
    },
  },
  ibmcloud: {
    ...base,
    platform: 'IBMCloud',
    region: 'us-south',
    settings: { IBMCLOUD_SECURITY_GROUP_IDS: 'r006-group-a,r006-group-b' },
  },
  libvirt: {
    ...base,
    platform: 'BareMetal',
    provider: 'libvirt',
    settings: { LIBVIRT_NET: 'pods' },
    vxlanPort: '4789',
  },
};

/** Stand-ins that store the rules in $STATE and print the changes to standard error. */
const standIns = `exec 3>&2
touch "$STATE"
aws() {
  case "$*" in
    *describe-instances*) echo sg-0123456789abcdef0 ;;
    *) if grep -qxF -- "aws $*" "$STATE"; then echo InvalidPermission.Duplicate; return 254; fi; echo "aws $*" >>"$STATE"; echo "aws $*" >&3 ;;
  esac
}
az() {
  case "$*" in
    *'rule show'*) grep -qxF -- "$*" <(sed 's/^az network nsg rule create \\(.*\\) --priority.*/network nsg rule show \\1 --output none/' "$STATE") ;;
    *'rule list'*) printf '1000\\n1001\\n' ;;
    *'subnet show'*) echo '${nsg('subnet-nsg')}' ;;
    *) echo "az $*" | tee -a "$STATE" >&2 ;;
  esac
}
gcloud() {
  case "$*" in
    *describe*) [[ -s $STATE ]] ;;
    *'subnets list'*) printf '10.0.0.0/17\\n10.0.128.0/17\\n' ;;
    *) echo "gcloud $*" | tee -a "$STATE" >&2 ;;
  esac
}
ibmcloud() {
  case "$*" in
    *rules*) sed -n "s/.*rule-add $3 inbound \\([a-z]*\\) .*--port-min \\([0-9]*\\) .*/{\\"direction\\":\\"inbound\\",\\"protocol\\":\\"\\1\\",\\"port_min\\":\\2,\\"port_max\\":\\2}/p" "$STATE" | jq --slurp . ;;
    target*) ;;
    *) echo "ibmcloud $*" | tee -a "$STATE" >&2 ;;
  esac
}
virsh() { printf 'Name: pods\\nBridge:         virbr1\\n'; }
firewall-cmd() {
  case "$*" in
    *get-zone*) echo libvirt ;;
    *query-port*) grep -q -- "\${*/query/add}" "$STATE" ;;
    *) echo "firewall-cmd $*" | tee -a "$STATE" >&2 ;;
  esac
}
`;

const scriptOf = (input: PortsInput): string => {
  const answer = buildPortsScript(input);
  return answer.kind === 'script' ? answer.script : assert.fail(answer.message);
};

describe('firewall script', () => {
  for (const [cloud, input] of Object.entries(inputs)) {
    test(`is the reviewed one: ${cloud}`, () => {
      const file = path.join(golden, `${cloud}.sh`);
      if (process.env['OSC_UPDATE_CASES'] === '1') writeFileSync(file, scriptOf(input));
      assert.equal(scriptOf(input), readFileSync(file, 'utf8'));
    });
    test(`opens the ports, and changes nothing the second time: ${cloud}`, () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'osc-ports-'));
      try {
        const env = { PATH: process.env['PATH'], STATE: path.join(folder, 'state') };
        const run = () => spawnSync('bash', ['--norc', '-c', standIns + scriptOf(input)], { encoding: 'utf8', env });
        const first = run();
        assert.equal(first.status, 0, first.stderr);
        for (const port of cloud === 'libvirt' ? ['15150', '4789'] : ['15150', '9000'])
          assert.ok(first.stderr.includes(port), first.stderr);
        assert.match(first.stderr, /udp/i);
        const second = run();
        assert.deepEqual([second.status, second.stderr], [0, '']);
        assert.match(second.stdout, /already/);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
    test(
      `passes shellcheck: ${cloud}`,
      { skip: findShellcheck() === undefined ? 'there is no shellcheck' : false },
      () =>
        assert.equal(
          spawnSync(findShellcheck() ?? '', ['--format=gcc', '-'], { input: scriptOf(input), encoding: 'utf8' }).stdout,
          '',
        ),
    );
    // The script for AWS reads unknown values from the cluster.
    if (cloud === 'aws') continue;
    test(`asks for values that are unknown or malformed: ${cloud}`, () => {
      const evil = "$(touch /tmp/evil)'\n;reboot";
      const { project: _project, ...others } = input;
      const settings = Object.fromEntries(Object.keys(input.settings ?? {}).map((key) => [key, evil]));
      const script = scriptOf({ ...others, settings, region: evil });
      assert.doesNotMatch(script.replaceAll(/^#.*$/gm, ''), /evil|reboot/);
      const { status, stderr } = spawnSync('bash', ['--norc', '-c', standIns + script], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], STATE: '/dev/null' },
      });
      assert.notEqual(status, 0);
      assert.match(stderr, /: Set [A-Z_]+ to the /);
    });
  }
  test('uses the first free priority, and the network security group of the subnet', () => {
    const script = readFileSync(path.join(golden, 'azure.sh'), 'utf8');
    const { stderr } = spawnSync('bash', ['--norc', '-c', standIns + script], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], STATE: '/dev/null' },
    });
    assert.match(stderr, /--nsg-name demo-nsg --name osc-peer-pods-tcp-15150-9000 --priority 1002 /);
    assert.match(stderr, /--nsg-name subnet-nsg --name osc-peer-pods-udp-9000 --priority 1002 /);
  });
  for (const [cloud, functions, message] of [
    // Without source ranges, the rule would allow traffic from the internet.
    ['gcp', 'gcloud() { case "$*" in *describe*) return 1 ;; *create*) echo created >&2 ;; esac; }', /has no subnets/],
    ['libvirt', 'firewall-cmd() { echo "no zone"; return 2; }', /isn't in a firewalld zone/],
    ['libvirt', 'virsh() { echo "Name: pods"; }', /isn't in a firewalld zone/],
  ] as const)
    test(`stops with the reason if it can't find the network: ${cloud} with ${functions.slice(0, 8)}`, () => {
      const script = `${standIns}${functions}\n${readFileSync(path.join(golden, `${cloud}.sh`), 'utf8')}`;
      const { status, stderr } = spawnSync('bash', ['--norc', '-c', script], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], STATE: '/dev/null' },
      });
      assert.equal(status, 1);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /created|add-port/);
    });
  test('explains why it does not use a known value', () => {
    const script = scriptOf({ ...base, provider: 'libvirt', settings: { LIBVIRT_NET: "a'\n$(reboot)" } });
    assert.match(
      script,
      /^# The known value has an unexpected format: .*\$\(reboot\)\nLIBVIRT_NET=\$\{LIBVIRT_NET:\?/m,
    );
  });
  test('does not mention cluster data if no cluster was read', () => {
    const script = scriptOf({ cluster: 'the cluster', provider: 'libvirt' });
    assert.match(script, /^# Peer pod ports for the cloud provider libvirt\. No cluster was read\.$/m);
    assert.doesNotMatch(script, /cluster data/);
  });
});
