/** Shows the metrics of an open cluster; of the Prometheus of the setting when none is open. */
import * as l10n from '@vscode/l10n';
import { chooseSource } from '../chooseSource.ts';
import type { MetricsActionHandler } from '../context.ts';

export const show: MetricsActionHandler = async (tools, given) => {
  const source = await chooseSource(tools, given, l10n.t`Show Metrics of Kata`);
  if (source !== undefined) tools.panels.show(tools, source.cluster).reveal();
};
