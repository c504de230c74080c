/** Tests the rules for Kubernetes fields with documents that the API server rejects or accepts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { check } from '../../../../support/manifests/checkText.ts';

const deployment = (spec: string, container = '', pod = '') => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
${spec}  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      runtimeClassName: kata
${pod}      containers:
        - name: web
          image: quay.io/example/web
${container}`;

/** Returns the rules that report something, with the marked text. */
async function findings(text: string): Promise<string[]> {
  // OSC 1.12 has a table of OpenShift versions, so that its Kubernetes versions differ in what they reject.
  return (await check(text, { release: '1.12' })).map(
    ({ rule, finding }) => `${rule.replace('osc/kubernetes-', '')} ${text.slice(finding.start, finding.end)}`,
  );
}

const container = (lines: string) => deployment('', lines.replace(/^(?=.)/gm, '          '));
const pod = (lines: string) => deployment('', '', lines.replace(/^(?=.)/gm, '      '));
const spec = (lines: string) => deployment(lines.replace(/^(?=.)/gm, '  '));

describe('rejected Kubernetes fields', () => {
  const cases: Readonly<Record<string, readonly [text: string, ...found: string[]]>> = {
    'a misspelled field': [spec('replcas: 2\n'), 'unknown-field replcas'],
    'a field with another case': [pod('RestartPolicy: Always\n'), 'unknown-field RestartPolicy'],
    'labels directly below the selector': [
      deployment('').replace('    matchLabels:\n      app: web\n', '    app: web\n'),
      'unknown-field app',
    ],
    'a number in quotes': [container('ports:\n- containerPort: "80"\n'), 'wrong-type "80"'],
    'a string instead of a list': [container('command: sh\n'), 'wrong-type sh'],
    'a number in a list of strings': [container('command: [sh, 1]\n'), 'wrong-type 1'],
    'a number as the value of a variable': [container('env:\n- name: A\n  value: 1\n'), 'wrong-type 1'],
    'a value with another case': [container('ports:\n- containerPort: 80\n  protocol: tcp\n'), 'value tcp'],
    'a restart policy of a Job in a Deployment': [pod('restartPolicy: Never\n'), 'value Never'],
    'a quantity with a space': [container('resources:\n  limits:\n    memory: 1 Gi\n'), 'quantity 1 Gi'],
    'a negative quantity': [container('resources:\n  limits:\n    memory: -1Gi\n'), 'quantity -1Gi'],
    'an empty quantity': [container('resources:\n  limits:\n    memory: ""\n'), 'quantity ""'],
    'a selector for another label': [
      deployment('').replace('app: web\n  template', 'app: api\n  template'),
      'selector api',
    ],
    'a missing image': [deployment('').replace('          image: quay.io/example/web\n', ''), 'missing-field name'],
    'a container name twice': [deployment('', '        - name: web\n          image: a\n'), 'duplicate web'],
    'a volume that does not exist': [
      container('volumeMounts:\n- name: data\n  mountPath: /data\n'),
      'volume-mount data',
    ],
    'two sources of a volume': [
      pod('volumes:\n- name: data\n  emptyDir: {}\n  hostPath:\n    path: /data\n'),
      'exclusive-fields hostPath',
    ],
    'a name with a capital letter': [deployment('').replace('- name: web', '- name: Web'), 'format Web'],
    'a long port name': [
      container('ports:\n- containerPort: 80\n  name: sixteen-letters-1\n'),
      'format sixteen-letters-1',
    ],
    'a port that is too large': [container('ports:\n- containerPort: 70000\n'), 'number 70000'],
    'a decimal file mode': [
      pod('volumes:\n- name: a\n  secret:\n    secretName: a\n    defaultMode: 644\n'),
      'number 644',
    ],
    'a negative user ID': [pod('securityContext:\n  runAsUser: -1\n'), 'number -1'],
    'a field of the pod that no variable can contain': [
      container('env:\n- name: A\n  valueFrom:\n    fieldRef:\n      fieldPath: metadata.foo\n'),
      'format metadata.foo',
    ],
    'a path outside of a volume': [
      container('volumeMounts: []\n')
        .replace(
          '          volumeMounts: []\n',
          '          volumeMounts:\n            - name: a\n              mountPath: /a\n              subPath: ../b\n',
        )
        .replace('      containers:', '      volumes:\n        - name: a\n          emptyDir: {}\n      containers:'),
      'format ../b',
    ],
    'a short digest': [
      deployment('').replace('quay.io/example/web', 'quay.io/example/web@sha256:abcd'),
      'format quay.io/example/web@sha256:abcd',
    ],
    'an unknown storage medium': [pod('volumes:\n- name: a\n  emptyDir:\n    medium: memory\n'), 'format memory'],
    'a probe of an unknown port': [
      container('ports:\n- containerPort: 80\n  name: http\nlivenessProbe:\n  tcpSocket:\n    port: web\n'),
      'probe-port web',
    ],
    'memory of less than a byte': [container('resources:\n  limits:\n    memory: 512m\n'), 'resource 512m'],
    'a resource without a domain that Kubernetes does not define': [
      container('resources:\n  limits:\n    mem: 1Gi\n    gpu: 1\n'),
      'resource mem',
      'resource gpu',
    ],
    'half a device, or one that is only requested': [
      container('resources:\n  limits:\n    nvidia.com/gpu: 0.5\n  requests:\n    amd.com/gpu: 1\n'),
      'resource 0.5',
      'resource 1',
    ],
    'a request above the limit': [
      container('resources:\n  limits:\n    memory: 1Gi\n    cpu: 1\n  requests:\n    memory: 2048Mi\n    cpu: 500m\n'),
      'resource 2048Mi',
    ],
    'a variable without a name': [container('env:\n- value: a\n'), 'missing-field value'],
    'a mount without a path': [container('volumeMounts:\n- name: data\n'), 'missing-field name', 'volume-mount data'],
    'a variable from nowhere': [container('env:\n- name: A\n  valueFrom: {}\n'), 'missing-field {}'],
    'a probe without an action': [container('livenessProbe:\n  periodSeconds: 3\n'), 'missing-field periodSeconds'],
    'a port in quotes that is the name of a port': [
      container('ports:\n- containerPort: 80\nlivenessProbe:\n  httpGet:\n    port: "80"\n'),
      'format "80"',
    ],
    'a number of pods that is neither a number nor a percentage': [
      spec('strategy:\n  rollingUpdate:\n    maxUnavailable: "x"\n    maxSurge: 150%\n'),
      'format "x"',
    ],
    'parameters of a rolling update for another strategy': [
      spec('strategy:\n  type: Recreate\n  rollingUpdate: {}\n'),
      'exclusive-fields rollingUpdate',
    ],
    'a deadline before the pods are ready': [spec('progressDeadlineSeconds: 30\nminReadySeconds: 30\n'), 'number 30'],
    'a port of the node that differs from that of the container': [
      deployment(
        '',
        '          ports:\n            - containerPort: 80\n              hostPort: 81\n',
        '      hostNetwork: true\n',
      ),
      'number 81',
    ],
    'a list of objects': [
      `- ${deployment('  replcas: 2\n').trimEnd().replaceAll('\n', '\n  ')}\n`,
      'list apiVersion',
      'unknown-field replcas',
    ],
    'metadata that oc create or oc apply rejects': [
      deployment('').replace('  name: web\n', '  generateName: web-\n  resourceVersion: "1"\n'),
      'create-only generateName',
      'create-only resourceVersion',
    ],
    'a field of a feature that is off by default': [
      container('resizePolicy:\n- resourceName: cpu\n  restartPolicy: NotRequired\n'),
      'feature-gate resizePolicy',
    ],
    'a field that some versions lack, and others have behind a feature gate': [
      pod('resources:\n  limits:\n    cpu: 1\n'),
      'version resources',
    ],
    'a field that no supported version has': [pod('workloadRef:\n  name: a\n  podGroup: b\n'), 'version workloadRef'],
  };
  for (const [title, [text, ...found]] of Object.entries(cases))
    test(title, async () => assert.deepEqual(await findings(text), found));
});

