/** Creates the services of commands in a browser. Features that need a computer throw an error. */
import { EventEmitter, Uri, type ExtensionContext } from 'vscode';
import type { DemoClusters } from '../demo/demoCluster.ts';
import { createLazyFeature } from '../features/lazyFeature.ts';
import { ServerLanguage } from '../language/languageFeature.ts';
import { createReleaseComparison } from '../language/releases/createReleaseComparison.ts';
import { createStatusFeature } from '../explainStatus/createStatusFeature.ts';
import { closeRestoredTexts } from '../vscode/documents/restoredDocuments.ts';
import { createLog } from '../vscode/log.ts';
import { createNotify } from '../vscode/notify.ts';
import { lazyPolicyFeature } from '../activation/registerPolicy.ts';
import type { Services } from '../activation/services.ts';
import { createSettings } from '../vscode/settings.ts';
import { createTour } from '../help/tour.ts';
import { describeUnavailable } from './unavailable.ts';
import { launchWorker } from './languageWorker.ts';

export function createWebServices(context: ExtensionContext): Services {
  const log = createLog();
  const notify = createNotify(log);
  const settings = createSettings();
  const shipped = (...path: string[]) => Uri.joinPath(context.extensionUri, ...path);
  const language = new ServerLanguage({
    log,
    notify,
    settings,
    launch: async (parts) => launchWorker(parts, shipped('dist', 'web', 'server.js')),
  });
  const policy = lazyPolicyFeature({ log, notify, settings, language, shipped });
  const statuses = createLazyFeature(async () =>
    createStatusFeature({ language, shipped, ofClusters: async () => [] }),
  );
  const restored = closeRestoredTexts(context.workspaceState);
  const releases = createLazyFeature(async () => createReleaseComparison({ language, restored }));
  const tour = createTour(`${context.extension.id}#osc.start`, context.globalState);
  const demo = absentDemo();
  context.subscriptions.push(log, language, policy, statuses, releases, tour, demo);
  const features = {
    clusters: absent,
    lifecycle: absent,
    logs: absent,
    metrics: absent,
    mustGather: absent,
    edge: absent,
    terminal: absent,
  };
  const manifest: unknown = context.extension.packageJSON;
  return {
    log,
    notify,
    settings,
    language,
    demo,
    tour,
    manifest,
    shipped,
    shutDown: async () => undefined,
    policy: policy.load,
    statuses: statuses.load,
    releases: releases.load,
    ...features,
  };
}

async function absent(): Promise<never> {
  throw new Error(describeUnavailable());
}

function absentDemo(): DemoClusters {
  const changed = new EventEmitter<void>();
  return {
    running: () => [],
    isDemo: () => false,
    onDidChange: changed.event,
    start: absent,
    startLesson: absent,
    reportLost: async () => undefined,
    stop: async () => undefined,
    dispose: () => changed.dispose(),
  };
}
