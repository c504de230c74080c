/** Starts a demo cluster. Loaded with the first one that is started. */
import * as l10n from '@vscode/l10n';
import { ProgressLocation, window } from 'vscode';
import { messageText } from '../messageText.ts';
import { reloadGrace } from './adopt.ts';
import { startChild, type DemoProcess } from './child.ts';
import { askForCluster } from './choices.ts';
import { isAlive } from './isAlive.ts';
import { tidyFolder } from './kubeconfigFiles.ts';
import { freeContext, type RunningDemo } from './runningDemo.ts';

export interface BeginParts {
  /** The program to fork. */
  readonly program: string;
  /** For kubeconfigs. */
  readonly folder: string;
  readonly running: readonly RunningDemo[];
  /** The scenario, if nothing is asked. */
  readonly lesson: string | undefined;
  /** Called with the process whose questions open. */
  readonly asking: (process: DemoProcess) => void;
  /** Whether the questions of this process weren't opened again meanwhile. */
  readonly isWanted: (process: DemoProcess) => boolean;
}

/** A demo cluster that answers. Without a process, it was running before. */
export interface BegunDemo {
  readonly demo: RunningDemo;
  readonly process?: DemoProcess;
}

/** How many times faster than the world a lesson is: kata on two workers takes a minute and a half, long enough to look around. */
const lessonSpeed = 8;

/** Asks which cluster, and starts it; undefined if the user cancels. Rejects with a message for the user. */
export async function beginDemo({ program, folder, running, lesson, asking, isWanted }: BeginParts): Promise<BegunDemo | undefined> {
  tidyFolder(folder, isAlive);
  const child = startChild(program);
  asking(child);
  let isStarted = false;
  try {
    const scenarios = await child.scenarios;
    if (!isWanted(child)) return undefined;
    if (!scenarios.ok) throw cannotStart(scenarios.error);
    const choice = lesson === undefined ? await askForCluster(scenarios.value, running) : { scenario: lesson, speed: lessonSpeed };
    if (choice === undefined || 'demo' in choice) return choice;
    const progress = { location: ProgressLocation.Window, title: messageText(l10n.t`Starting the demo cluster ${choice.scenario}`) };
    const order = { ...choice, context: freeContext(choice.scenario, running), folder, begin: lesson !== undefined, grace: reloadGrace };
    const answer = await window.withProgress(progress, () => child.start(order));
    if (!isWanted(child)) return undefined;
    if (!answer.ok) throw cannotStart(answer.error);
    if (child.pid === undefined) throw cannotStart(l10n.t`its process has ended`);
    isStarted = true;
    return { demo: { ...choice, ...answer.value, pid: child.pid }, process: child };
  } finally {
    if (!isStarted) child.end();
  }
}

function cannotStart(why: string): Error {
  return new Error(l10n.t`The demo cluster cannot start: ${why}`);
}
