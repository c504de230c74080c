/** Generates Kubernetes manifests that don't concern OpenShift sandboxed containers. */
import type { CorpusFile } from './foreignFiles.ts';
import type { Random } from './random.ts';

/** Creates a manifest with one or more objects of one application. */
export function createKubernetesFile(random: Random, folder: string, index: number): CorpusFile {
  const name = `${random.name()}-${index}`;
  if (random.isLikely(0.08))
    return { path: `${folder}/deploy-${index}/kustomization.yaml`, text: kustomization(random, name) };
  if (random.isLikely(0.1))
    return { path: `${folder}/charts/${name}/templates/deployment.yaml`, text: template(random) };
  const documents = random.list(random.size(1, 12), (number) =>
    random.pick([deployment, service, configMap, role, job])(random, `${name}-${number}`),
  );
  return { path: `${folder}/manifests/${name}.yaml`, text: documents.join('---\n') };
}

const head = (apiVersion: string, kind: string, name: string) => `apiVersion: ${apiVersion}
kind: ${kind}
metadata:
  name: ${name}
  namespace: shop
  labels:
    app.kubernetes.io/name: ${name}
`;

const container = (random: Random, number: number) => `        - name: container-${number}
          image: registry.example.com/shop/${random.name()}:${random.integer(1, 9)}.0
          args: ["--listen", ":8080", "--name=${random.name()}"]
          ports:
            - containerPort: 8080
          env:
            - name: MODE
              value: ${random.name()}
          resources:
            limits: {cpu: "1", memory: ${random.integer(1, 8)}Gi}
          readinessProbe:
            httpGet: {path: /ready, port: 8080}
`;

const podTemplate = (random: Random, name: string) => `  template:
    metadata:
      labels:
        app.kubernetes.io/name: ${name}
    spec:
      serviceAccountName: ${name}
      containers:
${random.list(random.integer(1, 3), (number) => container(random, number)).join('')}`;

const deployment = (random: Random, name: string) => `${head('apps/v1', 'Deployment', name)}spec:
  replicas: ${random.integer(1, 5)}
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
${podTemplate(random, name)}`;

const job = (random: Random, name: string) => `${head('batch/v1', 'Job', name)}spec:
  backoffLimit: 2
${podTemplate(random, name)}      restartPolicy: Never
`;

const service = (_random: Random, name: string) => `${head('v1', 'Service', name)}spec:
  selector:
    app.kubernetes.io/name: ${name}
  ports:
    - {name: http, port: 80, targetPort: 8080}
`;

const configMap = (random: Random, name: string) => `${head('v1', 'ConfigMap', name)}data:
${random.list(random.size(1, 20), (number) => `  key-${number}: "${random.sentence()}"\n`).join('')}  server.conf: |
${random.list(random.size(2, 40), () => `    option ${random.name()} = ${random.name()}\n`).join('')}`;

const role = (random: Random, name: string) => `${head('rbac.authorization.k8s.io/v1', 'Role', name)}rules:
  - apiGroups: [""]
    resources: [pods, services, configmaps]
    verbs: [get, list, watch]
  - apiGroups: [apps]
    resources: [${random.pick(['deployments', 'statefulsets'])}]
    verbs: [get]
`;

const kustomization = (random: Random, name: string) => `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namePrefix: ${name}-
resources:
  - deployment.yaml
images:
  - name: registry.example.com/shop/${random.name()}
    newTag: "${random.integer(1, 9)}.1"
`;

const template = (random: Random) => `{{- if .Values.enabled }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "chart.fullname" . }}
  labels:
    {{- include "chart.labels" . | nindent 4 }}
spec:
  replicas: {{ .Values.replicaCount }}
  template:
    spec:
      containers:
        - name: ${random.name()}
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
          {{- with .Values.resources }}
          resources:
            {{- toYaml . | nindent 12 }}
          {{- end }}
{{- end }}
`;
