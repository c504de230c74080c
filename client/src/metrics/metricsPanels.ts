/** The panels that are open: one for each cluster, or for the Prometheus of the setting. */
import type { OpenCluster } from '../clusters/state/openCluster.ts';
import { MetricsPanel, type PanelDeps } from './metricsPanel.ts';
import { resolvePanelCluster } from './panelCluster.ts';

export class MetricsPanels {
  readonly #open = new Map<string, MetricsPanel>();

  /**
   * The panel of a cluster, the one that it has already when there is one.
   * @param given undefined: of the Prometheus of the setting, as with any when one is set
   */
  show(deps: PanelDeps, given: OpenCluster | undefined): MetricsPanel {
    const cluster = resolvePanelCluster(given, deps.settings.prometheusUrl());
    // Another Prometheus is another panel: who sets one wants to see it.
    const key = JSON.stringify([cluster?.context, cluster?.server, deps.settings.prometheusUrl()]);
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const made = new MetricsPanel(deps, cluster, () => this.#open.delete(key));
    this.#open.set(key, made);
    return made;
  }

  dispose(): void {
    for (const panel of Array.from(this.#open.values())) panel.dispose();
  }
}
