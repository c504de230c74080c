/**
 * The objects that the operator creates. Source: openshift/sandboxed-containers-operator@00ef4c71 controllers/*.go,
 * config/peerpods.
 */
import { operatorNamespace } from '#core/product/namespaces.ts';
import { getMap, getString, type KubeObject, type ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { createOwnerReference } from '../framework/client.ts';
import { roleLabel } from '../nodes/nodeAnnotations.ts';
import { kataRole } from './nodeSelection.ts';

type Labels = Readonly<Record<string, string>>;

export const extensionConfigName = '50-enable-sandboxed-containers-extension';
export const monitorName = 'openshift-sandboxed-containers-monitor';
export const sccName = 'sandboxed-containers-operator-scc';
export const logLevelConfigName = 'kata-crio-config';
export const adaptorName = 'osc-caa-ds';
export const webhookName = 'peer-pods-webhook';
export const webhookServiceName = 'peer-pods-webhook-svc';
export const webhookConfigurationName = 'mutating-webhook-configuration';
const peerPodsConfigNames = ['40-worker-kata-remote-config', '50-kata-remote'] as const;
const registry = 'registry.redhat.io/openshift-sandboxed-containers';

/** Creates the MachineConfig that adds the extension to the operating system. */
export function extensionConfig(kataConfig: KubeObject, pool: string, extension: string): ObjectToWrite {
  const labels = { [roleLabel]: pool, app: kataConfig.metadata.name };
  return machineConfig(extensionConfigName, labels, {
    config: { ignition: { version: '3.2.0' } },
    extensions: [extension],
  });
}

/** Creates the MachineConfigs for peer pods: the runtime configuration and the CRI-O configuration. */
export function peerPodsConfigs(pool: string): readonly ObjectToWrite[] {
  const [runtime, crio] = peerPodsConfigNames;
  const labels = { [roleLabel]: pool };
  const runtimeText =
    '[hypervisor.remote]\nremote_hypervisor_socket = "/run/peerpod/hypervisor.sock"\nremote_hypervisor_timeout = 600\n';
  const crioText = [
    '[crio.runtime.runtimes.kata-remote]',
    '  runtime_path = "/usr/bin/containerd-shim-kata-v2"',
    '  runtime_type = "vm"',
    '  runtime_root = "/run/vc"',
    '  runtime_config_path = "/opt/kata/configuration-remote.toml"',
    '  privileged_without_host_devices = true',
    '  runtime_pull_image = true',
    '  allowed_annotations = ["io.kubernetes.cri-o.Devices"]',
    '',
  ].join('\n');
  return [
    machineConfig(runtime, labels, { config: ignitionFile('/opt/kata/configuration-remote.toml', runtimeText) }),
    machineConfig(crio, labels, { config: ignitionFile('/etc/crio/crio.conf.d/50-kata-remote', crioText) }),
  ];
}

function ignitionFile(path: string, text: string): unknown {
  const source = `data:text/plain;charset=utf-8;base64,${Buffer.from(text).toString('base64')}`;
  return {
    ignition: { version: '3.2.0' },
    storage: { files: [{ path, mode: 420, overwrite: true, contents: { source } }] },
  };
}

function machineConfig(name: string, labels: Labels, spec: object): ObjectToWrite {
  return {
    apiVersion: 'machineconfiguration.openshift.io/v1',
    kind: 'MachineConfig',
    metadata: { name, labels },
    spec,
  };
}

/** Creates the pool of nodes with Kata. */
export function kataPool(): ObjectToWrite {
  return {
    apiVersion: 'machineconfiguration.openshift.io/v1',
    kind: 'MachineConfigPool',
    metadata: { name: 'kata-oc', labels: { 'pools.operator.machineconfiguration.openshift.io/kata-oc': '' } },
    spec: {
      machineConfigSelector: { matchExpressions: [{ key: roleLabel, operator: 'In', values: ['kata-oc', 'worker'] }] },
      nodeSelector: { matchLabels: { [kataRole]: '' } },
      paused: false,
    },
  };
}

/** Creates the ContainerRuntimeConfig with the CRI-O log level for the nodes of the pool. */
export function logLevelConfig(pool: string, logLevel: string): ObjectToWrite {
  return {
    apiVersion: 'machineconfiguration.openshift.io/v1',
    kind: 'ContainerRuntimeConfig',
    metadata: { name: logLevelConfigName },
    spec: {
      machineConfigPoolSelector: { matchLabels: { [`pools.operator.machineconfiguration.openshift.io/${pool}`]: '' } },
      containerRuntimeConfig: { logLevel },
    },
  };
}

/** Creates a runtime class. */
export function runtimeClass(
  kataConfig: KubeObject,
  name: string,
  memory: string,
  nodeSelector: Labels,
): ObjectToWrite {
  return {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name, ownerReferences: [createOwnerReference(kataConfig)] },
    handler: name,
    overhead: { podFixed: { cpu: '250m', memory } },
    scheduling: { nodeSelector },
  };
}

/** Creates the security context constraints for Kata workloads. */
export function scc(kataConfig: KubeObject): ObjectToWrite {
  return {
    apiVersion: 'security.openshift.io/v1',
    kind: 'SecurityContextConstraints',
    metadata: { name: sccName, ownerReferences: [createOwnerReference(kataConfig)] },
    allowHostDirVolumePlugin: true,
    allowHostIPC: false,
    allowHostNetwork: false,
    allowHostPID: false,
    allowHostPorts: false,
    allowPrivilegedContainer: true,
    readOnlyRootFilesystem: false,
    runAsUser: { type: 'RunAsAny' },
    seLinuxContext: { type: 'MustRunAs' },
    users: [`system:serviceaccount:${operatorNamespace}:monitor`],
    volumes: ['*'],
  };
}

