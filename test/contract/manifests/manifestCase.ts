/** Describes the manifests whose findings are compared with the verdict of an API server. */
import assert from 'node:assert/strict';
import { operatorNamespace } from '#core/product/namespaces.ts';

/** A manifest with the findings that the product reports for it. */
export interface ManifestCase {
  /** Row of the requirement that the case belongs to, such as `N1`. */
  readonly row: string;
  /** Difference from a correct manifest, as a short text in Markdown. Unique. */
  readonly input: string;
  readonly manifest: string;
  /** Findings as `rule severity`, such as `unknown-field error`. */
  readonly findings: readonly string[];
  /** CRD of the object's kind, which the product reads from the workspace. */
  readonly crd?: string;
  /** Reason why the product doesn't report a manifest that the API server rejects. */
  readonly unchecked?: string;
  /** Component that rejects a manifest that the API server accepts, and what happens. */
  readonly rejectedBy?: string;
  /** The correct manifest, if the kind or the version of the object is missing. */
  readonly meant?: string;
}

/**
 * Replaces a part of a manifest.
 * @throws if the manifest doesn't contain the part
 */
export function changed(manifest: string, from: string, to: string): string {
  assert.ok(manifest.includes(from), `${from} is missing in ${manifest}`);
  return manifest.replace(from, to);
}

/**
 * Renames the first key with this name.
 * @throws if the manifest doesn't contain the key
 */
export function renamed(manifest: string, from: string, to: string): string {
  const key = new RegExp(`^( *)${from}:`, 'm');
  assert.match(manifest, key);
  return manifest.replace(key, `$1${to}:`);
}

const named = (kind: string, name: string): string =>
  `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: ${operatorNamespace}\n`;

export const featureGates = `${named('ConfigMap', 'osc-feature-gates')}data:\n  confidential: "true"\n`;

export const peerPodsConfigMap = `${named('ConfigMap', 'peer-pods-cm')}data:
  CLOUD_PROVIDER: "aws"
  AWS_REGION: "us-east-1"
  AWS_SUBNET_ID: "subnet-0a1b2c3d4e5f60718"
  AWS_VPC_ID: "vpc-0a1b2c3d4e5f60718"
  AWS_SG_IDS: "sg-0a1b2c3d4e5f60718"
  PODVM_AMI_ID: "ami-0a1b2c3d4e5f60718"
  PODVM_INSTANCE_TYPE: "t3.medium"
  VXLAN_PORT: "9000"
  PROXY_TIMEOUT: "5m"
`;

export const peerPodsSecret = `${named('Secret', 'peer-pods-secret')}type: Opaque
stringData:
  AWS_ACCESS_KEY_ID: "x"
  AWS_SECRET_ACCESS_KEY: "y"
`;

export const namespace = `apiVersion: v1
kind: Namespace
metadata:
  name: ${operatorNamespace}
  labels:
    openshift.io/cluster-monitoring: "true"
`;

export const kataConfig = `apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  logLevel: info
`;

export const pod = `apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations:
    io.katacontainers.config.hypervisor.default_vcpus: "2"
spec:
  runtimeClassName: kata
  containers:
    - name: web
      image: quay.io/example/web
`;

export const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
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
        - name: web
          image: quay.io/example/web
`;

export const operatorGroup = `apiVersion: operators.coreos.com/v1
kind: OperatorGroup
metadata:
  name: sandboxed-containers-operator-group
  namespace: ${operatorNamespace}
spec:
  targetNamespaces:
    - ${operatorNamespace}
`;

export const subscription = `apiVersion: operators.coreos.com/v1alpha1
kind: Subscription
metadata:
  name: sandboxed-containers-operator
  namespace: ${operatorNamespace}
spec:
  channel: stable
  installPlanApproval: Automatic
  name: sandboxed-containers-operator
  source: redhat-operators
  sourceNamespace: openshift-marketplace
  startingCSV: sandboxed-containers-operator.v1.12.0
`;

export const runtimeClass = `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: kata-small
handler: kata
overhead:
  podFixed:
    memory: 350Mi
    cpu: 250m
scheduling:
  nodeSelector:
    node-role.kubernetes.io/kata-oc: ""
`;

export const nodeFeatures = `apiVersion: nfd.openshift.io/v1
kind: NodeFeatureDiscovery
metadata:
  name: nfd-kata
  namespace: openshift-nfd
spec:
  operand:
    servicePort: 12000
  workerConfig:
    configData: |
      core:
        sleepInterval: 60s
`;

/** Creates a case from its row, its input, its manifest, and its findings. */
export function manifestCase(
  row: string,
  input: string,
  manifest: string,
  ...findings: readonly string[]
): ManifestCase {
  return { row, input, manifest, findings };
}
