/**
 * Tests the ports of peer pods: the firewall script, in which no cluster data is executed, and the results without a
 * script.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { buildPortsScript, type PortsInput } from '#core/operations/peerPods/portsScript.ts';

const aws: PortsInput = {
  cluster: 'demo',
  asOf: Date.UTC(2026, 10, 20, 10, 41),
  platform: 'AWS',
  region: 'us-east-2',
  worker: { name: 'worker-0', providerId: 'aws:///us-east-2a/i-0123456789abcdef0' },
};
const portsScript = (input: PortsInput): string => {
  const answer = buildPortsScript(input);
  return answer.kind === 'script' ? answer.script : assert.fail(`a script, not: ${answer.message}`);
};
const commands = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .join('\n');

/** Runs a script with stand-ins for oc and aws. */
function run(
  script: string,
  answer = 'true',
): { readonly status: number | null; readonly out: string; readonly err: string } {
  const standIns = `oc() { echo "oc $*" >&2; echo from-oc; }\naws() { if [[ "$*" == *describe-instances* ]]; then echo "sg-1	sg-2"; else echo "aws $*" >&3; ${answer}; fi; }\n`;
  const ran = spawnSync('bash', ['-c', `exec 3>&2\n${standIns}${script}`], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}

describe('firewall script on AWS', () => {
  test("opens both ports of every security group with the cluster's values", () => {
    const { status, out, err } = run(portsScript(aws));
    assert.equal(status, 0, err);
    assert.deepEqual(out.trim().split('\n'), [
      'sg-1: opened port 15150/tcp',
      'sg-1: opened port 9000/tcp',
      'sg-1: opened port 9000/udp',
      'sg-2: opened port 15150/tcp',
      'sg-2: opened port 9000/tcp',
      'sg-2: opened port 9000/udp',
    ]);
    assert.match(
      err,
      /^aws ec2 authorize-security-group-ingress --group-id sg-1 --protocol tcp --port 15150 --source-group sg-1 --region us-east-2$/m,
    );
    assert.doesNotMatch(err, /^oc /m);
    assert.match(portsScript(aws), /^INSTANCE_ID=i-0123456789abcdef0$/m);
  });
  test('shows the date and time of the cluster data', () =>
    assert.match(portsScript(aws), /^# .*based on cluster data from 2026-11-20 10:41 UTC\.$/m));
  test('warns if the worker has no security group in common with AWS_SG_IDS', () => {
    const groups = (securityGroups: string) => {
      const script = portsScript({ ...aws, securityGroups });
      return run(script.replaceAll('sg-0123456a', 'sg-1'));
    };
    const apart = groups('sg-0123456b,sg-0123456c');
    assert.equal(apart.status, 0, apart.err);
    assert.match(
      apart.err,
      /^Warning: the worker node isn't in any of these security groups: sg-0123456b,sg-0123456c\. .* Check AWS_SG_IDS in peer-pods-cm\.$/m,
    );
    for (const value of ['sg-0123456b,sg-0123456a', '', 'sg-x; reboot']) {
      const { status, err } = groups(value);
      assert.equal(status, 0, err);
      assert.doesNotMatch(err, /Warning|reboot/, value);
    }
  });
  test('accepts an existing rule and fails on other errors', () => {
    const there = run(portsScript(aws), 'echo "An error occurred (InvalidPermission.Duplicate)"; return 254');
    assert.deepEqual([there.status, there.out.split('\n')[0]], [0, 'sg-1: port 15150/tcp is already open']);
    const refused = run(portsScript(aws), 'echo "UnauthorizedOperation"; return 254');
    assert.equal(refused.status, 1);
    assert.match(refused.err, /UnauthorizedOperation/);
  });
  test('reads unknown values from the cluster', () => {
    const { region: _region, worker: _worker, ...bare } = aws;
    const { status, err } = run(portsScript(bare));
    assert.equal(status, 0, err);
    assert.match(err, /--region from-oc$/m);
  });
  test('ignores malformed or malicious values', () => {
    const evil = '$(touch /tmp/evil)\nrm -rf /';
    const script = portsScript({
      ...aws,
      cluster: evil,
      region: evil,
      worker: { name: evil, providerId: `aws:///x/${evil}` },
      vxlanPort: evil,
      forwarderPort: '99999',
    });
    assert.doesNotMatch(commands(script), /evil|rm -rf/);
    assert.match(commands(script), /"\$group" 15150 tcp\n {2}open_port "\$group" 9000 tcp/);
  });
  test('uses the VXLAN port from peer-pods-cm', () =>
    assert.match(commands(portsScript({ ...aws, vxlanPort: '4789' })), /"\$group" 4789 udp/));
  test('states that a value in peer-pods-cm is not a port, and which port replaces it', () => {
    const invalid = { forwarderPort: '99999', vxlanPort: 'nine\nthousand' };
    const line =
      /^# FORWARDER_PORT in peer-pods-cm isn't a port number: 99999\. The default port 15150 is used instead\.$/m;
    assert.match(portsScript({ ...aws, ...invalid }), line);
    assert.match(
      portsScript({ ...aws, ...invalid }),
      /^# VXLAN_PORT in peer-pods-cm isn't a port number: nine.*thousand\./m,
    );
    assert.match(portsScript({ ...aws, platform: 'Azure', ...invalid }), line);
    const list = buildPortsScript({ ...aws, platform: 'AWS', provider: 'other', ...invalid });
    assert.ok(list.kind === 'list' && list.detail.some((text) => /^FORWARDER_PORT .* 99999/.test(text)));
    assert.doesNotMatch(portsScript({ ...aws, forwarderPort: '', vxlanPort: '4789' }), /isn't a port number/);
  });
});

describe('ports without a script', () => {
  const answer = (platform: string | undefined, more: Partial<PortsInput> = {}) =>
    buildPortsScript({
      cluster: 'demo',
      asOf: Date.UTC(2026, 10, 20, 10, 41),
      ...(platform === undefined ? {} : { platform }),
      ...more,
    });

  test("aren't needed on a platform that doesn't run peer pods", () => {
    assert.deepEqual(answer('BareMetal'), {
      kind: 'none',
      message: "No ports to open: platform BareMetal doesn't support peer pods.",
    });
    assert.equal(answer('VSphere', { provider: '' }).kind, 'none');
  });

  test('are listed for clouds without documented commands', () => {
    for (const [platform, provider] of [['BareMetal', 'vsphere'], [undefined]] as const) {
      const told = answer(platform, provider === undefined ? {} : { provider });
      assert.ok(told.kind === 'list', platform);
      assert.equal(
        told.message,
        'Open TCP ports 15150 and 9000 between the nodes and the pod VMs on demo, in both directions.',
      );
      assert.match(told.detail.join('\n'), /15150\/tcp[^]*9000\/tcp[^]*commands only for AWS/);
      assert.deepEqual(told.ports, ['15150', '9000']);
    }
    assert.match(JSON.stringify(answer(undefined, { vxlanPort: '4789' })), /TCP ports 15150 and 4789/);
  });
});