/**
 * Creates the monitor DaemonSet for every node with Kata.
 * @param version version of the operator
 */
export function monitor(kataConfig: KubeObject, nodeSelector: Labels, version: string): ObjectToWrite {
  const container = {
    name: 'kata-monitor',
    image: `${registry}/osc-monitor-rhel9:${version}`,
    command: ['/usr/bin/kata-monitor', '--listen-address=:8090', '--log-level=debug'],
  };
  return daemonSet(kataConfig, monitorName, {
    serviceAccountName: 'monitor',
    nodeSelector,
    tolerations: [{ operator: 'Exists' }],
    containers: [{ ...container, ports: [{ containerPort: 8090, name: 'http', protocol: 'TCP' }] }],
  });
}

/**
 * Creates the DaemonSet that runs cloud-api-adaptor on every node with Kata. cloud-api-adaptor creates the pod VMs.
 * @param version version of the operator
 */
export function adaptor(kataConfig: KubeObject, nodeSelector: Labels, version: string): ObjectToWrite {
  const envFrom = [{ secretRef: { name: 'peer-pods-secret' } }, { configMapRef: { name: 'peer-pods-cm' } }];
  const container = {
    name: 'caa-pod',
    image: `${registry}/osc-cloud-api-adaptor-rhel9:${version}`,
    imagePullPolicy: 'Always',
    command: ['/usr/local/bin/entrypoint.sh'],
  };
  return daemonSet(kataConfig, adaptorName, {
    serviceAccountName: 'default',
    nodeSelector,
    hostNetwork: true,
    containers: [{ ...container, envFrom }],
  });
}

/** Creates a DaemonSet of the operator. Its pods have the name of the DaemonSet as a label. */
export function daemonSet(kataConfig: KubeObject, name: string, spec: object): ObjectToWrite {
  const labels = { name };
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace: operatorNamespace, ownerReferences: [createOwnerReference(kataConfig)] },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
}

/**
 * Creates the peer pods webhook: its Deployment, its Service, and its webhook configuration.
 * @param version version of the operator
 */
export function webhookObjects(
  kataConfig: KubeObject,
  version: string,
): {
  readonly deployment: ObjectToWrite;
  readonly service: ObjectToWrite;
  readonly configuration: ObjectToWrite;
} {
  const metadata = { namespace: operatorNamespace, ownerReferences: [createOwnerReference(kataConfig)] };
  const labels = { app: webhookName };
  const env = [
    { name: 'TARGET_RUNTIMECLASS', value: 'kata-remote' },
    { name: 'POD_VM_EXTENDED_RESOURCE', value: 'kata.peerpods.io/vm' },
  ];
  const container = {
    name: webhookName,
    image: `${registry}/osc-podvm-webhook-rhel9:${version}`,
    env,
    ports: [{ containerPort: 9443, name: 'webhook-server' }],
  };
  const service = { name: webhookServiceName, namespace: operatorNamespace, path: '/mutate-v1-pod', port: 443 };
  return {
    deployment: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { ...metadata, name: webhookName, labels },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [container] } },
      },
    },
    service: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { ...metadata, name: webhookServiceName },
      spec: { ports: [{ port: 443, targetPort: 9443, protocol: 'TCP' }], selector: labels },
    },
    configuration: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: webhookConfigurationName, ownerReferences: [createOwnerReference(kataConfig)] },
      webhooks: [
        {
          name: 'mwebhook.peerpods.io',
          admissionReviewVersions: ['v1'],
          clientConfig: { service },
          failurePolicy: 'Fail',
          sideEffects: 'None',
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'], scope: '*' }],
        },
      ],
    },
  };
}

/**
 * Creates the job that creates or deletes the pod VM image. The job has no owner. The operator deletes it when it's
 * finished.
 * @param version version of the operator
 */
export function imageJob(name: string, provider: string, env: readonly object[], version: string): ObjectToWrite {
  const action = name.endsWith('creation') ? ['create'] : ['delete', '-f'];
  const envFrom = [
    { secretRef: { name: 'peer-pods-secret' } },
    { configMapRef: { name: 'peer-pods-cm' } },
    { configMapRef: { name: `${provider}-podvm-image-cm`, optional: true } },
  ];
  const container = {
    name: 'create',
    image: `${registry}/osc-podvm-builder-rhel9:${version}`,
    command: ['/podvm-builder.sh', ...action],
    env,
    envFrom,
  };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace: operatorNamespace },
    spec: {
      parallelism: 1,
      completions: 1,
      backoffLimit: 1,
      template: { metadata: { name }, spec: { restartPolicy: 'Never', containers: [container] } },
    },
  };
}

/** Creates the ConfigMap with the Kata dashboard for the web console. */
export function dashboard(): ObjectToWrite {
  const labels = { 'console.openshift.io/dashboard': 'true' };
  const metadata = { name: 'grafana-dashboard-sandboxed-containers', namespace: 'openshift-config-managed', labels };
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata,
    data: { 'sandboxed-containers.json': '{"title":"Sandboxed Containers"}' },
  };
}

/** Creates a copy of the cluster's pull secret for cloud-api-adaptor. */
export function pullSecret(from: KubeObject): ObjectToWrite {
  const metadata = { name: 'auth-json-secret', namespace: operatorNamespace };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    metadata,
    data: { 'auth.json': getString(getMap(from, 'data'), '.dockerconfigjson') ?? '' },
  };
}
