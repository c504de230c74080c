/** Generates files that concern OpenShift sandboxed containers, some of them with mistakes. */
import type { CorpusFile } from './foreignFiles.ts';
import type { Random } from './random.ts';

/** Creates a file of one of the kinds that the rules of this product check. */
export function createOwnFile(random: Random, folder: string, index: number): CorpusFile {
  const name = `${random.name()}-${index}`;
  const text = random.pick([kataConfig, peerPods, pod, deployment, broken])(random, name);
  return random.isLikely(0.2)
    ? { path: `${folder}/policies/${name}.rego`, text: policy(random) }
    : { path: `${folder}/osc/${name}.yaml`, text };
}

const kataConfig = (random: Random, name: string) => `apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: ${name}
spec:
  checkNodeEligibility: ${random.pick(['true', 'false', 'yes', '"true"'])}
  enablePeerPods: ${random.isLikely(0.5)}
  logLevel: ${random.pick(['info', 'debug', 'verbose'])}
  kataConfigPoolSelector:
    matchLabels:
      node-role.kubernetes.io/${random.name()}: ""
`;

const peerPods = (random: Random) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
  namespace: openshift-sandboxed-containers-operator
data:
  CLOUD_PROVIDER: "aws"
  VXLAN_PORT: "${random.pick(['9000', '9', 'port'])}"
  PODVM_INSTANCE_TYPE: "${random.pick(['t3.medium', 'm5.large'])}"
  PODVM_INSTANCE_TYPES: "t3.small,t3.medium,m5.large"
  PROXY_TIMEOUT: "${random.pick(['5m', '5x', '300'])}"
  AWS_REGION: eu-west-${random.integer(1, 3)}
  AWS_SUBNET_ID: subnet-${random.integer(10_000_000, 99_999_999)}
  PEERPODS_LIMIT_PER_NODE: "${random.integer(1, 40)}"
`;

const podSpec = (random: Random, indent: string) =>
  `runtimeClassName: ${random.pick(['kata', 'kata-remote', 'kata-cc'])}
${random
  .list(
    random.integer(1, 4),
    (number) => `  - name: container-${number}
    image: quay.io/example/${random.name()}@sha256:${'0123456789abcdef'.repeat(4)}
    resources:
      limits: {cpu: "${random.integer(1, 16)}", memory: ${random.integer(1, 64)}Gi}
    securityContext:
      privileged: ${random.isLikely(0.2)}
`,
  )
  .reduce((text, container) => text + container, 'containers:\n')}`
    .trimEnd()
    .replaceAll('\n', `\n${indent}`);

const annotations = (random: Random, indent: string) =>
  `annotations:
  io.katacontainers.config.hypervisor.default_vcpus: "${random.integer(1, 8)}"
  io.katacontainers.config.hypervisor.default_memory: "${random.pick(['2048', '2Gi', '4096'])}"
  io.katacontainers.config.hypervisor.${random.pick(['machine_type', 'kernel_params', 'unknown'])}: "q35"`.replaceAll(
    '\n',
    `\n${indent}`,
  );

const pod = (random: Random, name: string) => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  ${annotations(random, '  ')}
spec:
  ${podSpec(random, '  ')}
`;

const deployment = (random: Random, name: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: 2
  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
      ${annotations(random, '      ')}
    spec:
      ${podSpec(random, '      ')}
`;

const broken = (random: Random, name: string) => `${kataConfig(random, name)}  unfinished: [a, b
  other: "text
`;

const policy = (random: Random) => `package agent_policy

import future.keywords.every
import future.keywords.if
import future.keywords.in

default AllowRequestsFailingPolicy := ${random.isLikely(0.3)}
default CreateContainerRequest := true
default CreateSandboxRequest := true
default ExecProcessRequest := false
default ReadStreamRequest := ${random.isLikely(0.5)}

ExecProcessRequest if {
    some command in policy_data.allowed_commands
    input.process.Args == split(command, " ")
}

policy_data := {
    "allowed_commands": [
${random.list(random.integer(1, 12), () => `        "/usr/bin/${random.name()} --once",\n`).join('')}    ],
}
`;
