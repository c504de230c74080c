/** Keys of `[agent.<name>]`, `[runtime]`, and `[factory]` that the Go runtime reads. For sources, see the key type. */
import * as l10n from '@vscode/l10n';
import { createKeyRows, type KataConfigKey } from '../configurationKey.ts';

const agent = createKeyRows('agent');
const runtime = createKeyRows('runtime');
const factory = createKeyRows('factory');

export const agentKeys: readonly KataConfigKey[] = [
  agent('cdh_api_timeout', 'uint32', 'go', {
    qemu: '50',
    summary: () => l10n.t`Timeout for the Confidential Data Hub, in seconds.`,
  }),
  agent('debug_console_enabled', 'bool', 'both', {
    qemu: 'false',
    remote: 'false',
    summary: () => l10n.t('Starts a debug console in the guest, which `kata-runtime exec` opens.'),
  }),
  agent('dial_timeout', 'uint32', 'go', {
    qemu: '45',
    remote: '30',
    summary: () => l10n.t`Timeout for connecting to the agent, in seconds.`,
  }),
  agent('enable_debug', 'bool', 'both', {
    qemu: 'false',
    remote: 'false',
    summary: () => l10n.t`Writes debug messages of the agent.`,
  }),
  agent('enable_tracing', 'bool', 'both', {
    annotation: 'enable_tracing',
    readBy: 'both',
    qemu: 'false',
    remote: 'false',
  }),
  agent('kernel_modules', '[]string', 'both', {
    annotation: 'kernel_modules',
    readBy: 'both',
    qemu: '[]',
    summary: () => l10n.t`Kernel modules that the guest loads, with their parameters.`,
  }),
  agent('launch_process_timeout', 'uint32', 'both', {
    since: '3.29.0',
    summary: () =>
      l10n.t`Timeout for starting the attestation agent and the Confidential Data Hub in the guest, in seconds.`,
  }),
  agent('visible_cdi_devices', 'bool', 'both', {
    since: '3.32.0',
    summary: () => l10n.t`Allows containers to request GPUs with the environment variable VISIBLE_CDI_DEVICES.`,
  }),
];

