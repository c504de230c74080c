/**
 * Creates the input files: 1, 100, or 1000 distinct YAML documents of about 600 bytes each, cycling through three
 * kinds.
 */
import type { Position, TextDocumentItem } from 'vscode-languageserver';

/** A file and the positions in its last KataConfig that the measurements use. */
export interface Input {
  readonly item: TextDocumentItem;
  /** Position after `checkNodeEligibility: false`. One more character there makes the value invalid. */
  readonly toggle: Position;
  /** Line with an invalid value that is never fixed. Diagnostics that don't include it are incomplete. */
  readonly wrongLine: number;
  /** End of a line of spaces where a key of `spec` can be typed. */
  readonly blank: Position;
  /** Position on the key `checkNodeEligibility`. */
  readonly key: Position;
}

/** Character that makes the toggled value invalid. A file is opened with it in place. */
export const toggled = 'x';

/**
 * Creates a file with this number of documents: three kinds in turn, or only KataConfigs. The last document is a
 * KataConfig.
 */
export function makeInput(uri: string, documents: number, salt = '', kinds: 'mixed' | 'kataConfigs' = 'mixed'): Input {
  const texts = Array.from({ length: documents }, (_, index) => {
    const name = `${salt}n${String(index).padStart(4, '0')}`;
    if (index === documents - 1) return lastKataConfig(name);
    return [kataConfig, peerPodsConfigMap, pod][kinds === 'mixed' ? index % 3 : 0]?.(name) ?? '';
  });
  const text = texts.join('---\n');
  const lines = text.split('\n');
  const lineOf = (start: string) => lines.findLastIndex((line) => line.startsWith(start));
  const toggle = lineOf('  checkNodeEligibility: ');
  return {
    item: { uri, languageId: 'yaml', version: 1, text },
    toggle: { line: toggle, character: '  checkNodeEligibility: false'.length },
    wrongLine: lineOf('  enablePeerPods: '),
    blank: { line: lines.lastIndexOf('  '), character: 2 },
    key: { line: toggle, character: 6 },
  };
}

const kataHead = (name: string) => `apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: ${name}
  labels:
    app.kubernetes.io/part-of: openshift-sandboxed-containers
    app.kubernetes.io/instance: ${name}
  annotations:
    example.com/owner: platform-team-${name}
    example.com/purpose: installs kata on the nodes that are labelled for it
`;

const selector = (name: string) => `  kataConfigPoolSelector:
    matchLabels:
      node-role.kubernetes.io/kata-${name}: ""
    matchExpressions:
      - key: node.example.com/zone
        operator: In
        values: [zone-a, zone-b]
`;

const kataConfig = (name: string) => `${kataHead(name)}spec:
  checkNodeEligibility: false
  enablePeerPods: false
  logLevel: info
${selector(name)}`;

const lastKataConfig = (name: string) => `${kataHead(name)}spec:
  checkNodeEligibility: false${toggled}
  enablePeerPods: "yes"
  
${selector(name)}`;

const peerPodsConfigMap = (name: string) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm-${name}
  namespace: openshift-sandboxed-containers-operator
data:
  CLOUD_PROVIDER: "aws"
  VXLAN_PORT: "9000"
  PROXY_TIMEOUT: "5m"
  PODVM_INSTANCE_TYPE: "t3.medium"
  PODVM_INSTANCE_TYPES: "t2.small,t2.medium,t3.large"
  PODVM_AMI_ID: "ami-${name}"
  AWS_REGION: "eu-central-1"
  AWS_SUBNET_ID: "subnet-${name}"
  AWS_VPC_ID: "vpc-${name}"
  AWS_SG_IDS: "sg-${name}"
  TAGS: "owner=platform,cluster=${name}"
  PEERPODS_LIMIT_PER_NODE: "10"
  ROOT_VOLUME_SIZE: "6"
  DISABLECVM: "true"
`;

const pod = (name: string) => `apiVersion: v1
kind: Pod
metadata:
  name: hello-${name}
  namespace: workloads
  labels:
    app: hello-${name}
  annotations:
    io.katacontainers.config.hypervisor.machine_type: t3.large
spec:
  runtimeClassName: kata-remote
  securityContext:
    runAsNonRoot: true
  containers:
    - name: hello
      image: quay.io/example/hello-openshift:latest
      ports:
        - containerPort: 8080
      env:
        - name: GREETING
          value: hello-${name}
      resources:
        limits:
          cpu: "1"
          memory: 256Mi
`;
