/** Shows the metrics of an open cluster. If none is open, shows those of the Prometheus server from the settings. */
import * as l10n from '@vscode/l10n';
import { chooseSource } from '../chooseSource.ts';
import type { MetricsCommand } from '../context.ts';
import { clusterRow, ifPermitted } from '#client/commands/menuPlaces.ts';

export const show: MetricsCommand = {
  id: 'osc.metrics.show',
  title: 'Show Kata Metrics...',
  icon: 'graph',
  palette: 'osc.clusterOpen || config.osc.prometheus.url',
  menus: [clusterRow('1_osc@5', 'open', ifPermitted('showMetrics'))],
  async run(tools, given) {
    const source = await chooseSource(tools, given, l10n.t`Show Kata Metrics`);
    if (source !== undefined) tools.panels.show(tools, source.cluster).reveal();
  },
};