describe('rejected fields of other kinds in the file of a Kata workload', () => {
  const object = (apiVersion: string, kind: string, lines: string, name = 'web') =>
    `${deployment('')}---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\nspec:\n${lines.replace(/^(?=.)/gm, '  ')}`;
  const service = (lines: string, name?: string) => object('v1', 'Service', lines, name);
  const cases: Readonly<Record<string, readonly [text: string, ...found: string[]]>> = {
    'a target port in quotes': [service('ports:\n- port: 80\n  targetPort: "80"\n'), 'format "80"'],
    'two ports without a name': [
      service('ports:\n- port: 80\n- port: 81\n'),
      'missing-field port',
      'missing-field port',
    ],
    'two ports with the same name': [service('ports:\n- name: a\n  port: 80\n- name: a\n  port: 81\n'), 'duplicate a'],
    'a Service name with a digit at its start': [service('ports:\n- port: 80\n', '1a'), 'format 1a'],
    'a Service name with a dot': [service('ports:\n- port: 80\n', 'a.b'), 'osc/metadata-invalid a.b'],
    'both bounds of a disruption budget': [
      object('policy/v1', 'PodDisruptionBudget', 'minAvailable: 1\nmaxUnavailable: 1\n'),
      'exclusive-fields maxUnavailable',
    ],
    'a path without a type': [
      object(
        'networking.k8s.io/v1',
        'Ingress',
        'rules:\n- http:\n    paths:\n    - path: /\n      backend:\n        service:\n          name: web\n          port:\n            number: 80\n',
      ),
      'missing-field path',
    ],
    'a path type with another case': [
      object(
        'networking.k8s.io/v1',
        'Ingress',
        'rules:\n- http:\n    paths:\n    - path: /\n      pathType: prefix\n      backend:\n        service:\n          name: web\n          port:\n            number: 80\n',
      ),
      'value prefix',
    ],
    'an abbreviated access mode': [
      object('v1', 'PersistentVolumeClaim', 'accessModes: [RWO]\nresources:\n  requests:\n    storage: 1Gi\n'),
      'value RWO',
    ],
    'the overhead of a RuntimeClass in MB': [
      `${deployment('')}---\napiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: other\nhandler: other\noverhead:\n  podFixed:\n    memory: 120MB\n`,
      'quantity 120MB',
    ],
    'a Job without a restart policy': [
      object(
        'batch/v1',
        'Job',
        'template:\n  spec:\n    containers:\n    - name: web\n      image: quay.io/example/web\n',
      ),
      'missing-field containers',
    ],
    'a name of a CronJob with more than 52 characters, and its schedule': [
      object('batch/v1', 'CronJob', 'schedule: "60 * * * *"\n', 'a'.repeat(53)),
      `osc/metadata-invalid ${'a'.repeat(53)}`,
      'format "60 * * * *"',
    ],
  };
  for (const [title, [text, ...found]] of Object.entries(cases))
    test(title, async () => assert.deepEqual(await findings(text), found));

  test('but not a ClusterRole whose name only paths allow', async () => {
    const role = object('rbac.authorization.k8s.io/v1', 'ClusterRole', '', 'system:A_b').replace(
      /spec:\n$/,
      'rules: []\n',
    );
    assert.deepEqual(await findings(role), []);
  });
});

