/** Objects whose descriptions are compared with those of kubectl. */
import assert from 'node:assert/strict';
import { getString } from '#core/common/json.ts';
import type { Client } from '#test/support/cluster/apiClient.ts';

/** A pod with all kinds of fields that its description shows. */
export const describedPod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'described',
    labels: { app: 'web', tier: 'frontend' },
    annotations: {
      'example.com/note': 'first line\nsecond line',
      'example.com/long': 'x'.repeat(200),
      'io.katacontainers.config.hypervisor.default_vcpus': '2',
    },
  },
  spec: {
    runtimeClassName: 'kata-remote',
    nodeSelector: { 'node-role.kubernetes.io/kata-oc': '' },
    tolerations: [
      { key: 'zone', operator: 'Equal', value: 'a', effect: 'NoSchedule' },
      { operator: 'Exists', key: 'dedicated' },
      { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
    ],
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: { app: 'web' } },
      },
    ],
    securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
    initContainers: [{ name: 'setup', image: 'quay.io/example/setup:1', command: ['sh', '-c', 'echo one\necho two'] }],
    containers: [
      {
        name: 'web',
        image: 'quay.io/example/web:1',
        args: ['--port', '8080'],
        ports: [{ containerPort: 8080, protocol: 'TCP' }, { containerPort: 9090 }],
        resources: { limits: { cpu: '1500m', memory: '2048Mi' }, requests: { cpu: '0.5', memory: '256Mi' } },
        env: [
          { name: 'PLAIN', value: 'one\ntwo' },
          { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
          { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
          { name: 'CPUS', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
          { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'web', key: 'token', optional: true } } },
          { name: 'LEVEL', valueFrom: { configMapKeyRef: { name: 'web', key: 'level' } } },
        ],
        envFrom: [{ configMapRef: { name: 'web', optional: true } }, { prefix: 'S_', secretRef: { name: 'web' } }],
        livenessProbe: { httpGet: { path: '/healthz', port: 8080 }, initialDelaySeconds: 5 },
        readinessProbe: { exec: { command: ['cat', '/ready'] } },
        startupProbe: { tcpSocket: { port: 'http' } },
        volumeMounts: [
          { name: 'data', mountPath: '/data', subPath: 'web' },
          { name: 'config', mountPath: '/config', readOnly: true },
        ],
      },
      { name: 'side', image: 'quay.io/example/side:1' },
    ],
    volumes: [
      { name: 'data', emptyDir: { sizeLimit: '1Gi' } },
      { name: 'memory', emptyDir: { medium: 'Memory' } },
      { name: 'config', configMap: { name: 'web', optional: true } },
      { name: 'keys', secret: { secretName: 'web' } },
      { name: 'host', hostPath: { path: '/var/log', type: 'Directory' } },
      { name: 'disk', persistentVolumeClaim: { claimName: 'web', readOnly: true } },
      { name: 'about', downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] } },
      {
        name: 'all',
        projected: {
          sources: [
            { serviceAccountToken: { path: 'token', expirationSeconds: 3607 } },
            { configMap: { name: 'kube-root-ca.crt' } },
            { secret: { name: 'web', optional: true } },
          ],
        },
      },
      { name: 'driver', csi: { driver: 'example.com', volumeAttributes: { one: '1', two: '2' } } },
    ],
  },
};

const operator = (name: string, status: object) => ({
  apiVersion: 'config.openshift.io/v1',
  kind: 'ClusterOperator',
  metadata: { name },
  spec: {},
  status,
});

/** Custom resources with malformed and long data. */
export const malformedOperators = [
  operator('malformed', {
    conditions: [
      { type: 'Available', status: 'True' },
      { type: 'Available', status: 'False', reason: 'Twice', message: '' },
      { type: 'Degraded' },
    ],
    extension: { nested: { list: [[1, 2], ['a'], null, true], 'key.with/slash': 'x', emptyMap: {}, emptyList: [] } },
    versions: [{ name: 'operator', version: '4.21.9' }],
  }),
  operator('long', {
    conditions: [{ type: 'Degraded', status: 'True', message: 'first: line\n  second\ttabbed\nlast', number: 1.5 }],
    versions: [],
  }),
];

/** Returns the object of a pod VM. */
export const peerPod = (namespace: string) => ({
  apiVersion: 'confidentialcontainers.org/v1alpha1',
  kind: 'PeerPod',
  metadata: { name: 'described-vm', namespace, finalizers: ['peer.pod/finalizer'] },
  spec: { cloudProvider: 'aws', instanceID: 'i-0123456789' },
  status: { cleaned: false },
});

/** Returns events about an object: a single one, a repeated one, and one of the newer API. */
export async function eventOn(
  client: Client,
  namespace: string,
  kind: string,
  name: string,
): Promise<readonly object[]> {
  const url = {
    Node: `/api/v1/nodes/${name}`,
    MachineConfigPool: `/apis/machineconfiguration.openshift.io/v1/machineconfigpools/${name}`,
    Pod: `/api/v1/namespaces/${namespace}/pods/${name}`,
  }[kind];
  const { body } = await client.get(url ?? '');
  const uid = getString(body, 'metadata', 'uid') ?? assert.fail(`no ${kind} ${name}`);
  const about = { kind, name, uid, ...(kind === 'Pod' ? { namespace } : {}) };
  const event = (suffix: string, changes: object): object => ({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.${suffix}`, namespace },
    involvedObject: about,
    type: 'Warning',
    reason: 'Tested',
    message: `  message of ${suffix} `,
    source: { component: 'kubelet' },
    ...changes,
  });
  return [
    event('single', { firstTimestamp: '2026-11-01T00:01:00Z', lastTimestamp: '2026-11-01T00:01:00Z', count: 1 }),
    event('repeated', {
      type: 'Normal',
      firstTimestamp: '2026-11-01T00:00:00Z',
      lastTimestamp: '2026-11-03T00:00:00Z',
      count: 12,
    }),
  ];
}
