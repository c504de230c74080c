/** Shows the metrics of an open cluster; of the Prometheus of the setting when none is open. */
import * as l10n from '@vscode/l10n';
import { chooseSource } from '../chooseSource.ts';
import type { MetricsCommand } from '../context.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

export const show: MetricsCommand = {
  id: 'osc.metrics.show',
  title: 'Show Metrics of Kata...',
  icon: 'graph',
  palette: 'osc.clusterOpen || config.osc.prometheus.url',
  menus: [clusterRow('1_osc@5', 'open')],
  async run(tools, given) {
    const source = await chooseSource(tools, given, l10n.t`Show Kata Metrics`);
    if (source !== undefined) tools.panels.show(tools, source.cluster).reveal();
  },
};
