/** Moves the keyboard focus to the query box. */
import * as l10n from '@vscode/l10n';
import { chooseSource } from '../chooseSource.ts';
import type { MetricsCommand } from '../context.ts';

export const query: MetricsCommand = {
  id: 'osc.metrics.query',
  title: 'Run PromQL Query...',
  palette: 'osc.clusterOpen || config.osc.prometheus.url',
  async run(tools, given) {
    const source = await chooseSource(tools, given, l10n.t`Run PromQL Query`);
    if (source !== undefined) tools.panels.show(tools, source.cluster).focusQuery();
  },
};
