/**
 * Annotations for the Kata runtime on the node and for the agent in the guest. The runtime never rejects them by name.
 */
import * as l10n from '@vscode/l10n';
import { customizingAgentPolicy } from '../product/docSections.ts';
import { adaptor112, all, document112, kataUpstream, operator111 } from '../product/sources.ts';
import {
  agentPrefix,
  containerPrefix,
  listDefiningFiles,
  type KataAnnotation,
  kataPrefix,
  createAnnotationRows,
  otherValueFails,
  readBefore,
  runtimePrefix,
} from './annotation.ts';
import { getSentenceSeparator } from '../text/grammar.ts';
import { noText } from '../text/message.ts';

const every = ['kata', 'kata-remote', 'kata-cc'] as const;
const local = ['kata', 'kata-cc'] as const;
const agent = createAnnotationRows(agentPrefix, every);
const runtime = createAnnotationRows(runtimePrefix, every);
const localRuntime = createAnnotationRows(runtimePrefix, local);
const container = createAnnotationRows(containerPrefix, every);
const bare = createAnnotationRows(kataPrefix, local);

/** Annotations for the agent. */
export const agentAnnotations: readonly KataAnnotation[] = [
  agent('policy', 'base64', () => l10n.t`Agent policy for this pod, as base64-encoded Rego.`, {
    implementation: 'go',
    onPeerPods: true,
    note: () =>
      l10n.t`The runtime passes the policy in SetPolicyRequest. Some images, such as those for confidential containers in OSC 1.11 and later, have their own policy that denies this request. For these images, put the policy in initdata.`,
    section: customizingAgentPolicy,
    source: all(
      listDefiningFiles('go'),
      document112('3.5'),
      adaptor112('src/cloud-api-adaptor/podvm-payload/osc-agent-policy.rego'),
    ),
  }),
  agent('container_pipe_size', 'uint32', () => l10n.t`Size of the pipes for container input and output.`, {
    unit: 'bytes',
  }),
  agent('enable_tracing', 'boolean', () => l10n.t`Allows the agent to write traces.`),
  agent(
    'kernel_modules',
    'string',
    () => l10n.t`Kernel modules that the guest loads, with their parameters. Separate modules with semicolons.`,
    {
      examples: ['e1000e EEE=1; i915 enable_ppgtt=0'],
    },
  ),
  agent('cdh_api_timeout', 'uint32', () => l10n.t`Timeout for the Confidential Data Hub.`, {
    implementation: 'none',
    default: '50',
    unit: 'seconds',
    note: () => l10n.t`The Kata documentation lists this annotation, but Kata doesn't read it.`,
  }),
  agent('cdh_api_timeout_ms', 'uint32', () => l10n.t`Timeout for the Confidential Data Hub.`, {
    implementation: 'rust',
    default: '50000',
    unit: 'milliseconds',
  }),
];

/** Annotations for the runtime. */
export const runtimeAnnotations: readonly KataAnnotation[] = [
  runtime(
    'create_container_timeout',
    'uint64',
    () => l10n.t`Timeout for creating a container, in seconds, including the time to pull the image in the guest.`,
    {
      onPeerPods: true,
      default: '60',
      unit: 'seconds',
      examples: ['900'],
      note: () => l10n.t`In OSC, the kata-remote configuration already sets this timeout to 900 seconds.`,
      source: all(listDefiningFiles('go and rust'), operator111('config/peerpods/mc-40-kata-remote-config.yaml')),
    },
  ),
  runtime('disable_guest_seccomp', 'boolean', () => l10n.t`Disables seccomp in the guest.`),
  runtime('disable_new_netns', 'boolean', () => l10n.t`Doesn't create a network namespace for the hypervisor.`),
  runtime('enable_pprof', 'boolean', () => l10n.t`Enables performance profiling of the runtime (pprof).`),
  runtime('experimental', 'boolean', () => l10n.t`Enables experimental features.`),
  runtime(
    'experimental_force_guest_pull',
    'boolean',
    () => l10n.t`Pulls the image in the guest. Experimental and might be removed.`,
    {
      implementation: 'go',
      default: 'false',
    },
  ),
  runtime('guest_selinux_label', 'string', () => l10n.t`SELinux label for containers in the guest.`, {
    implementation: 'go',
  }),
  runtime('internetworking_model', 'string', () => l10n.t`How the guest connects to the pod network.`, {
    values: {
      tcfilter: () => l10n.t`Uses traffic control filters.`,
      macvtap: noText,
      none: noText,
      l3forwarding: () => l10n.t`Uses routing. Experimental, Rust runtime only.`,
    },
    refusedWith: 'Unknown network model specified in annotation',
    note: () => otherValueFails('Unknown network model specified in annotation'),
    source: all(listDefiningFiles('go and rust'), kataUpstream('src/runtime/pkg/oci/utils.go')),
  }),
  runtime('sandbox_cgroup_only', 'boolean', () => l10n.t`Keeps all pod processes in the sandbox cgroup.`),
  localRuntime('vfio_mode', 'string', () => l10n.t`How VFIO devices appear in the container.`, {
    values: {
      vfio: noText,
      'guest-kernel': () => l10n.t`VFIO devices appear as the devices that the guest kernel creates for them.`,
    },
  }),
  runtime(
    'enable_vcpus_pinning',
    'boolean',
    () => l10n.t('The Rust runtime uses this name instead of `{0}`.', `${kataPrefix}enable_vcpus_pinning`),
    { implementation: 'rust' },
  ),
  runtime('agent_name', 'string', undefined, { implementation: 'rust' }),
  runtime('hypervisor_name', 'string', undefined, { implementation: 'rust' }),
  runtime('name', 'string', undefined, { implementation: 'rust' }),
  runtime('sandbox_bind_mounts', 'string', undefined, {
    implementation: 'rust',
    note: () => readBefore('4.0.0'),
  }),
  runtime('disable_guest_empty_dir', 'boolean', undefined, {
    implementation: 'rust',
    note: () => readBefore('4.0.0'),
  }),
  runtime('shared_mounts', 'string', () => l10n.t`Mounts shared by the containers in the pod.`, {
    implementation: 'rust',
  }),
];

