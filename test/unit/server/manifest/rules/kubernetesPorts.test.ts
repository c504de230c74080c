/** Tests the checks of ports: of containers, gRPC probes, and Services. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { check } from '../../../../support/manifests/checkText.ts';

async function findings(text: string): Promise<readonly string[]> {
  return (await check(text, { checksKubernetes: true })).map(
    ({ rule, severity, finding }) =>
      `${severity} ${rule.replace('osc/', '')} ${text.slice(finding.start, finding.end)}`,
  );
}

const service = (...lines: readonly string[]) =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  selector: { app: web }\n${lines.map((line) => `  ${line}\n`).join('')}`;
const pod = (...lines: readonly string[]) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  runtimeClassName: kata\n  containers:\n    - name: web\n      image: quay.io/example/web\n${lines.map((line) => `      ${line}\n`).join('')}`;

describe('ports of a Service', () => {
  const accepted: Readonly<Record<string, string>> = {
    'headless, without ports': service('clusterIP: None'),
    'headless with clusterIPs, without ports': service('clusterIPs: [None]'),
    'external name, without ports': service('type: ExternalName', 'externalName: a.example.com'),
    'without a selector, as in a patch': service().replace('  selector: { app: web }\n', '  sessionAffinity: None\n'),
    'ports from an alias': service('ports: *ports').replace('spec:', 'x: &ports [{ port: 80 }]\nspec:'),
    'type from a variable': service('type: ${TYPE}'),
    'node port of a NodePort Service': service('type: NodePort', 'ports: [{ port: 80, nodePort: 30080 }]'),
    'node port that is 0 or null': service(
      'ports: [{ name: a, port: 80, nodePort: 0 }, { name: b, port: 81, nodePort: null }]',
    ),
    'node port in a part without type and selector': service('ports: [{ port: 80, nodePort: 30080 }]').replace(
      '  selector: { app: web }\n',
      '',
    ),
    'node port in a template': service(
      '{{- if .Values.type }}',
      'type: NodePort',
      '{{- end }}',
      'ports: [{ port: 80, nodePort: 30080 }]',
    ),
    'equal ports with two protocols': service('ports: [{ name: a, port: 53 }, { name: b, port: 53, protocol: UDP }]'),
  };
  for (const [name, text] of Object.entries(accepted))
    test(`have no error: ${name}`, async () => {
      assert.deepEqual(
        (await findings(text)).filter((found) => /missing-field|exclusive|duplicate/.test(found)),
        [],
      );
    });

  test('are required', async () => {
    assert.deepEqual(await findings(service()), ['error kubernetes-missing-field selector']);
    assert.deepEqual(await findings(service('type: NodePort')), ['error kubernetes-missing-field selector']);
    assert.deepEqual(await findings(service('prots: [{ port: 80 }]')), ['error kubernetes-unknown-field prots']);
  });

  test("can't have a node port if the type is ClusterIP", async () => {
    const expected = ['error kubernetes-exclusive-fields nodePort'];
    assert.deepEqual(await findings(service('ports: [{ port: 80, nodePort: 30080 }]')), expected);
    assert.deepEqual(await findings(service('type: ClusterIP', 'ports: [{ port: 80, nodePort: 30080 }]')), expected);
  });

  test("can't be equal", async () => {
    assert.deepEqual(await findings(service('ports: [{ name: a, port: 80 }, { name: b, port: 80, protocol: TCP }]')), [
      'error kubernetes-duplicate 80',
    ]);
  });
});

describe('ports of a pod', () => {
  test('have a warning if they are equal', async () => {
    assert.deepEqual(await findings(pod('ports: [{ containerPort: 80 }, { containerPort: 80, protocol: TCP }]')), [
      'warning kubernetes-duplicate 80',
    ]);
    const sidecar = `${pod('ports: [{ containerPort: 80 }]')}    - name: proxy\n      image: a\n      ports: [{ containerPort: 80 }]\n`;
    assert.deepEqual(await findings(sidecar), ['warning kubernetes-duplicate 80']);
  });

  test('have no warning with another protocol, host port, or address', async () => {
    for (const second of ['protocol: UDP', 'hostPort: 8080', 'protocol: ${PROTOCOL}'])
      assert.deepEqual(
        (await findings(pod(`ports: [{ containerPort: 80 }, { containerPort: 80, ${second} }]`))).filter((found) =>
          found.includes('duplicate'),
        ),
        [],
      );
  });

  test('are required in a gRPC probe', async () => {
    assert.deepEqual(await findings(pod('livenessProbe: { grpc: { service: a } }')), [
      'error kubernetes-missing-field service',
    ]);
    assert.deepEqual(await findings(pod('livenessProbe: { grpc: { port: 9000 } }')), []);
  });
});
