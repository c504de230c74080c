/** Starts a demo cluster. Loaded when the first one starts. */
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
  /** The program to fork. */
  readonly program: string;
  /** For kubeconfigs. */
  readonly folder: string;
  readonly running: readonly RunningDemo[];
  /** The scenario to start without questions. */
  readonly lesson: string | undefined;
  /** Called with the process for which the questions open. */
  readonly asking: (process: DemoProcess) => void;
  /** Returns true unless the questions for this process were reopened in the meantime. */
  readonly isWanted: (process: DemoProcess) => boolean;
}

/** A demo cluster that responds. Without a process, it was already running. */
export interface BegunDemo {
  readonly demo: RunningDemo;
  readonly process?: DemoProcess;
}

/** Speed factor of a lesson. An install of Kata on two workers then takes 90 seconds, long enough to look around. */
const lessonSpeed = 8;

/** Asks for the cluster and starts it; undefined if the user cancels. Rejects with a message for the user. */
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
    if (child.pid === undefined) throw cannotStart(l10n.t`the process exited`);
    isStarted = true;
    return { demo: { ...choice, ...answer.value, pid: child.pid }, process: child };
  } finally {
    if (!isStarted) child.end();
  }
}

function cannotStart(why: string): Error {
  return new Error(l10n.t`Can't start the demo cluster: ${why}`);
}
