/**
 * Series of kata-monitor. Each node with Kata has one instance, which collects the metrics of the sandboxes on its
 * node. Source: kata-containers docs/design/kata-2-0-metrics.md.
 */
import * as l10n from '@vscode/l10n';
import { bucketLabel } from './labels.ts';
import { goSeries, processHelp, processSeries } from './processSeries.ts';
import { gauge, type SeriesInfo } from './series.ts';

export const monitorSeries: readonly SeriesInfo[] = [
  gauge('monitor', 'kata_monitor_running_shim_count', () => l10n.t`Number of sandboxes running on the node.`),
  {
    name: 'kata_monitor_scrape_count',
    type: 'counter',
    labels: [],
    help: () => processHelp.scrapes('monitor'),
    origin: 'monitor',
  },
  {
    name: 'kata_monitor_scrape_failed_count',
    type: 'counter',
    labels: [],
    help: () => l10n.t`Number of times that kata-monitor couldn't provide sandbox metrics.`,
    origin: 'monitor',
  },
  {
    name: 'kata_monitor_scrape_durations_histogram_milliseconds',
    type: 'histogram',
    unit: 'milliseconds',
    labels: [bucketLabel],
    help: () => l10n.t`Time taken to collect the sandbox metrics.`,
    origin: 'monitor',
  },
  ...processSeries('kata_monitor', 'monitor', []),
  ...goSeries('kata_monitor', 'monitor', []),
];
