/**
 * Annotations for the kata runtime on the node and for the agent in the guest. None of them is ever refused by name.
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
  runtimePrefix,
} from './annotation.ts';

const every = ['kata', 'kata-remote', 'kata-cc'] as const;
const local = ['kata', 'kata-cc'] as const;
const agent = createAnnotationRows(agentPrefix, every);
const runtime = createAnnotationRows(runtimePrefix, every);
const localRuntime = createAnnotationRows(runtimePrefix, local);
const container = createAnnotationRows(containerPrefix, every);
const bare = createAnnotationRows(kataPrefix, local);

/** For the agent. */
export const agentAnnotations: readonly KataAnnotation[] = [
  agent('policy', 'base64', () => l10n.t`The agent policy of this pod: Rego, in base64.`, {
    implementation: 'go',
    onPeerPods: true,
    note: () =>
      l10n.t`It is handed over by SetPolicyRequest. An image whose own policy denies that request refuses it; from OSC 1.11 on images for confidential containers do, and the policy belongs into initdata.`,
    section: customizingAgentPolicy,
    source: all(
      listDefiningFiles('go'),
      document112('3.5'),
      adaptor112('src/cloud-api-adaptor/podvm-payload/osc-agent-policy.rego'),
    ),
  }),
  agent('container_pipe_size', 'uint32', () => l10n.t`Size of the pipes for input and output of containers.`, {
    unit: 'bytes',
  }),
  agent('enable_tracing', 'boolean', () => l10n.t`Lets the agent write traces.`),
  agent(
    'kernel_modules',
    'string',
    () => l10n.t`Kernel modules that the guest loads, with their parameters; semicolons between.`,
    {
      examples: ['e1000e EEE=1; i915 enable_ppgtt=0'],
    },
  ),
  agent('cdh_api_timeout', 'uint32', () => l10n.t`How long to wait for the Confidential Data Hub, in seconds.`, {
    implementation: 'none',
    default: '50',
    unit: 'seconds',
    note: () => l10n.t`In the document of kata only.`,
  }),
  agent(
    'cdh_api_timeout_ms',
    'uint32',
    () => l10n.t`How long to wait for the Confidential Data Hub, in milliseconds.`,
    {
      implementation: 'rust',
      default: '50000',
      unit: 'milliseconds',
    },
  ),
];

/** For the runtime. */
export const runtimeAnnotations: readonly KataAnnotation[] = [
  runtime(
    'create_container_timeout',
    'uint64',
    () => l10n.t`How long a container may take to be made, in seconds. Pulling its image in the guest counts.`,
    {
      onPeerPods: true,
      default: '60',
      unit: 'seconds',
      examples: ['900'],
      note: () => l10n.t`The configuration of kata-remote on OSC says 900 already.`,
      source: all(listDefiningFiles('go and rust'), operator111('config/peerpods/mc-40-kata-remote-config.yaml')),
    },
  ),
  runtime('disable_guest_seccomp', 'boolean', () => l10n.t`Does not apply seccomp in the guest.`),
  runtime('disable_new_netns', 'boolean', () => l10n.t`Makes no network namespace for the hypervisor.`),
  runtime('enable_pprof', 'boolean', () => l10n.t`Serves profiles of the runtime itself.`),
  runtime('experimental', 'boolean', () => l10n.t`Switches experimental features on.`),
  runtime(
    'experimental_force_guest_pull',
    'boolean',
    () => l10n.t`Pulls the image in the guest. Experimental, and may go.`,
    {
      implementation: 'go',
      default: 'false',
    },
  ),
  runtime('guest_selinux_label', 'string', () => l10n.t`SELinux label of containers in the guest.`, {
    implementation: 'go',
  }),
  runtime('internetworking_model', 'string', () => l10n.t`How the guest is joined to the network of the pod.`, {
    values: {
      tcfilter: () => l10n.t`By traffic control filters.`,
      macvtap: () => l10n.t`By macvtap.`,
      none: () => l10n.t`Not at all.`,
      l3forwarding: () => l10n.t`By routing; the Rust runtime only, experimental.`,
    },
    refusedWith: 'Unknown network model specified in annotation',
    note: () => l10n.t`Anything else: "Unknown network model specified in annotation".`,
    source: all(listDefiningFiles('go and rust'), kataUpstream('src/runtime/pkg/oci/utils.go')),
  }),
  runtime('sandbox_cgroup_only', 'boolean', () => l10n.t`Keeps all processes of the pod in the cgroup of the sandbox.`),
  localRuntime('vfio_mode', 'string', () => l10n.t`How VFIO devices appear in the container.`, {
    values: {
      vfio: () => l10n.t`As VFIO devices.`,
      'guest-kernel': () => l10n.t`As the device that the kernel of the guest makes of them.`,
    },
  }),
  runtime(
    'enable_vcpus_pinning',
    'boolean',
    () => l10n.t`What the Rust runtime calls io.katacontainers.enable_vcpus_pinning.`,
    { implementation: 'rust' },
  ),
  runtime('agent_name', 'string', () => l10n.t`Name of the agent.`, { implementation: 'rust' }),
  runtime('hypervisor_name', 'string', () => l10n.t`Name of the hypervisor.`, { implementation: 'rust' }),
  runtime('name', 'string', () => l10n.t`Name of the runtime.`, { implementation: 'rust' }),
  runtime('sandbox_bind_mounts', 'string', () => l10n.t`Folders of the node that are mounted in the guest.`, {
    implementation: 'rust',
  }),
  runtime('shared_mounts', 'string', () => l10n.t`Mounts that containers of the pod share.`, {
    implementation: 'rust',
  }),
];

