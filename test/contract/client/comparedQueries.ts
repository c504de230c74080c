/**
 * Queries for comparing the built-in Prometheus with a real one: those of the charts, and one for each supported PromQL
 * feature.
 */
export const comparedQueries: readonly string[] = [
  // Queries of core/metrics/panels/panels.ts, but with quantiles such as 0.9931 instead of 0.99. The 99th percentile of
  // 100 durations lies exactly on a bucket boundary. If the next bucket is empty, a rounding error in the last digit
  // then decides between two distant values.
  'sum by (node, instance) (kata_monitor_running_shim_count)',
  'sum(count by(instance) (kata_guest_load{item="load1"}))',
  '(kata_guest_meminfo{item="mem_total"} - on(sandbox_id) kata_guest_meminfo{item="mem_free"})',
  'kata_shim_pod_overhead_memory_in_bytes{node="worker-0"}',
  'sum by (sandbox_id) (irate(kata_guest_cpu_time{cpu="total",  item=~"irq|softirq|system|user"}[5m]))',
  'histogram_quantile(0.9531, sum by (le, action) (rate(kata_shim_agent_rpc_durations_histogram_milliseconds_bucket{action!="grpc.WaitProcessRequest"}[5m])))',
  'histogram_quantile(0.9531, sum by (le, action) (rate(kata_shim_rpc_durations_histogram_milliseconds_bucket{action!="wait"}[5m])))',
  'histogram_quantile(0.5037, sum by (le) (rate(kata_shim_agent_rpc_durations_histogram_milliseconds_bucket{action!="grpc.WaitProcessRequest"}[5m])))',
  'histogram_quantile(0.9931, sum by (le) (rate(kata_shim_rpc_durations_histogram_milliseconds_bucket{action!="wait"}[5m])))',
  'kata_remote_workload_failure_ratio',
  'kata_total_remote_pods',
  'kata_failed_remote_pods',
  'kata_config_installation_success',
  'kata_remote_runtimeclass_available',
  'group by (node, instance, sandbox_id, cri_namespace, cri_name) (last_over_time({__name__=~"kata_shim_threads|kata_guest_tasks|kata_hypervisor_threads|kata_monitor_running_shim_count"}[600s]))',
  // One query for each other supported feature.
  'kata_guest_load{item!~"load1|load5",cri_namespace="payments"}',
  'kata_guest_load offset 5m',
  'rate(kata_guest_netdev_stat{item="recv_bytes"}[2m] offset 1m)',
  'increase(kata_agent_scrape_count[10m])',
  'delta(kata_guest_meminfo{item="mem_available"}[7m])',
  'avg_over_time(kata_guest_load[3m]) + min_over_time(kata_guest_load[3m]) * max_over_time(kata_guest_load[3m])',
  'sum_over_time(kata_guest_tasks{item="cur"}[2m]) / count_over_time(kata_guest_tasks{item="cur"}[2m])',
  'sum without (item, cpu) (rate(kata_guest_cpu_time[5m]))',
  'avg(kata_guest_load) by (item)',
  'min by (node) (kata_guest_meminfo{item="mem_free"}) < bool 1e9',
  'max(kata_hypervisor_fds) ^ 2 % 7',
  'kata_guest_load{item="load1"} > 0.1',
  '2 < kata_guest_load{item="load1"} * 100',
  'kata_guest_meminfo{item="cached"} / ignoring(item) kata_guest_meminfo{item="mem_total"} * 100',
  'kata_guest_load * on(sandbox_id) group_left(pod) kata_shim_threads',
  'kata_shim_threads and on(sandbox_id) kata_guest_load{item="load1"} > 0',
  'kata_shim_threads or kata_hypervisor_threads',
  'kata_guest_load unless on(item) kata_guest_load{item="load1"}',
  '-kata_guest_load + abs(-kata_guest_load) - floor(kata_guest_load) + ceil(kata_guest_load) + round(kata_guest_load)',
  'clamp_max(clamp_min(kata_guest_load, 0.1), 0.2)',
  'vector(1) + time() - 1.5e3',
  '0 / (kata_config_installation_success - 1)',
  '1 + 2 * 3 - 4 / -2',
];
