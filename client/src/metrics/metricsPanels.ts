/** Manages the open metrics panels: one for each cluster, or for the Prometheus server from the settings. */
import type { OpenCluster } from '../clusters/state/openCluster.ts';
import { MetricsPanel, type PanelDeps } from './metricsPanel.ts';
import { resolvePanelCluster } from './panelCluster.ts';

export class MetricsPanels {
  readonly #open = new Map<string, MetricsPanel>();

  /**
   * Returns the panel of a cluster. Reuses an open panel.
   * @param given undefined for the Prometheus server from the settings; ignored if such a server is set
   */
  show(deps: PanelDeps, given: OpenCluster | undefined): MetricsPanel {
    const cluster = resolvePanelCluster(given, deps.settings.prometheusUrl());
    // A changed Prometheus setting opens another panel, because the user wants to see the new server.
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
