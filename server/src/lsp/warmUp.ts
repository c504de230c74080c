/**
 * Code runs several times faster once it has run for a while. While the server rests after its start it checks some manifests of
 * its own, so that the first file which is opened need not wait for that: a file of one document takes a quarter of the time then.
 */
import { setFlagsFromString } from 'node:v8';
import { releases } from '#core/product/releases.ts';
import { readDocuments } from '../engine/yaml/yamlDocument.ts';
import { turns } from '#platform/turns.ts';
import { loadRules } from './checker.ts';
import { WorkspaceIndex } from '../engine/workspace/workspaceIndex.ts';

/** Runs of a warm-up; after so many, more change little. */
const rounds = 80;

/**
 * Checks the sample a number of times, giving way to all else between; ends when this says that somebody wants the time.
 * @returns how many times it was checked
 */
export async function warmUp(isWanted: () => boolean): Promise<number> {
  const { checkFile } = await loadRules();
  const release = releases.at(-1);
  if (release === undefined) return 0;
  const workspace = new WorkspaceIndex();
  // The compiler that takes long for the best code is for what runs for long: it would learn too much from a sample, and cost memory.
  setFlagsFromString('--no-turbofan');
  try {
    for (let round = 0; round < rounds; round += 1) {
      const uri = `osc-warm-up:/${round}.yaml`;
      const text = sample(`n${round}`);
      await new Promise<void>((resolve) => turns.nextTurn(resolve));
      if (isWanted()) return round;
      const documents = readDocuments(text);
      await workspace.setOpen(uri, text, documents);
      const environment = { release, severities: new Map(), workspace: workspace.facts(), yamlCheckedElsewhere: false, onError: () => undefined };
      await checkFile(uri, documents, environment, isWanted);
      workspace.setClosed(uri);
    }
  } finally {
    setFlagsFromString('--turbofan');
  }
  return rounds;
}

/** Manifests as people write them, right and wrong ones; with another name in each round, as nothing is looked at twice. */
const sample = (name: string) => `apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: ${name}
spec:
  checkNodeEligibility: "no"
  enablePeerPods: true
  logLevel: info
  kataConfigPoolSelector:
    matchLabels:
      node-role.kubernetes.io/kata-${name}: ""
    matchExpressions:
      - key: zone
        operator: In
        values: [a, b]
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: peer-pods-cm
  namespace: openshift-sandboxed-containers-operator
data:
  CLOUD_PROVIDER: "aws"
  VXLAN_PORT: "9000"
  PROXY_TIMEOUT: "5m"
  PODVM_INSTANCE_TYPE: "t3.medium"
  PODVM_INSTANCE_TYPES: "t3.medium,t3.large"
  AWS_REGION: "eu-central-1"
  AWS_SUBNET_ID: "subnet-${name}"
---
apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  labels:
    app: ${name}
  annotations:
    io.katacontainers.config.hypervisor.machine_type: t3.large
    io.katacontainers.config.hypervisor.default_vcpus: "two"
spec:
  runtimeClassName: kata-remote
  containers:
    - name: hello
      image: quay.io/example/hello:latest
      ports:
        - containerPort: 8080
      env:
        - name: GREETING
          value: ${name}
      resources:
        limits:
          cpu: "1"
          memory: 256Mi
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      runtimeClassName: kata
      containers:
        - name: hello
          image: quay.io/example/hello:latest
`;
