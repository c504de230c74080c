/** The panel with the metrics of one cluster, or of the Prometheus of the setting. */
import * as l10n from '@vscode/l10n';
import { commands, env, ViewColumn, window, workspace } from 'vscode';
import { queriesOf } from '#core/metrics/panels/panel.ts';
import { panels } from '#core/metrics/panels/panels.ts';
import { promqlAssistRequest } from '#server/protocol/protocol.ts';
import { openPrometheus } from '../kubernetes/prometheus/openPrometheus.ts';
import type { Notify } from '../vscode/notify.ts';
import { openSetting } from '../vscode/openSetting.ts';
import type { OpenCluster } from '../clusters/state/openCluster.ts';
import { lastHour, type RunningSandboxes } from '../clusters/state/sandboxCountHistory.ts';
import { timeOfDay } from '../text/timeOfDay.ts';
import { openPanel, type Panel } from '../webview/webviewPanel.ts';
import { MetricsSession } from './session/metricsSession.ts';
import { askedPanel, metricsView, panelFor } from './view/createMetricsView.ts';
import { noConnection } from './noConnection.ts';
import { pageStyle } from './view/metricsPageStyle.ts';
import { panelFacts } from './panelFacts.ts';
import { queryBrowserUrl } from './queryBrowserUrl.ts';
import type { RoomParts } from '../features/lazyFeature.ts';
import type { Clock } from '../kubernetes/clock.ts';
import { readMetricsMessage, type AssistView, type MetricsMessage, type MetricsView } from './view/metricsView.ts';
import { nameShown } from './panelCluster.ts';

/** What comes together is shown together, in milliseconds. */
const together = 40;

/** What panels depend on. */
export interface PanelDeps extends Pick<RoomParts, 'language' | 'log' | 'notify' | 'settings' | 'shipped'> {
  readonly clock: Clock;
}

/** An open panel. */
export interface MetricsPanel {
  /** Shows the panel with the keyboard focus, for a command. */
  reveal(): void;
  /** Likewise, with the keyboard in the box for questions. */
  focusQuery(): void;
  dispose(): void;
}

/** @param cluster undefined: the Prometheus of the setting, whatever cluster that is of */
export function openMetricsPanel(deps: PanelDeps, cluster: OpenCluster | undefined, onClose: () => void): MetricsPanel {
  const { clock, language, log, notify, settings, shipped } = deps;
  const prometheus = openPrometheus({ connection: cluster?.reach ?? noConnection, clock, url: settings.prometheusUrl() });
  const name = nameShown(cluster, prometheus.host);
  let showing: (() => void) | undefined;
  let closed = false;
  let focusQuery = 0;
  const changed = () => {
    showing ??= clock.after(together, () => {
      showing = undefined;
      show();
    });
  };
  const tell = (running: RunningSandboxes) => cluster?.showRunning?.(lastHour(running));
  const session = new MetricsSession({ prometheus, clock, changed, running: tell });
  const following = cluster?.onChange(() => {
    if (!cluster.isOpen) panel.dispose();
  });
  const show = () => {
    if (closed) return;
    const now = clock.now();
    panel.show(
      metricsView(session.state, {
        title: name === undefined ? l10n.t`Metrics of kata` : l10n.t`Metrics of kata: ${name}`,
        host: prometheus.host,
        facts: panelFacts(cluster?.snapshot),
        hasConsole: cluster?.consoleUrl !== undefined,
        focusQuery,
        time: (at) => timeOfDay(at, now),
      }),
    );
  };
  const askedBy = (id: string): readonly string[] => {
    const { ask, filters, readings } = session.state;
    const found = id === askedPanel ? panelFor(ask.text) : panels.find((one) => one.id === id);
    return found === undefined ? [] : queriesOf(found, readings.get(id)).map(({ promql }) => promql(filters));
  };
  const failed = (what: string) => (error: unknown) => notify.error(what, error);
  const assist = async ({ text, offset, number }: Extract<MetricsMessage, { readonly type: 'assist' }>) => {
    const view: AssistView = { type: 'assist', number, assist: await language.ask(promqlAssistRequest, { text, offset }) };
    panel.tell(view);
  };
  const does = async (message: MetricsMessage): Promise<void> => {
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
        return (await agreesToToken(notify, cluster)) ? session.allowToken() : undefined;
      case 'settings':
        await openSetting('osc.prometheus.url');
        return undefined;
      case 'copy':
        return env.clipboard.writeText(askedBy(message.panel).join('\n'));
      case 'console': {
        const queries = askedBy(message.panel);
        // As a text: a Uri is decoded on its way, and `+` of a query would arrive as a space.
        if (cluster?.consoleUrl !== undefined && queries.length > 0) await commands.executeCommand('vscode.open', queryBrowserUrl(cluster.consoleUrl, queries));
        return undefined;
      }
      case 'ask':
        return session.ask(message.text);
      case 'document':
        await window.showTextDocument(await workspace.openTextDocument({ language: 'promql', content: message.text }), { viewColumn: ViewColumn.Beside });
        return undefined;
      case 'assist':
        // What is offered while somebody writes is worth no message.
        return assist(message).catch((error: unknown) => log.error('nothing can be offered for the query', error));
    }
  };
  const panel: Panel<MetricsView> = openPanel<MetricsView, MetricsMessage>({
    viewType: 'osc.metrics',
    title: name === undefined ? l10n.t`Metrics of Kata` : l10n.t`Metrics: ${name}`,
    column: ViewColumn.Active,
    script: shipped('dist', 'metricsPage.js'),
    style: pageStyle,
    takesFocus: true,
    read: readMetricsMessage,
    onMessage: (message) => void does(message).catch(failed(l10n.t`The view of metrics could not do that`)),
    onVisible: (visible) => session.setVisible(visible),
    onClose() {
      closed = true;
      showing?.();
      following?.dispose();
      session.end();
      onClose();
    },
  });
  show();
  session.refresh().catch(failed(l10n.t`The metrics cannot be read`));
  return {
    reveal: () => panel.focus(),
    focusQuery() {
      focusQuery++;
      panel.focus();
      show();
    },
    dispose: () => panel.dispose(),
  };
}

/** A token is made on the cluster: that is said before, with whose it is. */
function agreesToToken(notify: Notify, cluster: OpenCluster | undefined): Promise<boolean> {
  return notify.confirm(
    cluster === undefined
      ? l10n.t`Request a token for the service account prometheus-k8s?`
      : l10n.t`Request a token for the service account prometheus-k8s on ${cluster.context}?`,
    l10n.t`Your login has no token that a Prometheus takes. A token of the service account prometheus-k8s in openshift-monitoring is requested instead, for ten minutes. It is kept in memory alone and shown to nobody but the Prometheus of this cluster. You must be allowed to create serviceaccounts/token there.`,
    l10n.t`Request a Token`,
  );
}
