/**
 * Series of the Firecracker hypervisor. OSC uses QEMU, so these series are for users of another hypervisor. Source:
 * kata-containers docs/design/kata-2-0-metrics.md.
 */
import * as l10n from '@vscode/l10n';
import { item, sandboxLabels } from './labels.ts';
import { gauge, type SeriesInfo } from './series.ts';

const help = () => l10n.t`Only for the Firecracker hypervisor. OSC uses QEMU.`;

/** Pairs of a series name without `kata_firecracker_` and the items of the series, separated by spaces. */
const table: readonly (readonly [string, string])[] = [
  ['api_server', 'process_startup_time_cpu_us process_startup_time_us sync_response_fails sync_vmm_send_timeout_count'],
  [
    'block',
    'activate_fails cfg_fails event_fails execute_fails flush_count invalid_reqs_count no_avail_buffer queue_event_count rate_limiter_event_count rate_limiter_throttled_events read_bytes read_count update_count update_fails write_bytes write_count',
  ],
  ['get_api_requests', 'instance_info_count instance_info_fails machine_cfg_count machine_cfg_fails'],
  ['i8042', 'error_count missed_read_count missed_write_count read_count reset_count write_count'],
  [
    'latencies_us',
    'diff_create_snapshot full_create_snapshot load_snapshot pause_vm resume_vm vmm_diff_create_snapshot vmm_full_create_snapshot vmm_load_snapshot vmm_pause_vm vmm_resume_vm',
  ],
  ['logger', 'log_fails metrics_fails missed_log_count missed_metrics_count'],
  [
    'mmds',
    'connections_created connections_destroyed rx_accepted rx_accepted_err rx_accepted_unusual rx_bad_eth rx_count tx_bytes tx_count tx_errors tx_frames',
  ],
  [
    'net',
    'activate_fails cfg_fails event_fails mac_address_updates no_rx_avail_buffer no_tx_avail_buffer rx_bytes_count rx_count rx_event_rate_limiter_count rx_fails rx_packets_count rx_partial_writes rx_queue_event_count rx_rate_limiter_throttled rx_tap_event_count tap_read_fails tap_write_fails tx_bytes_count tx_count tx_fails tx_malformed_frames tx_packets_count tx_partial_reads tx_queue_event_count tx_rate_limiter_event_count tx_rate_limiter_throttled tx_spoofed_mac_count',
  ],
  ['patch_api_requests', 'drive_count drive_fails machine_cfg_count machine_cfg_fails network_count network_fails'],
  [
    'put_api_requests',
    'actions_count actions_fails boot_source_count boot_source_fails drive_count drive_fails logger_count logger_fails machine_cfg_count machine_cfg_fails metrics_count metrics_fails network_count network_fails',
  ],
  ['rtc', 'error_count missed_read_count missed_write_count'],
  ['seccomp', 'num_faults'],
  ['signals', 'sigbus sigsegv'],
  ['uart', 'error_count flush_count missed_read_count missed_write_count read_count write_count'],
  ['vcpu', 'exit_io_in exit_io_out exit_mmio_read exit_mmio_write failures filter_cpuid'],
  ['vmm', 'device_events panic_count'],
  [
    'vsock',
    'activate_fails cfg_fails conn_event_fails conns_added conns_killed conns_removed ev_queue_event_fails killq_resync muxer_event_fails rx_bytes_count rx_packets_count rx_queue_event_count rx_queue_event_fails rx_read_fails tx_bytes_count tx_flush_fails tx_packets_count tx_queue_event_count tx_queue_event_fails tx_write_fails',
  ],
];

export const firecrackerSeries: readonly SeriesInfo[] = table.map(([name, items]) =>
  gauge('hypervisor', `kata_firecracker_${name}`, help, {
    ...(name === 'latencies_us' ? { unit: 'microseconds' } : { grows: true as const }),
    labels: [item(items.split(' ')), ...sandboxLabels],
  }),
);
