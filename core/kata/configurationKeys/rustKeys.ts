/**
 * Keys that only runtime-rs reads. Source: kata-containers/kata-containers@7c6ba40c src/libs/kata-types/src/config and
 * docs/migrating-config-go-runtime-to-runtime-rs.md. The first version isn't known unless a row contains it.
 */
import * as l10n from '@vscode/l10n';
import { createKeyRows, type KataConfigKey, patternsFor } from '../configurationKey.ts';

const hypervisor = createKeyRows('hypervisor');
const hypervisorFactory = createKeyRows('hypervisorFactory');
const agent = createKeyRows('agent');
const memAgent = createKeyRows('memAgent');
const runtime = createKeyRows('runtime');

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];
const memory = () => l10n.t`Setting of the memory agent, which reclaims unused memory in the guest.`;

const hypervisorRows: readonly KataConfigKey[] = [
  hypervisor('boot_from_template', 'bool', 'rust', { summary: () => l10n.t`Starts the VM from a template.` }),
  hypervisor('boot_to_be_template', 'bool', 'rust', { summary: () => l10n.t`Creates the VM as a template.` }),
  hypervisor('ctlpath', 'string', 'rust', {
    summary: () => l10n.t`Path to the control executable of the hypervisor on the node.`,
  }),
  hypervisor('default_gpu_model', 'string', 'rust', { annotation: 'default_gpu_model', readBy: 'both' }),
  hypervisor('default_gpus', 'uint32', 'rust', { annotation: 'default_gpus', readBy: 'both' }),
  hypervisor('device_state_path', 'string', 'rust', {
    summary: () => l10n.t`Path to the device state of the VM template.`,
  }),
  hypervisor('disable_nested_virtualization', 'bool', 'rust', {
    since: '4.1.0',
    summary: () => l10n.t`Disables virtualization in the guest (Cloud Hypervisor).`,
  }),
  hypervisor('factory', 'table', 'rust', { summary: () => l10n.t`Settings for VM templates.` }),
  hypervisor('guest_swap_create_threshold_secs', 'uint64', 'rust', {
    qemu: '60',
    summary: () => l10n.t`Seconds to wait before the guest creates a swap device.`,
  }),
  hypervisor('guest_swap_path', 'string', 'rust', {
    qemu: '"/run/kata-containers/swap"',
    summary: () => l10n.t`Folder on the node for swap devices of guests.`,
  }),
  hypervisor('guest_swap_size_percent', 'uint64', 'rust', {
    qemu: '100',
    summary: () => l10n.t`Size of the swap device, in percent of the memory of the VM.`,
  }),
  hypervisor('hotplug_vfio_on_root_bus', 'bool', 'rust', {
    until: '4.0.0',
    summary: () => l10n.t`Attaches VFIO devices to the root bus.`,
  }),
  hypervisor('hugepage_type', 'string', 'rust', {
    annotation: 'hugepage_type',
    readBy: 'rust',
    values: ['hugetlbfs', 'thp'],
    summary: () => l10n.t`Type of huge pages for guest memory.`,
  }),
  hypervisor('hypervisor_socket', 'string', 'rust', {
    summary: () => l10n.t`Path to the socket of cloud-api-adaptor on the node.`,
  }),
  hypervisor('hypervisor_timeout', 'int64', 'rust', {
    summary: () => l10n.t`Seconds to wait until cloud-api-adaptor creates the pod VM.`,
  }),
  hypervisor('initdata', 'string', 'rust', { summary: () => l10n.t`Initdata for all pods of the runtime class.` }),
  hypervisor('log_level', 'string', 'rust', {
    values: logLevels,
    summary: () => l10n.t`Log level of the hypervisor.`,
  }),
  hypervisor('memory_path', 'string', 'rust', { summary: () => l10n.t`Path to the memory of the VM template.` }),
  hypervisor('network_queues', 'uint32', 'rust', {
    annotation: 'network_queues',
    readBy: 'rust',
    qemu: '1',
    summary: () => l10n.t`Number of network queues of the VM.`,
  }),
  hypervisor('num_queues', 'uint64', 'rust', {
    annotation: 'block_device_num_queues',
    readBy: 'rust',
    qemu: '1',
    summary: () => l10n.t`Number of queues of each block device.`,
  }),
  hypervisor('overhead_memory', 'uint32', 'rust', {
    since: '4.0.0',
    qemu: '32',
    summary: () =>
      l10n.t(
        'Memory in MiB that Kata adds to the limits of the containers, if `static_sandbox_resource_mgmt` is true.',
      ),
  }),
  hypervisor('overhead_vcpus', 'float', 'rust', {
    since: '4.0.0',
    qemu: '0.2',
    summary: () =>
      l10n.t(
        'Number of vCPUs that Kata adds to the limits of the containers, if `static_sandbox_resource_mgmt` is true.',
      ),
  }),
  hypervisor('prefetch_list_path', 'string', 'rust', {
    summary: () => l10n.t`Path on the node to the list of image files to read in advance.`,
  }),
  hypervisor('queue_size', 'uint32', 'rust', {
    annotation: 'block_device_queue_size',
    readBy: 'rust',
    qemu: '128',
    summary: () => l10n.t`Size of the queues of each block device.`,
  }),
  hypervisor('rootless_user', 'table', 'rust', {
    summary: () => l10n.t('User that runs the hypervisor if `rootless` is true.'),
  }),
  hypervisor('seccomp_sandbox', 'string', 'rust', {
    summary: () => l10n.t("Features of QEMU's seccomp sandbox, comma-separated."),
  }),
  hypervisor('selinux_label', 'string', 'rust', { summary: () => l10n.t`SELinux label for containers in the guest.` }),
  hypervisor('valid_ctlpaths', '[]string', 'rust', {
    summary: patternsFor('ctlpath'),
  }),
  hypervisor('virtio_fs_is_dax', 'bool', 'rust', { summary: () => l10n.t`Uses a DAX window for virtio-fs.` }),
  hypervisor('vm_rootfs_driver', 'string', 'rust', {
    values: ['virtio-pmem', 'virtio-blk-pci', 'virtio-blk-ccw', 'virtio-blk-mmio', 'virtio-scsi'],
    summary: () => l10n.t`Driver for the block device with the guest image.`,
  }),
  hypervisorFactory('enable_template', 'bool', 'rust', {
    summary: () => l10n.t`Starts VMs from a template, which speeds up the start.`,
  }),
  hypervisorFactory('template_path', 'string', 'rust', {
    summary: () => l10n.t`Folder on the node that contains the template.`,
  }),
];

