/** Kustomizations that kustomize.test.ts builds: files by name. */

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      serviceAccountName: web
      containers:
      - name: a
        image: a:1
        env:
        - {name: LEVEL, value: info}
        - name: REGION
          valueFrom: {configMapKeyRef: {name: settings, key: region}}
        envFrom: [{secretRef: {name: login}}]
        ports: [{containerPort: 80, name: http}, {containerPort: 443, name: https}]
        volumeMounts: [{mountPath: /a, name: settings}]
      volumes:
      - {name: settings, configMap: {name: settings}}
      - {name: all, projected: {sources: [{secret: {name: login}}, {configMap: {name: settings}}]}}
`;
const others = `apiVersion: v1
kind: ServiceAccount
metadata: {name: web}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80, name: http}, {port: 443, name: https}]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{kind: ServiceAccount, name: web}]
---
apiVersion: v1
kind: Namespace
metadata: {name: apps}
`;
const kataConfig = `apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata: {name: example}
spec:
  logLevel: info
  kataConfigPoolSelector:
    matchLabels: {pool: kata}
    matchExpressions: [{key: a, operator: Exists}, {key: b, operator: Exists}]
`;
const generators = `configMapGenerator:
- name: settings
  literals: ["region=eu", "quoted='a b'", 'html=<a href="x">&</a>']
  files: [notes.txt, copy=notes.txt, image.bin]
  envs: [values.env]
secretGenerator:
- name: login
  type: kubernetes.io/basic-auth
  literals: [username=admin, password=a=b]
`;
const generated = {
  'notes.txt': 'first\nsecond\n',
  'image.bin': '\u0000\u0001',
  'values.env': '# comment\n\nONE=1\n  TWO=a b \nTHREE="quoted"\n',
};
const everyKind = `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: s}
spec:
  serviceName: s
  volumeClaimTemplates: [{metadata: {name: data}, spec: {}}]
  template:
    spec:
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution: [{labelSelector: {matchLabels: {a: b}}, topologyKey: x}]
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: c}
spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: a, image: a}]}}}}}
---
apiVersion: batch/v1
kind: Job
metadata: {name: j}
spec: {template: {spec: {containers: [{name: a, image: a}]}}}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: p}
spec: {selector: {matchLabels: {a: b}}}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: net}
spec: {podSelector: {matchLabels: {a: b}}, ingress: [{from: [{podSelector: {matchLabels: {a: b}}}]}]}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: a, image: a}]}
`;

/** Files of kustomizations by title. The kustomization is `kustomization.yaml`. */
export const kustomizeCases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'generators with hashes and references': {
    'kustomization.yaml': `resources: [deployment.yaml, others.yaml]\n${generators}`,
    'deployment.yaml': deployment,
    'others.yaml': others,
    ...generated,
  },
  'generator options': {
    'kustomization.yaml': `generatorOptions:
  labels: {from: generator}
  annotations: {note: "1"}
  disableNameSuffixHash: true
configMapGenerator:
- name: a
  literals: [x=1]
- name: b
  literals: [x=1]
  options: {disableNameSuffixHash: false, immutable: true, labels: {own: "2"}}
- name: empty
`,
  },
  'prefix, suffix, and labels': {
    'kustomization.yaml': `resources: [deployment.yaml, others.yaml, kataconfig.yaml]
namePrefix: dev-
nameSuffix: -v2
labels:
- pairs: {team: red}
- pairs: {tier: web}
  includeTemplates: true
- pairs: {app.kubernetes.io/part-of: shop}
  includeSelectors: true
