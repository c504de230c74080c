/** The demo cluster of this window: at most one. Its process is started by the command alone, and ends with the window. */
import * as l10n from '@vscode/l10n';
import { commands, EventEmitter, ProgressLocation, window, type Disposable, type Event, type Uri } from 'vscode';
import type { Log } from '../log.ts';
import type { Notify } from '../notify.ts';
import { startChild, isAlive, type DemoChild } from './child.ts';
import { askForCluster } from './choices.ts';
import { tidyFolder } from './kubeconfigFiles.ts';
import { offerWhatToDo } from './whatToDo.ts';

/** A demo cluster that answers. */
export interface RunningDemo {
  /** The path of its kubeconfig. */
  readonly kubeconfig: string;
  /** The name of its context there. */
  readonly context: string;
  /** As `osc-tools simulate --list` names it. */
  readonly scenario: string;
  /** How many times faster than the world. */
  readonly speed: number;
  readonly url: string;
}

export interface DemoCluster extends Disposable {
  running(): RunningDemo | undefined;
  /** One has begun to answer, or has ended. */
  readonly onDidChange: Event<void>;
  /** Asks which one, starts it, and offers what to do with it. Rejects with a message for the user. */
  start(): Promise<void>;
  /** Starts this one without a question, with what comes first in it done: for lessons. Rejects with a message for the user. */
  startLesson(scenario: string): Promise<void>;
  /** Ends it; resolves when its process and its kubeconfig are gone. */
  stop(): Promise<void>;
}

export interface DemoParts {
  readonly log: Log;
  readonly notify: Notify;
  readonly shipped: (...path: string[]) => Uri;
  /** Where this extension may keep files of its own. */
  readonly storage: Uri;
}

/** How many times faster than the world a lesson is: kata on two workers takes a minute and a half, long enough to look around. */
const lessonSpeed = 8;

export function createDemoCluster({ log, notify, shipped, storage }: DemoParts): DemoCluster {
  const changed = new EventEmitter<void>();
  /** The process, from the first question on. */
  let child: DemoChild | undefined;
  let running: RunningDemo | undefined;
  // For menus: what stops it is offered when there is one.
  changed.event(() => void commands.executeCommand('setContext', 'osc.demoRuns', running !== undefined));

  /** Follows the process to its end. */
  const follow = (started: DemoChild): void => {
    void started.ended.then((why) => {
      if (child !== started) return;
      const was = running;
      child = undefined;
      running = undefined;
      if (was === undefined) return;
      notify.error(l10n.t`The demo cluster has ended by itself. Start Demo Cluster starts another one.`, why === '' ? undefined : why);
      changed.fire();
    });
  };

  const begin = async (lesson?: string): Promise<RunningDemo | undefined> => {
    const folder = storage.fsPath;
    tidyFolder(folder, isAlive);
    const started = startChild(shipped('dist', 'demoProcess.js').fsPath);
    child = started;
    follow(started);
    const giveUp = (why?: string): undefined => {
      if (child === started) child = undefined;
      started.end();
      if (why !== undefined) throw new Error(l10n.t`The demo cluster cannot start: ${why}`);
    };
    const scenarios = await started.scenarios;
    if (!scenarios.ok) return giveUp(scenarios.error);
    const choice = lesson === undefined ? await askForCluster(scenarios.value) : { scenario: lesson, speed: lessonSpeed };
    if (choice === undefined) return giveUp();
    const progress = { location: ProgressLocation.Window, title: l10n.t`Starting the demo cluster ${choice.scenario}` };
    const answer = await window.withProgress(progress, () => started.start({ ...choice, folder, begin: lesson !== undefined }));
    if (!answer.ok) return giveUp(answer.error);
    // Another one was asked for meanwhile.
    if (child !== started) return undefined;
    running = { ...choice, ...answer.value };
    log.info(`The demo cluster ${choice.scenario} answers at ${answer.value.url}, ${choice.speed} times as fast as the world`);
    changed.fire();
    return running;
  };

  const stop = async (): Promise<void> => {
    const ending = child;
    child = undefined;
    ending?.end();
    if (running !== undefined) {
      running = undefined;
      changed.fire();
    }
    await ending?.ended;
  };

  const startAnew = async (): Promise<void> => {
    await stop();
    const demo = await begin();
    if (demo !== undefined) await offerWhatToDo(demo, { notify, stop });
  };

  return {
    running: () => running,
    onDidChange: changed.event,
    async start() {
      if (running !== undefined) return offerWhatToDo(running, { notify, stop, another: startAnew });
      // Asked for anew while the questions are open: those are given up.
      await startAnew();
    },
    async startLesson(scenario) {
      await begin(scenario);
    },
    stop,
    dispose() {
      // Without waiting: who disposes of it may be ending.
      child?.end();
      child = undefined;
      changed.dispose();
    },
  };
}
