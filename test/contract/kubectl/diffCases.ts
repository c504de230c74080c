/** Objects that kubectlDiff.test.ts compares. */
import type { Verdict } from '#core/operations/comparison/objectComparison.ts';

export interface DiffCase {
  readonly title: string;
  /** The object on the server, created with `kubectl create`. Undefined if it doesn't exist. */
  readonly live?: string;
  /** kubectl commands that change the live object. */
  readonly changes?: readonly (readonly string[])[];
  readonly wanted: string;
  readonly verdict: Verdict;
}

const configMap = (data: string): string => `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: ${data}
`;
const secret = (password: string, field = 'stringData'): string => `apiVersion: v1
kind: Secret
metadata: {name: login}
${field}: {password: ${password}}
`;
const deployment = (containers: string, more = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
${more}  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: ${containers}
`;
const service = (target: string): string => `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80, targetPort: ${target}, protocol: TCP}]}
`;
const role = (verbs: string): string => `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader}
rules: [{apiGroups: [""], resources: [pods], verbs: ${verbs}}]
`;
const kataConfig = (level: string): string => `apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata: {name: compared}
spec: {logLevel: ${level}}
`;
const container = '[{name: a, image: "quay.io/a:1", ports: [{containerPort: 80}]}]';

export const diffCases: readonly DiffCase[] = [
  { title: 'an object that does not exist', wanted: configMap('{a: "1"}'), verdict: 'onlyInFolder' },
  { title: 'an equal object', live: configMap('{a: "1"}'), wanted: configMap('{a: "1"}'), verdict: 'same' },
  { title: 'a changed value', live: configMap('{a: "1"}'), wanted: configMap('{a: "2"}'), verdict: 'different' },
  { title: 'an added key', live: configMap('{a: "1"}'), wanted: configMap('{a: "1", b: "2"}'), verdict: 'different' },
  {
    title: 'a key that another manager added',
    live: configMap('{a: "1"}'),
    changes: [['patch', 'configmap', 'settings', '--type=merge', '-p', '{"data":{"b":"2"}}']],
    wanted: configMap('{a: "1"}'),
    verdict: 'same',
  },
  {
    title: 'a label that another manager added',
    live: configMap('{a: "1"}'),
    changes: [['label', 'configmap', 'settings', 'by=other']],
    wanted: configMap('{a: "1"}'),
    verdict: 'same',
  },
  { title: 'a Secret with equal values', live: secret('a'), wanted: secret('a'), verdict: 'same' },
  { title: 'a Secret with encoded values', live: secret('a'), wanted: secret('YQ==', 'data'), verdict: 'same' },
  { title: 'a Secret with another value', live: secret('a'), wanted: secret('b'), verdict: 'different' },
  {
    title: 'a Deployment with default values',
    live: deployment(container),
    wanted: deployment(container),
    verdict: 'same',
  },
  {
    title: 'a Deployment that was scaled',
    live: deployment(container),
    changes: [['scale', 'deployment', 'web', '--replicas=3']],
    wanted: deployment(container),
    verdict: 'same',
  },
  {
    title: 'a Deployment with a number of replicas that differs',
    live: deployment(container),
    changes: [['scale', 'deployment', 'web', '--replicas=3']],
    wanted: deployment(container, '  replicas: 1\n'),
    verdict: 'different',
  },
  {
    title: 'a Deployment with another container',
    live: deployment(container),
    wanted: deployment('[{name: b, image: "quay.io/b:1"}]'),
    verdict: 'different',
  },
  { title: 'a Service with an assigned address', live: service('80'), wanted: service('80'), verdict: 'same' },
  { title: 'a Service with another target port', live: service('80'), wanted: service('81'), verdict: 'different' },
  { title: 'an equal Role', live: role('[get, list]'), wanted: role('[get, list]'), verdict: 'same' },
  {
    title: 'a Role with a list in another order',
    live: role('[get, list]'),
    wanted: role('[list, get]'),
    verdict: 'different',
  },
  { title: 'an equal custom resource', live: kataConfig('info'), wanted: kataConfig('info'), verdict: 'same' },
  {
    title: 'a custom resource with another value',
    live: kataConfig('info'),
    wanted: kataConfig('debug'),
    verdict: 'different',
  },
  { title: 'a custom resource that does not exist', wanted: kataConfig('info'), verdict: 'onlyInFolder' },
  {
    title: 'a value of the wrong type',
    live: deployment(container),
    wanted: deployment(container, '  replicas: many\n'),
    verdict: 'notComparable',
  },
];
