/**
 * What the servers are given: files of 1, 100 or 1000 YAML documents of about 600 bytes, three kinds in turn, no two
 * alike.
 */
import type { Position, TextDocumentItem } from 'vscode-languageserver';

/** A file, with the places in its last KataConfig where the measurements happen. */
export interface Input {
  readonly item: TextDocumentItem;
  /** Behind `checkNodeEligibility: false`. With one more character there, the value is no boolean any more. */
  readonly toggle: Position;
  /** A line with a wrong value that is never mended: an answer without it is no answer. */
  readonly wrongLine: number;
  /** At the end of a line of blanks, where a key of `spec` may be typed. */
  readonly blank: Position;
  /** On the key `checkNodeEligibility`. */
  readonly key: Position;
}

/** The character that makes the value wrong. A file is opened with it. */
export const toggled = 'x';

/** A file of so many documents of three kinds in turn, or of KataConfigs alone; the last is a KataConfig. */
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
