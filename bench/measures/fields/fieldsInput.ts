/**
 * Creates the input files of the measure for Kubernetes fields: a Deployment with 40 containers, the output of a Helm
 * chart with 200 documents, and a CRD.
 */

const container = (index: number) => `        - name: web-${index}
          image: quay.io/example/web-${index}:1.2.3
          args:
            - --name=web-${index}
          ports:
            - name: http-${index}
              containerPort: ${8000 + index}
              protocol: TCP
          env:
            - name: GREETING
              value: hello-${index}
            - name: POD_NAME
              valueFrom:
                fieldRef:
                  fieldPath: metadata.name
          resources:
            requests:
              cpu: 100m
              memory: 128Mi
            limits:
              cpu: "1"
              memory: 256Mi
          readinessProbe:
            httpGet:
              path: /ready
              port: http-${index}
            periodSeconds: 10
          volumeMounts:
            - name: cache
              mountPath: /cache
`;
/** A Deployment with 40 containers (34 KB). */
export const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: workloads
  labels:
    app: web
spec:
  replicas: 2
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      runtimeClassName: kata
      containers:
${Array.from({ length: 40 }, (_, index) => container(index)).join('')}      volumes:
        - name: cache
          emptyDir: {}
`;
const labels = (index: number) => `  labels:
    app.kubernetes.io/name: app-${index}
    app.kubernetes.io/instance: release
    app.kubernetes.io/version: "1.2.3"
    app.kubernetes.io/managed-by: Helm
    helm.sh/chart: app-${index}-0.1.0
  annotations:
    meta.helm.sh/release-name: release
    meta.helm.sh/release-namespace: workloads
`;
const templates = [
  (index: number) => `apiVersion: v1
kind: ServiceAccount
metadata:
  name: app-${index}
${labels(index)}`,
  (index: number) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: app-${index}
${labels(index)}data:
  LOG_LEVEL: info
  WORKERS: "4"
  config.yaml: |
    server:
      port: 8080
      host: 0.0.0.0
`,
  (index: number) => `apiVersion: v1
kind: Service
metadata:
  name: app-${index}
${labels(index)}spec:
  type: ClusterIP
  ports:
    - port: 80
      targetPort: http
      protocol: TCP
      name: http
  selector:
    app.kubernetes.io/name: app-${index}
    app.kubernetes.io/instance: release
`,
  (index: number) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-${index}
${labels(index)}spec:
  replicas: 2
  selector:
    matchLabels:
      app.kubernetes.io/name: app-${index}
      app.kubernetes.io/instance: release
  template:
    metadata:
      labels:
        app.kubernetes.io/name: app-${index}
        app.kubernetes.io/instance: release
    spec:
      serviceAccountName: app-${index}
      runtimeClassName: kata
      containers:
        - name: app
          image: quay.io/example/app-${index}:1.2.3
          imagePullPolicy: IfNotPresent
          ports:
            - name: http
              containerPort: 8080
              protocol: TCP
          envFrom:
            - configMapRef:
                name: app-${index}
          livenessProbe:
            httpGet:
              path: /
              port: http
          readinessProbe:
            httpGet:
              path: /
              port: http
          resources:
            limits:
              cpu: 100m
              memory: 128Mi
            requests:
              cpu: 100m
              memory: 128Mi
`,
  (index: number) => `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: app-${index}
${labels(index)}rules:
  - apiGroups: [""]
    resources: [pods, pods/log]
    verbs: [get, list, watch]
`,
  (index: number) => `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: app-${index}
${labels(index)}roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: app-${index}
subjects:
  - kind: ServiceAccount
    name: app-${index}
`,
  (index: number) => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: app-${index}
${labels(index)}spec:
  rules:
    - host: app-${index}.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: app-${index}
                port:
                  number: 80
`,
];
/** The output of a Helm chart with 200 documents (122 KB). */
export const chart = Array.from({ length: 200 }, (_, index) => templates[index % templates.length]?.(index) ?? '').join(
  '---\n',
);

/** A CRD of 1 MB, whose fields have descriptions as those of operators. */
export const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: kataconfigs.kataconfiguration.openshift.io
spec:
  group: kataconfiguration.openshift.io
  names:
    kind: KataConfig
    listKind: KataConfigList
    plural: kataconfigs
    singular: kataconfig
  scope: Cluster
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
${Array.from({ length: 3880 }, (_, index) => crdField(index)).join('')}`;

function crdField(index: number): string {
  return `                field${index}:
                  type: string
                  description: |-
                    Name of the resource that the operator creates for the component with the number ${index}.
                    If it's empty, the operator chooses a name.
`;
}
