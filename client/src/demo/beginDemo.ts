/** Starts a demo cluster. This module loads when the first one starts. */
import * as l10n from '@vscode/l10n';
import { ProgressLocation, window } from 'vscode';
import { sanitizeMessage } from '#core/text/sanitize.ts';
import { reloadGrace } from './adoptDemo.ts';
import { startChild, type DemoProcess } from './demoChild.ts';
import { askForCluster } from './askForDemoCluster.ts';
import { isAlive } from '../processes/isProcessAlive.ts';
import { removeStaleKubeconfigs } from './kubeconfigFiles.ts';
import { freeContext, type RunningDemo } from './runningDemo.ts';

export interface BeginParts {
  /** Path of the simulator script to fork. */
  readonly program: string;
  /** Folder for kubeconfigs. */
  readonly folder: string;
  readonly running: readonly RunningDemo[];
  /** The scenario to start without asking the user. */
  readonly lesson: string | undefined;
  /** Called with the new process before the user is asked. */
  readonly asking: (process: DemoProcess) => void;
  /** Returns false if the user ran the command again in the meantime, so that another process is now asking. */
  readonly isWanted: (process: DemoProcess) => boolean;
}

/** A demo cluster that responds. If `process` is undefined, it was already running. */
export interface BegunDemo {
  readonly demo: RunningDemo;
  readonly process?: DemoProcess;
}

/**
 * Speed factor of a lesson. An installation of Kata on two worker nodes then takes 90 seconds, which leaves time to
 * look around.
 */
const lessonSpeed = 8;

/** Asks for a cluster and starts it. Returns undefined if the user cancels. Rejects with a message for the user. */
export async function beginDemo({
  program,
  folder,
  running,
  lesson,
  asking,
  isWanted,
}: BeginParts): Promise<BegunDemo | undefined> {
  removeStaleKubeconfigs(folder, isAlive);
  const child = startChild(program);
  asking(child);
  let isStarted = false;
  try {
    const scenarios = await child.scenarios;
    if (!isWanted(child)) return undefined;
    if (!scenarios.ok) throw cannotStart(scenarios.error);
    const choice =
      lesson === undefined ? await askForCluster(scenarios.value, running) : { scenario: lesson, speed: lessonSpeed };
    if (choice === undefined || 'demo' in choice) return choice;
    const progress = {
      location: ProgressLocation.Window,
      title: sanitizeMessage(l10n.t`Starting demo cluster ${choice.scenario}...`),
    };
    const order = {
      ...choice,
      context: freeContext(choice.scenario, running),
      folder,
      begin: lesson !== undefined,
      grace: reloadGrace,
    };
    const answer = await window.withProgress(progress, () => child.start(order));
    if (!isWanted(child)) return undefined;
    if (!answer.ok) throw cannotStart(answer.error);
    if (child.pid === undefined) throw cannotStart(l10n.t`the simulator exited`);
    isStarted = true;
    return { demo: { ...choice, ...answer.value, pid: child.pid }, process: child };
  } finally {
    if (!isStarted) child.end();
  }
}

function cannotStart(why: string): Error {
  return new Error(l10n.t`Can't start the demo cluster: ${why}`);
}
