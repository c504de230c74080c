/** What commands and views are given: one object, passed explicitly. */
import { Uri, type ExtensionContext } from 'vscode';
import { createDemoCluster, type DemoCluster } from './demo/demoCluster.ts';
import { createLanguage, type Language } from './language/language.ts';
import { openLifecycleDoor } from './lifecycle/doors.ts';
import type { LifecycleRoom } from './lifecycle/room.ts';
import { createLog, type Log } from './log.ts';
import { createNotify, type Notify } from './notify.ts';
import { policyRoom } from './policy/doors.ts';
import type { PolicyRoom } from './policy/room.ts';
import { createSettings, type Settings } from './settings.ts';
import { openClusterDoor } from './tree/doors.ts';
import type { ClusterRoom } from './tree/room.ts';

export interface Services {
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: Settings;
  readonly language: Language;
  /** The policy room, loaded when first asked for. */
  readonly policy: () => Promise<PolicyRoom>;
  readonly demo: DemoCluster;
  /** The room of clusters, loaded when first asked for. */
  readonly clusters: () => Promise<ClusterRoom>;
  /** The room of what is done on clusters, loaded when first asked for. */
  readonly lifecycle: () => Promise<LifecycleRoom>;
  /** A file that comes with the extension. */
  readonly shipped: (...path: string[]) => Uri;
}

/** Builds them all; what must end with the extension is registered to end with it. */
export function createServices(context: ExtensionContext): Services {
  const log = createLog();
  const notify = createNotify(log);
  const settings = createSettings();
  const shipped = (...path: string[]) => Uri.joinPath(context.extensionUri, ...path);
  const language = createLanguage({ log, notify, settings, shipped });
  const room = policyRoom({ log, notify, settings, language, shipped });
  const demo = createDemoCluster({ log, notify, shipped, storage: context.globalStorageUri });
  const kept = { workspace: context.workspaceState, user: context.globalState };
  const clusters = openClusterDoor({ log, notify, settings, language, demo, shipped, kept });
  const lifecycle = openLifecycleDoor({ log, notify, settings, language, clusters: clusters.enter, shipped });
  context.subscriptions.push(log, language, room, demo, clusters, lifecycle);
  return { log, notify, settings, language, demo, shipped, policy: room.enter, clusters: clusters.enter, lifecycle: lifecycle.enter };
}
