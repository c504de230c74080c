/** Shows the metrics of one cluster, or of the Prometheus server from the settings, in a panel. */
import * as l10n from '@vscode/l10n';
import { commands, ViewColumn, window, workspace, type Disposable } from 'vscode';
import { copyText } from '#client/vscode/copyText.ts';
import { listPanelQueries } from '#core/metrics/panels/panel.ts';
import { panels } from '#core/metrics/panels/panels.ts';
import { promqlAssistRequest } from '#server/protocol/promqlAssist.ts';
import { openPrometheus } from '../kubernetes/prometheus/openPrometheus.ts';
import type { Prometheus } from '../kubernetes/prometheus/prometheus.ts';
import type { Notify } from '../vscode/notify.ts';
import { externalConsole } from '../vscode/externalConsole.ts';
import { openSetting } from '../vscode/openSetting.ts';
import type { OpenCluster } from '../clusters/state/openCluster.ts';
import { lastHour } from '../clusters/state/sandboxCountHistory.ts';
import { formatTimeOfDay } from '../text/timeOfDay.ts';
import { openPanel, type WebviewPanelHandle } from '../webview/webviewPanel.ts';
import { MetricsSession } from './session/metricsSession.ts';
import { userQueryPanel, metricsView, panelFor } from './view/createMetricsView.ts';
import { noConnection } from './noConnection.ts';
import { pageStyle } from './view/metricsPageStyle.ts';
import { panelFacts } from './panelFacts.ts';
import { alertUrl, isLinkedAlert, queryBrowserUrl } from './consoleLinks.ts';
import type { FeatureDeps } from '../features/lazyFeature.ts';
import type { Clock } from '../kubernetes/clock.ts';
import { readMetricsMessage, type CompletionView, type MetricsMessage, type MetricsView } from './view/metricsView.ts';
import { getPanelName } from './panelCluster.ts';

/** Time in milliseconds during which changes are combined into one update. */
const together = 40;

/** Dependencies of metrics panels. */
export interface PanelDeps extends Pick<FeatureDeps, 'language' | 'log' | 'notify' | 'settings' | 'shipped'> {
  readonly clock: Clock;
}

/** An open panel. */
export class MetricsPanel {
  readonly #deps: PanelDeps;
  readonly #cluster: OpenCluster | undefined;
  readonly #prometheus: Prometheus;
  readonly #session: MetricsSession;
  readonly #panel: WebviewPanelHandle<MetricsView>;
  readonly #following: Disposable | undefined;
  /** Name that the title shows after a colon. */
  readonly #name: string | undefined;
  #cancelShow: (() => void) | undefined;
  #isClosed = false;
  /** Number of times a command requested the focus for the query box. */
  #focusQuery = 0;

