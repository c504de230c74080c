/**
 * Values of the `item` label, by the file in /proc that they are read from. Source: kata-containers
 * docs/design/kata-2-0-metrics.md.
 */

function words(text: string): readonly string[] {
  return text.split(' ');
}

/** Load averages of /proc/loadavg. */
export const load: readonly string[] = words('load1 load15 load5');

/** Process counts of /proc/loadavg. */
export const tasks: readonly string[] = words('cur max');

/** CPU time fields of /proc/stat. */
export const cpuTime: readonly string[] = words('guest guest_nice idle iowait irq nice softirq steal system user');

/** Fields of /proc/meminfo. */
export const memory: readonly string[] = words(
  'active active_anon active_file anon_hugepages anon_pages bounce buffers cached cma_free cma_total commit_limit committed_as ' +
    'direct_map_1G direct_map_2M direct_map_4M direct_map_4k dirty hardware_corrupted high_free high_total hugepages_free ' +
    'hugepages_rsvd hugepages_surp hugepages_total hugepagesize hugetlb inactive inactive_anon inactive_file k_reclaimable kernel_stack ' +
    'low_free low_total mapped mem_available mem_free mem_total mlocked mmap_copy nfs_unstable page_tables per_cpu quicklists ' +
    's_reclaimable s_unreclaim shmem shmem_hugepages shmem_pmd_mapped slab swap_cached swap_free swap_total unevictable vmalloc_chunk ' +
    'vmalloc_total vmalloc_used writeback writeback_tmp',
);

/** Counters of /proc/net/dev. */
export const netdev: readonly string[] = words(
  'recv_bytes recv_compressed recv_drop recv_errs recv_fifo recv_frame recv_multicast recv_packets sent_bytes sent_carrier sent_colls ' +
    'sent_compressed sent_drop sent_errs sent_fifo sent_packets',
);

/** Fields of /proc/diskstats. */
export const diskstats: readonly string[] = words(
  'discards discards_merged flushes in_progress merged reads sectors_discarded sectors_read sectors_written time_discarding ' +
    'time_flushing time_in_progress time_reading time_writing weighted_time_in_progress writes writes_merged',
);

/** /proc/vmstat. The available items depend on the guest kernel. */
export const vmstat: readonly string[] = words(
  'allocstall_dma allocstall_dma32 allocstall_movable allocstall_normal balloon_deflate balloon_inflate compact_daemon_free_scanned ' +
    'compact_daemon_migrate_scanned compact_daemon_wake compact_fail compact_free_scanned compact_isolated compact_migrate_scanned ' +
    'compact_stall compact_success drop_pagecache drop_slab htlb_buddy_alloc_fail htlb_buddy_alloc_success ' +
    'kswapd_high_wmark_hit_quickly kswapd_inodesteal kswapd_low_wmark_hit_quickly nr_active_anon nr_active_file nr_anon_pages ' +
    'nr_anon_transparent_hugepages nr_bounce nr_dirtied nr_dirty nr_dirty_background_threshold nr_dirty_threshold nr_file_pages ' +
    'nr_free_cma nr_free_pages nr_inactive_anon nr_inactive_file nr_isolated_anon nr_isolated_file nr_kernel_stack nr_mapped nr_mlock ' +
    'nr_page_table_pages nr_shmem nr_shmem_hugepages nr_shmem_pmdmapped nr_slab_reclaimable nr_slab_unreclaimable nr_unevictable ' +
    'nr_unstable nr_vmscan_immediate_reclaim nr_vmscan_write nr_writeback nr_writeback_temp nr_written nr_zone_active_anon ' +
    'nr_zone_active_file nr_zone_inactive_anon nr_zone_inactive_file nr_zone_unevictable nr_zone_write_pending oom_kill pageoutrun ' +
    'pgactivate pgalloc_dma pgalloc_dma32 pgalloc_movable pgalloc_normal pgdeactivate pgfault pgfree pginodesteal pglazyfree ' +
    'pglazyfreed pgmajfault pgmigrate_fail pgmigrate_success pgpgin pgpgout pgrefill pgrotated pgscan_direct pgscan_direct_throttle ' +
    'pgscan_kswapd pgskip_dma pgskip_dma32 pgskip_movable pgskip_normal pgsteal_direct pgsteal_kswapd pswpin pswpout slabs_scanned ' +
    'swap_ra swap_ra_hit unevictable_pgs_cleared unevictable_pgs_culled unevictable_pgs_mlocked unevictable_pgs_munlocked ' +
    'unevictable_pgs_rescued unevictable_pgs_scanned unevictable_pgs_stranded workingset_activate workingset_nodereclaim ' +
    'workingset_refault',
);

/** /proc/<pid>/io, with the names that the agent uses. */
export const agentIo: readonly string[] = words('cancelled_write_byte rchar read_bytes syscr syscw wchar write_bytes');

/** /proc/<pid>/io, with the names that the Go runtime uses. */
export const processIo: readonly string[] = words('cancelledwritebytes rchar readbytes syscr syscw wchar writebytes');

/** /proc/<pid>/stat. */
export const processStat: readonly string[] = words('cstime cutime stime utime');

/** Items of /proc/<pid>/status that only increase. */
export const growingStatus: readonly string[] = words('nonvoluntary_ctxt_switches voluntary_ctxt_switches');

/** /proc/<pid>/status, with the names that the agent uses. */
export const agentStatus: readonly string[] = words(
  'hugetlbpages nonvoluntary_ctxt_switches rssanon rssfile rssshmem vmdata vmexe vmhwm vmlck vmlib vmpeak vmpin vmpte vmrss vmsize ' +
    'vmstk vmswap voluntary_ctxt_switches',
);

/** /proc/<pid>/status, with the names that the Go runtime uses. */
export const processStatus: readonly string[] = words(
  'hugetlbpages nonvoluntary_ctxt_switches rssanon rssfile rssshmem vmdata vmexe vmhwm vmlck vmlib vmpeak vmpin vmpmd vmpte vmrss ' +
    'vmsize vmstk vmswap voluntary_ctxt_switches',
);