/** The rest: for containers, and what programs write for each other. */
export const otherAnnotations: readonly KataAnnotation[] = [
  container('resource.swappiness', 'uint64', () => l10n.t`How readily the guest swaps memory of the container out.`, {
    maximum: 100,
  }),
  container('resource.swap_in_bytes', 'uint64', () => l10n.t`How much the container may swap.`, { unit: 'bytes' }),
  bare('asset_hash_type', 'string', () => l10n.t`The kind of hash that the ..._hash annotations use.`, {
    implementation: 'go',
    default: 'sha512',
    note: () =>
      l10n.t`The document of kata prints it as config.hypervisor.asset_hash_type, which only the Rust runtime reads.`,
  }),
  bare(
    'config_path',
    'string',
    () => l10n.t`The configuration file of kata on the node, in place of that of the runtime class.`,
    {
      note: () => l10n.t`Whoever may set it chooses any file of the node: some installations forbid it.`,
    },
  ),
  bare('enable_vcpus_pinning', 'boolean', () => l10n.t`Pins each virtual processor to one of the node.`, {
    implementation: 'go',
  }),
  bare('fs-opt.layer=', 'string', () => l10n.t`A layer of the file system; the key goes on after the equals sign.`, {
    implementation: 'go',
    writtenBy: () => l10n.t`the snapshotter`,
  }),
  bare('fs-opt.is-layer', 'flag', () => l10n.t`Marks a layer of the file system.`, {
    implementation: 'go',
    writtenBy: () => l10n.t`the snapshotter`,
  }),
  bare('fs-opt.block_device=file', 'flag', () => l10n.t`Marks a layer that is a file with a block device.`, {
    implementation: 'go',
    writtenBy: () => l10n.t`the snapshotter`,
  }),
  bare('pkg.oci.bundle_path', 'string', () => l10n.t`Where the OCI bundle is.`, {
    implementation: 'go',
    writtenBy: () => l10n.t`the runtime`,
  }),
  bare('pkg.oci.container_type', 'string', () => l10n.t`Container type: the sandbox or one of its containers.`, {
    implementation: 'go',
    writtenBy: () => l10n.t`the runtime`,
    values: { pod_sandbox: () => l10n.t`The sandbox.`, pod_container: () => l10n.t`A container.` },
  }),
  {
    key: 'io.confidentialcontainers.org.cloud_volumes',
    type: 'json',
    summary: () => l10n.t`Volumes of the cloud that are attached to the pod VM itself.`,
    runtimes: ['kata-remote'],
    implementation: 'none',
    onPeerPods: true,
    source: adaptor112('src/cloud-api-adaptor/pkg/util/cloud.go'),
  },
  {
    key: 'io.containerd.cri.runtime-handler',
    type: 'string',
    summary: () => l10n.t`Tells containerd which runtime pulls the image.`,
    runtimes: [],
    implementation: 'none',
    examples: ['kata-remote'],
    note: () => l10n.t`For upstream with containerd. OpenShift has CRI-O, where it does nothing and does no harm.`,
    source: kataUpstream('docs/how-to/how-to-pull-images-in-guest-with-kata.md'),
  },
];