  /**
   * Opens the panel and reads the metrics.
   * @param cluster undefined for the Prometheus server from the settings, whichever cluster it belongs to
   */
  constructor(deps: PanelDeps, cluster: OpenCluster | undefined, onClose: () => void) {
    const { clock, notify, settings } = deps;
    this.#deps = deps;
    this.#cluster = cluster;
    this.#prometheus = openPrometheus({
      connection: cluster?.reach ?? noConnection,
      clock,
      url: settings.prometheusUrl(),
    });
    this.#name = getPanelName(cluster, this.#prometheus.host);
    this.#session = new MetricsSession({
      prometheus: this.#prometheus,
      clock,
      changed: () => this.#changed(),
      running: (running) => cluster?.showRunning?.(lastHour(running)),
    });
    this.#following = cluster?.onChange(() => {
      if (!cluster.isOpen) this.dispose();
    });
    this.#panel = this.#open(onClose);
    this.#show();
    this.#session.refresh().catch((error: unknown) => notify.error(l10n.t`Can't read the metrics`, error));
  }

  /** Shows the panel with the keyboard focus, for a command. */
  reveal(): void {
    this.#panel.focus();
  }

  /** Shows the panel with the keyboard focus in the query box. */
  focusQuery(): void {
    this.#focusQuery++;
    this.#panel.focus();
    this.#show();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #open(onClose: () => void): WebviewPanelHandle<MetricsView> {
    const { notify, shipped } = this.#deps;
    return openPanel<MetricsView, MetricsMessage>({
      viewType: 'osc.metrics',
      title: this.#title(),
      column: ViewColumn.Active,
      script: shipped('dist', 'metricsPage.js'),
      style: pageStyle,
      takesFocus: true,
      read: readMetricsMessage,
      onMessage: (message) =>
        void this.#receive(message).catch((error: unknown) => notify.error(l10n.t`The command failed`, error)),
      onVisible: (visible) => this.#session.setVisible(visible),
      onClose: () => {
        this.#isClosed = true;
        this.#cancelShow?.();
        this.#following?.dispose();
        this.#session.end();
        onClose();
      },
    });
  }

  #changed(): void {
    this.#cancelShow ??= this.#deps.clock.after(together, () => {
      this.#cancelShow = undefined;
      this.#show();
    });
  }

  #show(): void {
    if (this.#isClosed) return;
    const now = this.#deps.clock.now();
    this.#panel.show(
      metricsView(this.#session.state, {
        title: this.#title(),
        host: this.#prometheus.host,
        facts: panelFacts(this.#cluster?.snapshot),
        hasConsole: this.#cluster?.consoleUrl !== undefined,
        focusQuery: this.#focusQuery,
        time: (at) => formatTimeOfDay(at, now),
      }),
    );
  }

  async #receive(message: MetricsMessage): Promise<void> {
    const session = this.#session;
    switch (message.type) {
      case 'range':
        return session.setRange(message.id);
      case 'node':
        return session.setNode(message.id);
      case 'sandbox':
        return session.setSandbox(message.id);
      case 'namespace':
        return session.setNamespace(message.id);
      case 'reading':
        return session.setReading(message.panel, message.id);
      case 'auto':
        session.setAuto(message.id);
        return undefined;
      case 'refresh':
        return session.refresh();
      case 'allowToken':
        return this.#cluster !== undefined && (await agreesToToken(this.#deps.notify, this.#cluster))
          ? session.allowToken()
          : undefined;
      case 'settings':
        await openSetting('osc.prometheus.url');
        return undefined;
      case 'copy':
        return copyText(this.#queriesOf(message.panel).join('\n'));
      case 'console':
        return this.#openConsole(message.panel);
      case 'alertInConsole':
        return this.#openAlert(message.name);
      case 'ask':
        return session.ask(message.text);
      case 'document':
        await window.showTextDocument(await workspace.openTextDocument({ language: 'promql', content: message.text }), {
          viewColumn: ViewColumn.Beside,
        });
        return undefined;
      case 'assist':
        // A failed completion doesn't justify a message while the user is typing.
        return this.#assist(message).catch((error: unknown) => this.#deps.log.error("Can't complete the query", error));
    }
  }

  #queriesOf(id: string): readonly string[] {
    const { ask, filters, readings } = this.#session.state;
    const found = id === userQueryPanel ? panelFor(ask.text) : panels.find((one) => one.id === id);
    return found === undefined ? [] : listPanelQueries(found, readings.get(id)).map(({ promql }) => promql(filters));
  }

  async #openConsole(id: string): Promise<void> {
    const consoleUrl = this.#cluster?.consoleUrl;
    const queries = this.#queriesOf(id);
    // Passed as a string, because VS Code decodes a Uri on the way and `+` in a query would arrive as a space.
    if (consoleUrl !== undefined && queries.length > 0)
      await commands.executeCommand('vscode.open', queryBrowserUrl(await externalConsole(consoleUrl), queries));
  }

  /** Opens an alert that the page shows. The page can't name other alerts. */
  async #openAlert(name: string): Promise<void> {
    const consoleUrl = this.#cluster?.consoleUrl;
    const isShown = this.#session.state.alerts.read?.alerts.some((alert) => alert.name === name) === true;
    if (consoleUrl !== undefined && isShown && isLinkedAlert(name))
      await commands.executeCommand('vscode.open', alertUrl(await externalConsole(consoleUrl), name));
  }

  #title(): string {
    const title = l10n.t`Kata metrics`;
    return this.#name === undefined ? title : l10n.t`${title}: ${this.#name}`;
  }

  async #assist({ text, offset, number }: Extract<MetricsMessage, { readonly type: 'assist' }>): Promise<void> {
    const view: CompletionView = {
      type: 'assist',
      number,
      assist: await this.#deps.language.ask(promqlAssistRequest, { text, offset }),
    };
    this.#panel.tell(view);
  }
}

/** Asks the user before a token is created on the cluster. The prompt names the service account. */
function agreesToToken(notify: Notify, { context }: OpenCluster): Promise<boolean> {
  return notify.confirm(
    l10n.t`Request a token for the service account prometheus-k8s on ${context}?`,
    l10n.t`Your login has no token that Prometheus accepts. Instead, the extension requests a 10-minute token for the service account prometheus-k8s in openshift-monitoring. It keeps the token only in memory and sends it only to this cluster's Prometheus. You need permission to create serviceaccounts/token in that namespace.`,
    l10n.t`Request Token`,
  );
}