${generators}`,
    'deployment.yaml': deployment,
    'others.yaml': others,
    'kataconfig.yaml': kataConfig,
    ...generated,
  },
  'labels of templates': {
    'kustomization.yaml': 'resources: [all.yaml]\nlabels: [{pairs: {team: red}, includeTemplates: true}]\n',
    'all.yaml': everyKind,
  },
  'labels of all kinds with selectors': {
    'kustomization.yaml': 'resources: [all.yaml]\ncommonLabels: {team: red}\n',
    'all.yaml': everyKind,
  },
  'JSON patches in the YAML flow style, after a space or a document marker': {
    'kustomization.yaml':
      'resources: [a.yaml]\npatches: [{target: {kind: ConfigMap}, path: space.yaml}, {target: {kind: ConfigMap}, path: marker.yaml}]\n',
    'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: v}\n',
    'space.yaml': ' [{op: add, path: /data/a, value: b}]\n',
    'marker.yaml': '---\n[{op: add, path: /data/c, value: d}]\n',
  },
  'patches of lists with and without merge keys': {
    'kustomization.yaml': `resources: [deployment.yaml, others.yaml, kataconfig.yaml]
patches:
- path: patch.yaml
- patch: |
    apiVersion: kataconfiguration.openshift.io/v1
    kind: KataConfig
    metadata: {name: example}
    spec:
      logLevel: debug
      kataConfigPoolSelector: {matchLabels: {pool: null}, matchExpressions: [{key: c, operator: Exists}]}
- target: {kind: Service, name: w.*}
  patch: |
    - {op: add, path: /metadata/annotations, value: {note: a}}
    - {op: replace, path: /spec/ports/1/port, value: 8443}
    - {op: add, path: /spec/ports/-, value: {port: 99, name: x}}
    - {op: remove, path: /spec/ports/0}
- target: {kind: Role|RoleBinding}
  patch: |
    apiVersion: any/v1
    kind: Any
    metadata: {name: any, labels: {patched: "yes"}}
- patch: |
    $patch: delete
    apiVersion: v1
    kind: Namespace
    metadata: {name: apps}
`,
    'patch.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, annotations: {a: b}}
spec:
  replicas: 3
  template:
    spec:
      containers:
      - name: sidecar
        image: b:1
      - name: a
        image: a:2
        env: [{name: NEW, value: x}, {name: LEVEL, value: debug}]
        ports: [{containerPort: 443, name: tls}]
        volumeMounts: [{mountPath: /a, $patch: delete}, {mountPath: /b, name: all}]
      tolerations: [{key: a, operator: Exists}]
      volumes: [{name: all, $patch: delete}, {name: tmp, emptyDir: {}}]
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 443, targetPort: 8443}]}
`,
    'deployment.yaml': deployment,
    'others.yaml': others,
    'kataconfig.yaml': kataConfig,
  },
  'overlay of a base that both rename': {
    'kustomization.yaml': `resources: [base, base2, extra.yaml]
namePrefix: prod-
patches:
- patch: |
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec: {replicas: 5}
- target: {kind: ConfigMap, name: settings}
  patch: |
    - {op: add, path: /data/more, value: "1"}
`,
    'extra.yaml':
      'apiVersion: v1\nkind: Pod\nmetadata: {name: job}\nspec: {volumes: [{name: s, configMap: {name: settings}}]}\n',
    'base/kustomization.yaml': `resources: [deployment.yaml, others.yaml]\nnamePrefix: base-\n${generators}`,
    'base/deployment.yaml': deployment,
    'base/others.yaml': others,
    'base2/kustomization.yaml': 'resources: [kataconfig.yaml]\n',
    'base2/kataconfig.yaml': kataConfig,
    ...Object.fromEntries(Object.entries(generated).map(([name, content]) => [`base/${name}`, content])),
  },
  'namespace of a base, its subjects, and a patch that names none': {
    'kustomization.yaml': `resources: [base]
namespace: shop
namePrefix: prod-
patches:
- patch: |
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web, namespace: apps}
    spec: {replicas: 2}
`,
    'base/kustomization.yaml': `resources: [deployment.yaml, others.yaml, kataconfig.yaml, access.yaml]
namespace: apps
${generators}patches:
- patch: |
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec: {replicas: 3}
`,
    'base/access.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: all}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: all}
subjects:
- {kind: ServiceAccount, name: web, namespace: apps}
- {kind: ServiceAccount, name: default, namespace: apps}
- {kind: ServiceAccount, name: other, namespace: elsewhere}
- {kind: User, name: me}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: all}
rules: [{apiGroups: [""], resources: [secrets], resourceNames: [login, settings, web], verbs: [get]}]
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: disk}
`,
    'base/deployment.yaml': deployment,
    'base/others.yaml': others,
    'base/kataconfig.yaml': kataConfig,
    ...Object.fromEntries(Object.entries(generated).map(([name, content]) => [`base/${name}`, content])),
  },
  'images, replicas, and annotations': {
    'kustomization.yaml': `resources: [deployment.yaml, all.yaml, images.yaml]