describe('accepted Kubernetes fields', () => {
  const cases: Readonly<Record<string, string>> = {
    'null instead of optional fields': deployment(
      '  replicas:\n',
      '          resources:\n          env: null\n',
      '      volumes:\n',
    ),
    'the fields of an exported object':
      deployment('').replace(
        '  name: web\n',
        '  name: web\n  creationTimestamp: null\n  managedFields:\n    - manager: oc\n      anything: 1\n',
      ) + 'status:\n  replicas: 1\n  anything: {}\n',
    'booleans of YAML 1.1': pod('hostNetwork: yes\nhostPID: off\n'),
    'an octal file mode': pod('volumes:\n- name: a\n  secret:\n    secretName: a\n    defaultMode: 0644\n'),
    'a number as a quantity': container('resources:\n  limits:\n    cpu: 1.5\n    memory: 1e9\n'),
    'a number as a quantity in another notation': container(
      'resources:\n  limits:\n    cpu: 0x10\n    memory: 1_000_000\n  requests:\n    cpu: 0b11\n    memory: 0o17\n',
    ),
    'an old name of a pod field': container(
      'env:\n- name: A\n  valueFrom:\n    fieldRef:\n      fieldPath: spec.host\n',
    ),
    'a whole number with a fraction': spec('replicas: 80.0\n'),
    'an unknown resource': container('resources:\n  limits:\n    example.com/gpu: 1\n'),
    'an image with a registry in capital letters': deployment('').replace('quay.io/example', 'Quay.IO:5000/example'),
    'an image with a tag and a digest': deployment('').replace(
      'example/web',
      `example/web:1.0@sha256:${'a'.repeat(64)}`,
    ),
    'an intOrString in both forms': spec('strategy:\n  rollingUpdate:\n    maxSurge: 25%\n    maxUnavailable: 1\n'),
    'a name of a variable that Kubernetes 1.32 accepts': container('env:\n- name: a.b-c d\n  value: ""\n'),
    'containers through an anchor': deployment(
      '',
      '          env: &env\n            - name: A\n              value: "1"\n        - name: other\n          image: b\n          env: *env\n',
    ),
    'an empty host name': pod('hostname: ""\n'),
    'any value of the right type in the status, and a volume without a source': `${pod('volumes:\n- name: a\n')}status:\n  phase: Strange\n`,
    'resources of devices, and a fraction of a core': container(
      'resources:\n  limits:\n    nvidia.com/gpu: 1\n    cpu: 500m\n    memory: 1Gi\n  requests:\n    nvidia.com/gpu: 1\n    memory: 1Gi\n',
    ),
    'a label as the key of an annotation with capital letters': deployment('').replace(
      '  name: web\n',
      '  name: web\n  annotations:\n    Example.com/a: b\n',
    ),
    'containers through a merge key': deployment(
      '',
      '          resources: &small\n            limits:\n              cpu: 1\n        - name: other\n          image: b\n          resources:\n            <<: *small\n',
    ),
    placeholders: spec('replicas: ${REPLICAS}\n'),
    'a pod of another runtime class': deployment('  replcas: 2\n').replace('kata', 'gvisor'),
  };
  for (const [title, text] of Object.entries(cases))
    test(title, async () => assert.deepEqual(await findings(text), []));

  test('the values of a claim template, which the API server does not validate', async () => {
    const text = deployment('')
      .replace('Deployment', 'StatefulSet')
      .replace(
        '  template:',
        '  volumeClaimTemplates:\n    - spec:\n        volumeMode: block\n        acessModes: []\n  template:',
      );
    assert.deepEqual(await findings(text), ['unknown-field acessModes']);
  });

  test('a field that only some supported versions have is information', async () => {
    const found = await check(pod('hostnameOverride: web\n'));
    assert.deepEqual(
      found.slice(0, 1).map(({ finding, message }) => [finding.severity, message]),
      [['info', 'spec.template.spec.hostnameOverride requires Kubernetes 1.34 (OpenShift 4.21) or later.']],
    );
  });
});