/** Annotations for containers, and annotations that components write for each other. */
export const otherAnnotations: readonly KataAnnotation[] = [
  container('resource.swappiness', 'uint64', () => l10n.t`How aggressively the guest swaps out container memory.`, {
    maximum: 100,
  }),
  container('resource.swap_in_bytes', 'uint64', () => l10n.t`Maximum swap space for the container.`, { unit: 'bytes' }),
  bare('asset_hash_type', 'string', () => l10n.t`Hash algorithm for the ..._hash annotations.`, {
    implementation: 'go',
    default: 'sha512',
    note: () =>
      l10n.t`The Kata documentation uses the name config.hypervisor.asset_hash_type, which only the Rust runtime supports.`,
  }),
  bare(
    'config_path',
    'string',
    () => l10n.t`Path to a Kata configuration file on the node that replaces the runtime class's configuration file.`,
    {
      note: () =>
        `${l10n.t`Anyone who can set this annotation can select any file on the node, so some installations don't allow it.`}${getSentenceSeparator()}${readBefore('4.0.0')}`,
    },
  ),
  bare('enable_vcpus_pinning', 'boolean', () => l10n.t`Pins each vCPU to a CPU on the node.`, {
    implementation: 'go',
  }),
  bare(
    'fs-opt.layer=',
    'string',
    () =>
      l10n.t`Describes a layer of an overlay file system. The description follows the equals sign and is part of the key.`,
    {
      implementation: 'go',
      writtenBy: () => l10n.t`the snapshotter`,
    },
  ),
  bare('fs-opt.is-layer', 'flag', undefined, {
    implementation: 'go',
    writtenBy: () => l10n.t`the snapshotter`,
  }),
  bare('fs-opt.block_device=file', 'flag', undefined, {
    implementation: 'go',
    writtenBy: () => l10n.t`the snapshotter`,
  }),
  bare('pkg.oci.bundle_path', 'string', undefined, {
    implementation: 'go',
    writtenBy: () => l10n.t`the runtime`,
  }),
  bare('pkg.oci.container_type', 'string', undefined, {
    implementation: 'go',
    writtenBy: () => l10n.t`the runtime`,
    values: { pod_sandbox: noText, pod_container: noText },
  }),
  {
    key: 'io.confidentialcontainers.org.cloud_volumes',
    type: 'json',
    summary: () => l10n.t`Cloud volumes attached directly to the pod VM.`,
    runtimes: ['kata-remote'],
    implementation: 'none',
    onPeerPods: true,
    source: adaptor112('src/cloud-api-adaptor/pkg/util/cloud.go'),
  },
  {
    key: 'io.containerd.cri.runtime-handler',
    type: 'string',
    summary: () => l10n.t`Selects the runtime that containerd pulls the image for.`,
    runtimes: [],
    implementation: 'none',
    examples: ['kata-remote'],
    note: () => l10n.t`For upstream Kata with containerd. Has no effect in OpenShift, which uses CRI-O.`,
    source: kataUpstream('docs/how-to/how-to-pull-images-in-guest-with-kata.md'),
  },
];