const agentRows: readonly KataConfigKey[] = [
  agent('cdh_api_timeout_ms', 'uint32', 'rust', {
    annotation: 'cdh_api_timeout_ms',
    readBy: 'rust',
    since: '3.31.0',
    summary: () => l10n.t`Timeout for the Confidential Data Hub, in milliseconds.`,
  }),
  agent('container_pipe_size', 'uint32', 'rust', { annotation: 'container_pipe_size', readBy: 'both' }),
  agent('create_container_timeout', 'uint32', 'rust', {
    qemu: '30',
    summary: () => l10n.t`Timeout for creating a container, in seconds.`,
  }),
  agent('dial_timeout_ms', 'uint32', 'rust', {
    qemu: '10',
    remote: '100',
    summary: () => l10n.t`Timeout for each attempt to connect to the agent, in milliseconds.`,
  }),
  agent('health_check_request_timeout_ms', 'uint32', 'rust', {
    qemu: '90000',
    summary: () => l10n.t`Timeout for health checks of the agent, in milliseconds.`,
  }),
  agent('log_level', 'string', 'rust', { values: logLevels, summary: () => l10n.t`Log level of the agent.` }),
  agent('log_port', 'uint32', 'rust', { summary: () => l10n.t`Port for the log of the agent.` }),
  agent('mem_agent', 'table', 'rust', { summary: memory }),
  agent('passfd_listener_port', 'uint32', 'rust', {
    summary: () => l10n.t`Port for passing the input and output of processes to the guest.`,
  }),
  agent('policy', 'string', 'rust', { summary: () => l10n.t`Agent policy for all pods of the runtime class.` }),
  agent('reconnect_timeout_ms', 'uint32', 'rust', {
    qemu: '3000',
    remote: '30000',
    summary: () => l10n.t`Total time for all attempts to connect to the agent, in milliseconds.`,
  }),
  agent('request_timeout_ms', 'uint32', 'rust', {
    qemu: '30000',
    summary: () => l10n.t`Timeout for requests to the agent, in milliseconds.`,
  }),
  agent('server_port', 'uint32', 'rust', { summary: () => l10n.t`Port of the agent in the guest.` }),
];