namePrefix: v1-
commonAnnotations: {owner: red}
replicas: [{name: web, count: 4}, {name: s, count: 0}]
images:
- {name: a, newTag: "2"}
- {name: quay.io/x/y, newName: registry.example.com:5000/x/y}
- {name: localhost:5000/z, digest: "sha256:cccc"}
- {name: tagged, newName: other, newTag: v3}
- {name: both, newTag: v3, digest: "sha256:dddd"}
`,
    'deployment.yaml': deployment,
    'all.yaml': everyKind,
    'images.yaml': `apiVersion: v1
kind: Pod
metadata: {name: images}
spec:
  initContainers: [{name: i, image: "quay.io/x/y@sha256:aaaa"}]
  containers:
  - {name: z, image: "localhost:5000/z:1"}
  - {name: t, image: "tagged:v1@sha256:bbbb"}
  - {name: b, image: both}
  - {name: n, image: quay.io/x/yy}
---
apiVersion: example.com/v1
kind: Custom
metadata: {name: custom}
spec: {deep: {containers: [{image: "a:1"}]}}
`,
  },
  'generators that merge and replace': {
    'kustomization.yaml': `resources: [base]
namePrefix: prod-
configMapGenerator:
- name: settings
  behavior: merge
  literals: [region=us, more=1]
  options: {labels: {layer: prod}}
- name: plain
  behavior: replace
  literals: [only=1]
secretGenerator:
- name: login
  behavior: merge
  type: kubernetes.io/basic-auth
  literals: [password=new]
`,
    'base/kustomization.yaml': `resources: [deployment.yaml, plain.yaml]\n${generators}`,
    'base/deployment.yaml': deployment,
    'base/plain.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: plain, annotations: {a: b}}\ndata: {old: "1"}\n',
    ...Object.fromEntries(Object.entries(generated).map(([name, content]) => [`base/${name}`, content])),
  },
  components: {
    'kustomization.yaml': 'resources: [deployment.yaml]\ncomponents: [debug, more]\nnameSuffix: -x\n',
    'deployment.yaml': deployment,
    'debug/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources: [others.yaml]
configMapGenerator: [{name: settings, literals: [region=eu]}]
commonAnnotations: {debug: "true"}
patches:
- target: {kind: Deployment}
  patch: |
    - {op: replace, path: /spec/replicas, value: 7}
`,
    'debug/others.yaml': others,
    'more/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
images: [{name: a, newTag: debug}]
`,
  },
  'plain values that other tools read as Booleans or numbers': {
    'kustomization.yaml': 'resources: [values.yaml]\nnamePrefix: a-\n',
    'values.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: v, labels: {x: y, z: yes}}\ndata: {a: on, b: No, d: "1"}\n',
  },
  'deprecated fields for bases and patches': {
    'kustomization.yaml': `bases: [base]
patchesStrategicMerge:
- patch.yaml
- |
  apiVersion: apps/v1
  kind: Deployment
  metadata: {name: web}
  spec: {paused: true}
`,
    'patch.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 6}\n',
    'base/kustomization.yaml': 'resources: [deployment.yaml]\n',
    'base/deployment.yaml': deployment,
  },
  'labels of affinity and topology spread constraints': {
    'kustomization.yaml': 'resources: [all.yaml]\ncommonLabels: {team: red}\n',
    'all.yaml': ['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet'].map(placed).join('---\n'),
  },
};

/** Returns a workload with rules for the placement of its pods. */
function placed(kind: string): string {
  const selector = 'labelSelector: {matchLabels: {a: b}}';
  return `apiVersion: apps/v1
kind: ${kind}
metadata: {name: placed}
spec:
  template:
    spec:
      topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, ${selector}}]
      affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: x, ${selector}}]}}
`;
}
