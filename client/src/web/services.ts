/** What commands are given in a browser: the same object as elsewhere, of which the rooms that need a machine cannot be entered. */
import { EventEmitter, Uri, type ExtensionContext } from 'vscode';
import type { DemoClusters } from '../demo/demoCluster.ts';
import { openDoor } from '../door.ts';
import { createLanguage } from '../language/language.ts';
import { createStatusRoom } from '../language/statusRoom.ts';
import { createLog } from '../log.ts';
import { createNotify } from '../notify.ts';
import { policyRoom } from '../policy/doors.ts';
import type { Services } from '../services.ts';
import { createSettings } from '../settings.ts';
import { createTour } from '../tour.ts';
import { whyAbsent } from './absent.ts';
import { launchWorker } from './languageWorker.ts';

export function createWebServices(context: ExtensionContext): Services {
  const log = createLog();
  const notify = createNotify(log);
  const settings = createSettings();
  const shipped = (...path: string[]) => Uri.joinPath(context.extensionUri, ...path);
  const language = createLanguage({ log, notify, settings, launch: async (parts) => launchWorker(parts, shipped('dist', 'web', 'server.js')) });
  const policy = policyRoom({ log, notify, settings, language, shipped });
  const statuses = openDoor(async () => createStatusRoom({ language, shipped, ofClusters: async () => [] }));
  const tour = createTour(`${context.extension.id}#osc.start`, context.globalState);
  const demo = absentDemo();
  context.subscriptions.push(log, language, policy, statuses, tour, demo);
  const rooms = { clusters: absent, lifecycle: absent, logs: absent, metrics: absent, mustGather: absent, edge: absent };
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
    leave: async () => undefined,
    policy: policy.enter,
    statuses: statuses.enter,
    ...rooms,
  };
}

async function absent(): Promise<never> {
  throw new Error(whyAbsent());
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