const memAgentRows: readonly KataConfigKey[] = [
  memAgent('mem_agent_enable', 'bool', 'rust', {
    qemu: 'false',
    summary: () => l10n.t`Enables the memory agent, which reclaims unused memory in the guest.`,
  }),
  ...['memcg_disable', 'memcg_swap', 'compact_disable'].map((name) =>
    memAgent(name, 'bool', 'rust', { summary: memory }),
  ),
  ...[
    'memcg_swappiness_max',
    'memcg_period_psi_percent_limit',
    'memcg_eviction_psi_percent_limit',
    'compact_period_psi_percent_limit',
    'compact_psi_percent_limit',
    'compact_order',
  ].map((name) => memAgent(name, 'uint32', 'rust', { summary: memory })),
  ...[
    'memcg_period_secs',
    'memcg_eviction_run_aging_count_min',
    'compact_period_secs',
    'compact_threshold',
    'compact_force_times',
  ].map((name) => memAgent(name, 'uint64', 'rust', { summary: memory })),
  memAgent('compact_sec_max', 'int64', 'rust', { summary: memory }),
];

const runtimeRows: readonly KataConfigKey[] = [
  runtime('agent_name', 'string', 'rust', {
    values: ['kata'],
    qemu: '"kata"',
    remote: '"kata"',
    summary: () => l10n.t('Name of the agent: selects the table `[agent.<name>]`. Required.'),
  }),
  runtime('hypervisor_name', 'string', 'rust', {
    values: ['qemu', 'remote', 'cloud-hypervisor', 'dragonball', 'firecracker'],
    qemu: '"qemu"',
    remote: '"remote"',
    summary: () => l10n.t('Name of the hypervisor: selects the table `[hypervisor.<name>]`. Required.'),
  }),
  runtime('keep_abnormal', 'bool', 'rust', {
    summary: () => l10n.t`Keeps the data of a runtime that exited abnormally, for debugging.`,
  }),
  runtime('log_level', 'string', 'rust', { values: logLevels, summary: () => l10n.t`Log level of the runtime.` }),
  runtime('name', 'string', 'rust', {
    values: ['virt_container'],
    qemu: '"virt_container"',
    remote: '"virt_container"',
    summary: () => l10n.t`Name of the runtime handler. Required.`,
  }),
  runtime('passfd_listener_port', 'uint32', 'rust', {
    summary: () => l10n.t`Port for passing the input and output of processes to the guest.`,
  }),
  runtime('shared_mounts', 'table[]', 'rust', { summary: () => l10n.t`Mounts shared by the containers in the pod.` }),
  runtime('use_passfd_io', 'bool', 'rust', {
    summary: () =>
      l10n.t(
        'Passes file descriptors for the input and output of processes to the guest. Only the `dragonball` hypervisor supports this.',
      ),
  }),
];

export const rustKeys: readonly KataConfigKey[] = [...hypervisorRows, ...agentRows, ...memAgentRows, ...runtimeRows];
