/** Services for commands and views. Passed explicitly as one object. */
import { Uri, type ExtensionContext } from 'vscode';
import { realClock } from '../kubernetes/clock.ts';
import { createDemoClusters, type DemoClusters } from '../demo/demoCluster.ts';
import { createLazyFeature } from '../features/lazyFeature.ts';
import type { EdgeFeature } from '../edge/edgeFeature.ts';
import { ServerLanguage, type LanguageFeature } from '../language/languageFeature.ts';
import type { ReleaseComparisonFeature } from '../language/releases/createReleaseComparison.ts';
import type { LaunchParts } from '../language/server/runServer.ts';
import { closeRestoredTexts } from '../vscode/documents/restoredDocuments.ts';
import type { OperationsFeature } from '../operations/operationsFeature.ts';
import type { StatusFeature } from '../explainStatus/createStatusFeature.ts';
import { shutDownFeatures } from '../features/shutdown.ts';
import { createLog, type Log } from '../vscode/log.ts';
import type { LogsFeature } from '../logs/logsFeature.ts';
import type { MetricsFeature } from '../metrics/metricsFeature.ts';
import type { TerminalFeature } from '../terminal/terminalFeature.ts';
import { registerMustGatherDocuments } from './registerMustGatherDocuments.ts';
import type { MustGatherFeature } from '../mustGather/mustGatherFeature.ts';
import { createNotify, type Notify } from '../vscode/notify.ts';
import { lazyPolicyFeature } from './registerPolicy.ts';
import type { PolicyFeature } from '../policy/policyFeature.ts';
import { createSettings, type ExtensionSettings } from '../vscode/settings.ts';
import { registerClusters } from './registerClusters.ts';
import { createTour, type Tour } from '../help/tour.ts';
import type { ClustersFeature } from '../clusters/clustersFeature.ts';

export interface Services {
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: ExtensionSettings;
  readonly language: LanguageFeature;
  /** Loads the policy feature on first use. */
  readonly policy: () => Promise<PolicyFeature>;
  readonly demo: DemoClusters;
  readonly tour: Tour;
  /** Loads the clusters feature on first use. */
  readonly clusters: () => Promise<ClustersFeature>;
  /** Loads the operations feature on first use. */
  readonly lifecycle: () => Promise<OperationsFeature>;
  readonly logs: () => Promise<LogsFeature>;
  readonly metrics: () => Promise<MetricsFeature>;
  readonly mustGather: () => Promise<MustGatherFeature>;
  /** Loads, on first use, the feature that explains statuses. */
  readonly statuses: () => Promise<StatusFeature>;
  readonly edge: () => Promise<EdgeFeature>;
  /** Loads, on first use, the feature that compares two OSC releases. */
  readonly releases: () => Promise<ReleaseComparisonFeature>;
  readonly terminal: () => Promise<TerminalFeature>;
  /** Shuts down the running features when the window closes. Resolves when they have stopped or after a few seconds. */
  readonly shutDown: () => Promise<void>;
  /** package.json of the extension. Treat it as untrusted input. */
  readonly manifest: unknown;
  /** Returns the URI of a file that ships with the extension. */
  readonly shipped: (...path: string[]) => Uri;
}

/** Creates all services, and registers those that must be disposed when the extension is deactivated. */
export function createServices(context: ExtensionContext): Services {
  const log = createLog();
  const notify = createNotify(log);
  const settings = createSettings();
  const shipped = (...path: string[]) => Uri.joinPath(context.extensionUri, ...path);
  const launch = async (parts: LaunchParts) =>
    (await import('../language/server/launchServer.ts')).launchServer(parts, shipped('dist', 'server.js').fsPath);
  const language = new ServerLanguage({ log, notify, settings, launch });
  const feature = lazyPolicyFeature({ log, notify, settings, language, shipped });
  const tour = createTour(`${context.extension.id}#osc.start`, context.globalState);
  const demo = createDemoClusters({
    log,
    notify,
    shipped,
    storage: context.globalStorageUri,
    kept: context.workspaceState,
  });
  const kept = { workspace: context.workspaceState, user: context.globalState };
  const { secrets } = context;
  const clusters = registerClusters({
    log,
    notify,
    settings,
    language,
    demo,
    shipped,
    kept,
    secrets,
    storage: context.globalStorageUri,
  });
  const features = createFeatures(context, { log, notify, settings, language, clusters, shipped });
  const { statuses, lifecycle, logs, metrics, mustGather, edge, releases, terminal } = features;
  context.subscriptions.push(log, language, feature, tour, demo, clusters, ...Object.values(features));
  context.subscriptions.push(registerMustGatherDocuments(mustGather.load));
  const shutDown = () => shutDownFeatures(realClock, [clusters.shutDown, logs.shutDown, mustGather.shutDown]);
  const manifest: unknown = context.extension.packageJSON;
  return {
    log,
    notify,
    settings,
    language,
    statuses: statuses.load,
    demo,
    tour,
    manifest,
    shipped,
    shutDown,
    policy: feature.load,
    clusters: clusters.load,
    lifecycle: lifecycle.load,
    logs: logs.load,
    metrics: metrics.load,
    mustGather: mustGather.load,
    edge: edge.load,
    releases: releases.load,
    terminal: terminal.load,
  };
}

/** Creates the features that are loaded on first use. */
function createFeatures(
  context: ExtensionContext,
  {
    clusters,
    ...shared
  }: Pick<Services, 'log' | 'notify' | 'settings' | 'language' | 'shipped'> & {
    readonly clusters: ReturnType<typeof registerClusters>;
  },
) {
  const { log, notify, settings, language, shipped } = shared;
  const restored = closeRestoredTexts(context.workspaceState);
  const parts = {
    log,
    notify,
    settings,
    language,
    clusters: clusters.load,
    shipped,
    storage: context.globalStorageUri,
    restored,
  };
  const lifecycle = createLazyFeature(async () =>
    (await import('./createOperationsFeature.ts')).createOperationsFeature(parts),
  );
  const logs = createLazyFeature(async () => (await import('./createLogsFeature.ts')).createLogsFeature(parts));
  const metrics = createLazyFeature(async () =>
    (await import('./createMetricsFeature.ts')).createMetricsFeature(parts),
  );
  const mustGather = createLazyFeature(async () =>
    (await import('./createMustGatherFeature.ts')).createMustGatherFeature(parts),
  );
  const terminal = createLazyFeature(async () =>
    (await import('./createTerminalFeature.ts')).createTerminalFeature(parts),
  );
  const edge = createLazyFeature(async () =>
    (await import('./createEdgeFeature.ts')).createEdgeFeature({
      log,
      notify,
      settings,
      restored,
      secrets: context.secrets,
    }),
  );
  const statuses = createLazyFeature(async () =>
    (await import('../explainStatus/createStatusFeature.ts')).createStatusFeature({
      language,
      shipped,
      ofClusters: clusters.statusSources,
    }),
  );
  const releases = createLazyFeature(async () =>
    (await import('../language/releases/createReleaseComparison.ts')).createReleaseComparison(parts),
  );
  return { statuses, lifecycle, logs, metrics, mustGather, edge, releases, terminal };
}
