/** Annotations for the kata runtime on the node and for the agent in the guest. None of them is ever refused by name. */
import { customizingAgentPolicy } from '../docSections.ts';
import { adaptor112, all, document112, kataUpstream, operator111 } from '../sources.ts';
import { agentPrefix, containerPrefix, definedIn, type KataAnnotation, kataPrefix, rowsUnder, runtimePrefix } from './annotation.ts';

const every = ['kata', 'kata-remote', 'kata-cc'] as const;
const local = ['kata', 'kata-cc'] as const;
const agent = rowsUnder(agentPrefix, every);
const runtime = rowsUnder(runtimePrefix, every);
const localRuntime = rowsUnder(runtimePrefix, local);
const container = rowsUnder(containerPrefix, every);
const bare = rowsUnder(kataPrefix, local);

/** For the agent. */
export const agentAnnotations: readonly KataAnnotation[] = [
  agent('policy', 'base64', 'The agent policy of this pod: Rego, in base64.', {
    implementation: 'go',
    onPeerPods: true,
    note:
      'It is handed over by SetPolicyRequest. An image whose own policy denies that request refuses it; ' +
      'from OSC 1.11 on images for confidential containers do, and the policy belongs into initdata.',
    section: customizingAgentPolicy,
    source: all(definedIn('go'), document112('3.5'), adaptor112('src/cloud-api-adaptor/podvm-payload/osc-agent-policy.rego')),
  }),
  agent('container_pipe_size', 'uint32', 'Size of the pipes for input and output of containers.', { unit: 'bytes' }),
  agent('enable_tracing', 'boolean', 'Lets the agent write traces.'),
  agent('kernel_modules', 'string', 'Kernel modules that the guest loads, with their parameters; semicolons between.', {
    examples: ['e1000e EEE=1; i915 enable_ppgtt=0'],
  }),
  agent('cdh_api_timeout', 'uint32', 'How long to wait for the Confidential Data Hub, in seconds.', {
    implementation: 'none',
    default: '50',
    unit: 'seconds',
    note: 'In the document of kata only.',
  }),
  agent('cdh_api_timeout_ms', 'uint32', 'How long to wait for the Confidential Data Hub, in milliseconds.', {
    implementation: 'rust',
    default: '50000',
    unit: 'milliseconds',
  }),
];

/** For the runtime. */
export const runtimeAnnotations: readonly KataAnnotation[] = [
  runtime('create_container_timeout', 'uint64', 'How long a container may take to be made, in seconds. Pulling its image in the guest counts.', {
    onPeerPods: true,
    default: '60',
    unit: 'seconds',
    examples: ['900'],
    note: 'The configuration of kata-remote on OSC says 900 already.',
    source: all(definedIn('go and rust'), operator111('config/peerpods/mc-40-kata-remote-config.yaml')),
  }),
  runtime('disable_guest_seccomp', 'boolean', 'Does not apply seccomp in the guest.'),
  runtime('disable_new_netns', 'boolean', 'Makes no network namespace for the hypervisor.'),
  runtime('enable_pprof', 'boolean', 'Serves profiles of the runtime itself.'),
  runtime('experimental', 'boolean', 'Switches experimental features on.'),
  runtime('experimental_force_guest_pull', 'boolean', 'Pulls the image in the guest. Experimental, and may go.', { implementation: 'go', default: 'false' }),
  runtime('guest_selinux_label', 'string', 'SELinux label of containers in the guest.', { implementation: 'go' }),
  runtime('internetworking_model', 'string', 'How the guest is joined to the network of the pod.', {
    values: {
      tcfilter: 'By traffic control filters.',
      macvtap: 'By macvtap.',
      none: 'Not at all.',
      l3forwarding: 'By routing; the Rust runtime only, experimental.',
    },
    note: 'Anything else: "Unknown network model specified in annotation".',
    source: all(definedIn('go and rust'), kataUpstream('src/runtime/pkg/oci/utils.go')),
  }),
  runtime('sandbox_cgroup_only', 'boolean', 'Keeps all processes of the pod in the cgroup of the sandbox.'),
  localRuntime('vfio_mode', 'string', 'How VFIO devices appear in the container.', {
    values: { vfio: 'As VFIO devices.', 'guest-kernel': 'As the device that the kernel of the guest makes of them.' },
  }),
  runtime('enable_vcpus_pinning', 'boolean', 'What the Rust runtime calls io.katacontainers.enable_vcpus_pinning.', { implementation: 'rust' }),
  runtime('agent_name', 'string', 'Name of the agent.', { implementation: 'rust' }),
  runtime('hypervisor_name', 'string', 'Name of the hypervisor.', { implementation: 'rust' }),
  runtime('name', 'string', 'Name of the runtime.', { implementation: 'rust' }),
  runtime('sandbox_bind_mounts', 'string', 'Folders of the node that are mounted in the guest.', { implementation: 'rust' }),
  runtime('shared_mounts', 'string', 'Mounts that containers of the pod share.', { implementation: 'rust' }),
];

/** The rest: for containers, and what programs write for each other. */
export const otherAnnotations: readonly KataAnnotation[] = [
  container('resource.swappiness', 'uint64', 'How readily the guest swaps memory of the container out.', { maximum: 100 }),
  container('resource.swap_in_bytes', 'uint64', 'How much the container may swap.', { unit: 'bytes' }),
  bare('asset_hash_type', 'string', 'The kind of hash that the ..._hash annotations use.', {
    implementation: 'go',
    default: 'sha512',
    note: 'The document of kata prints it as config.hypervisor.asset_hash_type, which only the Rust runtime reads.',
  }),
  bare('config_path', 'string', 'The configuration file of kata on the node, in place of that of the runtime class.', {
    note: 'Whoever may set it chooses any file of the node: some installations forbid it.',
  }),
  bare('enable_vcpus_pinning', 'boolean', 'Pins each virtual processor to one of the node.', { implementation: 'go' }),
  bare('fs-opt.layer=', 'string', 'A layer of the file system; the key goes on after the equals sign.', { implementation: 'go', writtenBy: 'the snapshotter' }),
  bare('fs-opt.is-layer', 'flag', 'Marks a layer of the file system.', { implementation: 'go', writtenBy: 'the snapshotter' }),
  bare('fs-opt.block_device=file', 'flag', 'Marks a layer that is a file with a block device.', { implementation: 'go', writtenBy: 'the snapshotter' }),
  bare('pkg.oci.bundle_path', 'string', 'Where the OCI bundle is.', { implementation: 'go', writtenBy: 'the runtime' }),
  bare('pkg.oci.container_type', 'string', 'Whether it is the sandbox or a container of it.', {
    implementation: 'go',
    writtenBy: 'the runtime',
    values: { pod_sandbox: 'The sandbox.', pod_container: 'A container.' },
  }),
  {
    key: 'io.confidentialcontainers.org.cloud_volumes',
    type: 'json',
    summary: 'Volumes of the cloud that are attached to the pod VM itself.',
    runtimes: ['kata-remote'],
    implementation: 'none',
    onPeerPods: true,
    source: adaptor112('src/cloud-api-adaptor/pkg/util/cloud.go'),
  },
  {
    key: 'io.containerd.cri.runtime-handler',
    type: 'string',
    summary: 'Tells containerd which runtime pulls the image.',
    runtimes: [],
    implementation: 'none',
    examples: ['kata-remote'],
    note: 'For upstream with containerd. OpenShift has CRI-O, where it does nothing and does no harm.',
    source: kataUpstream('docs/how-to/how-to-pull-images-in-guest-with-kata.md'),
  },
];