export const runtimeKeys: readonly KataConfigKey[] = [
  runtime('create_container_timeout', 'uint64', 'go', {
    annotation: 'create_container_timeout',
    readBy: 'both',
    qemu: '60',
    remote: '60',
  }),
  runtime('dan_conf', 'string', 'both', {
    qemu: '"/run/kata-containers/dans"',
    remote: '"/run/kata-containers/dans"',
    summary: () => l10n.t`Folder with the configurations of directly attachable networks.`,
  }),
  runtime('disable_guest_empty_dir', 'bool', 'go', {
    qemu: 'true',
    remote: 'false',
    summary: () => l10n.t`Creates emptyDir volumes on the node instead of in the guest.`,
  }),
  runtime('disable_guest_seccomp', 'bool', 'both', {
    annotation: 'disable_guest_seccomp',
    readBy: 'both',
    qemu: 'true',
    remote: 'true',
  }),
  runtime('disable_new_netns', 'bool', 'both', {
    annotation: 'disable_new_netns',
    readBy: 'both',
    qemu: 'false',
    remote: 'true',
  }),
  runtime('emptydir_mode', 'string', 'both', {
    since: '3.28.0',
    qemu: '"shared-fs"',
    remote: '"shared-fs"',
    values: ['shared-fs', 'block-encrypted', 'block-plain'],
    summary: () => l10n.t('Type of emptyDir volumes: `shared-fs`, `block-encrypted`, or `block-plain`.'),
  }),
  runtime('enable_debug', 'bool', 'both', {
    qemu: 'false',
    remote: 'false',
    summary: () => l10n.t`Writes debug messages of the runtime.`,
  }),
  runtime('enable_pprof', 'bool', 'both', {
    annotation: 'enable_pprof',
    readBy: 'rust',
    qemu: 'false',
    remote: 'false',
  }),
  runtime('enable_tracing', 'bool', 'both', {
    qemu: 'false',
    remote: 'false',
    summary: () => l10n.t`Writes traces of the runtime.`,
  }),
  runtime('enable_vcpus_pinning', 'bool', 'both', {
    annotation: 'enable_vcpus_pinning',
    readBy: 'both',
    qemu: 'false',
    summary: () => l10n.t`Pins each vCPU to a CPU on the node.`,
  }),
  runtime('experimental', '[]string', 'both', {
    annotation: 'experimental',
    readBy: 'both',
    qemu: '[]',
    remote: '[]',
    summary: () => l10n.t`Experimental features to enable.`,
  }),
  runtime('experimental_force_guest_pull', 'bool', 'go', {
    annotation: 'experimental_force_guest_pull',
    readBy: 'go',
    since: '3.18.0',
  }),
  runtime('guest_selinux_label', 'string', 'go', {
    summary: () => l10n.t`SELinux label for containers in the guest.`,
    qemu: '""',
    remote: '""',
  }),
  runtime('internetworking_model', 'string', 'both', {
    annotation: 'internetworking_model',
    readBy: 'both',
    remote: '"none"',
    values: ['tcfilter', 'macvtap', 'none'],
  }),
  runtime('jaeger_endpoint', 'string', 'both', {
    qemu: '""',
    remote: '""',
    summary: () => l10n.t`Address of the Jaeger collector for traces.`,
  }),
  runtime('jaeger_password', 'string', 'both', {
    qemu: '""',
    remote: '""',
    summary: () => l10n.t`Password for the Jaeger collector.`,
  }),
  runtime('jaeger_user', 'string', 'both', {
    qemu: '""',
    remote: '""',
    summary: () => l10n.t`User name for the Jaeger collector.`,
  }),
  runtime('kubelet_root_dir', 'string', 'go', {
    since: '3.28.0',
    qemu: '"/var/lib/kubelet"',
    remote: '"/var/lib/kubelet"',
    summary: () => l10n.t`Root folder of the kubelet on the node.`,
  }),
  runtime('pod_resource_api_sock', 'string', 'both', {
    since: '3.24.0',
    qemu: '""',
    remote: '""',
    summary: () => l10n.t`Path to the socket of the kubelet's pod resources API.`,
  }),
  runtime('sandbox_bind_mounts', '[]string', 'both', {
    annotation: 'sandbox_bind_mounts',
    readBy: 'rust',
    qemu: '[]',
    summary: () => l10n.t`Paths on the node that Kata mounts in the guest.`,
  }),
  runtime('sandbox_cgroup_only', 'bool', 'both', {
    annotation: 'sandbox_cgroup_only',
    readBy: 'both',
    qemu: 'false',
    remote: 'false',
  }),
  runtime('static_sandbox_resource_mgmt', 'bool', 'both', {
    qemu: 'false',
    remote: 'true',
    summary: () => l10n.t`Sizes the VM when the pod starts, and never changes its size.`,
  }),
  runtime('vfio_mode', 'string', 'both', {
    annotation: 'vfio_mode',
    readBy: 'both',
    qemu: '"guest-kernel"',
    remote: '"guest-kernel"',
    values: ['guest-kernel', 'vfio'],
  }),
];

export const factoryKeys: readonly KataConfigKey[] = [
  factory('enable_template', 'bool', 'go', {
    qemu: 'false',
    summary: () => l10n.t`Starts VMs from a template, which speeds up the start.`,
  }),
  factory('template_path', 'string', 'go', {
    qemu: '"/run/vc/vm/template"',
    summary: () => l10n.t`Folder on the node that contains the template.`,
  }),
  factory('vm_cache_endpoint', 'string', 'go', {
    qemu: '"/var/run/kata-containers/cache.sock"',
    summary: () => l10n.t`Socket of the VM cache server.`,
  }),
  factory('vm_cache_number', 'uint', 'go', {
    qemu: '0',
    summary: () => l10n.t`Number of VMs in the cache. 0 disables the cache.`,
  }),
];
