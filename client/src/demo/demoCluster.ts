/**
 * Manages the demo clusters of this window. They survive a reload of the window and stop shortly after it is closed.
 */
import * as l10n from '@vscode/l10n';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { commands, EventEmitter, type Disposable, type Event, type Memento, type Uri } from 'vscode';
import { joinList } from '#core/text/grammar.ts';
import type { Log } from '../vscode/log.ts';
import type { Notify } from '../vscode/notify.ts';
import { showPick } from '../vscode/prompts/showPick.ts';
import { adoptDemo } from './adoptDemo.ts';
import type { BegunDemo } from './beginDemo.ts';
import type { DemoProcess } from './demoChild.ts';
import { readDemos, type RunningDemo } from './runningDemo.ts';
import type { WhatToDo } from './demoActions.ts';

export interface DemoClusters extends Disposable {
  /** The responding clusters, oldest first. */
  running(): readonly RunningDemo[];
  /**
   * Returns whether this is the address of a demo cluster of this window, including a stopped one.
   * @param server address as in a kubeconfig
   */
  isDemo(server: string): boolean;
  /** Fires when a demo cluster starts or stops. */
  readonly onDidChange: Event<void>;
  /**
   * Lets the user select a demo cluster, starts it unless it is already running, and offers actions. Rejects with a
   * message for the user.
   */
  start(): Promise<void>;
  /**
   * Starts a scenario for a lesson, without asking for options, and runs its first action. Keeps a cluster that
   * survived a reload. Rejects with a message for the user.
   */
  startLesson(scenario: string): Promise<void>;
  /** Reports the demo clusters of the workspace that stopped while no window used them. */
  reportLost(): Promise<void>;
  /**
   * Stops a demo cluster. Asks which one if several are running. Resolves when its process has exited and its
   * kubeconfig is removed.
   */
  stop(): Promise<void>;
}

export interface DemoParts {
  readonly log: Log;
  readonly notify: Notify;
  readonly shipped: (...path: string[]) => Uri;
  /** Storage folder of the extension. */
  readonly storage: Uri;
  /** Workspace state. */
  readonly kept: Memento;
}

interface Held {
  readonly demo: RunningDemo;
  readonly process: DemoProcess;
}

/** Key of the demo clusters in the workspace state. */
const keptKey = 'osc.demoClusters';

export function createDemoClusters(parts: DemoParts): DemoClusters {
  return new WindowDemos(parts);
}

class WindowDemos implements DemoClusters {
  readonly #parts: DemoParts;
  readonly #changed = new EventEmitter<void>();
  readonly #urls = new Set<string>();
  #held: readonly Held[] = [];
  /** Scenarios of demo clusters that stopped while no window used them. */
  #lost: readonly string[] = [];
  /** Process that is waiting for the user to select options. */
  #asking: DemoProcess | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(parts: DemoParts) {
    this.#parts = parts;
    const { storage, kept } = parts;
    for (const demo of readDemos(kept.get<unknown>(keptKey))) {
      const process = adoptDemo(storage.fsPath, demo.pid);
      if (process === undefined) this.#lost = [...this.#lost, demo.scenario];
      else this.#hold(demo, process);
    }
    if (this.#lost.length > 0) void this.#keep();
    this.#setContext();
  }

  running(): readonly RunningDemo[] {
    return this.#held.map(({ demo }) => demo);
  }

  isDemo(server: string): boolean {
    return this.#urls.has(plainUrl(server));
  }

  async start(): Promise<void> {
    // A new request closes the selection that is still open.
    this.#asking?.end();
    const begun = await this.#begin();
    if (begun === undefined) return;
    const { askWhatToDo, offerDemoActions } = await loadStart();
    await (begun.process === undefined ? askWhatToDo : offerDemoActions)(begun.demo, this.#actions(begun.demo));
  }

  async startLesson(scenario: string): Promise<void> {
    if (this.#held.some(({ demo }) => demo.scenario === scenario)) return;
    const isRestart = this.#lost.includes(scenario);
    this.#lost = this.#lost.filter((one) => one !== scenario);
    const begun = await this.#begin(scenario);
    if (!isRestart || begun === undefined) return;
    await (await loadStart()).offerDemoActions(begun.demo, this.#actions(begun.demo), 'restarted');
  }

  async reportLost(): Promise<void> {
    const lost = this.#lost;
    this.#lost = [];
    if (lost.length === 0) return;
    const start = withEllipsis(l10n.t`Start Demo Cluster`);
    const message = l10n.t`These demo clusters stopped when their VS Code window closed, so their changes were lost: ${joinList(lost)}`;
    if ((await this.#parts.notify.tell('info', message, start)) === start) await this.start();
  }

  async stop(): Promise<void> {
    const [only, ...others] = this.running();
    if (only === undefined) return;
    const items = this.running().map((demo) => ({ label: demo.context, description: demo.url, demo }));
    const options = { title: l10n.t`Stop Demo Cluster`, placeHolder: l10n.t`Select a demo cluster` };
    const demo = others.length === 0 ? only : (await showPick(items, options))?.demo;
    if (demo !== undefined) await this.#end(demo);
  }

  dispose(): void {
    this.#asking?.end();
    for (const { process } of this.#held) process.release();
    this.#changed.dispose();
  }

  /**
   * Starts a demo cluster.
   * @param lesson scenario to start without asking for options
   */
  async #begin(lesson?: string): Promise<BegunDemo | undefined> {
    const { storage, shipped, log } = this.#parts;
    const { beginDemo } = await loadStart();
    const begun = await beginDemo({
      program: shipped('dist', 'demoProcess.js').fsPath,
      folder: storage.fsPath,
      running: this.running(),
      lesson,
      asking: (process) => {
        this.#asking = process;
      },
      isWanted: (process) => this.#asking === process,
    });
    if (begun?.process === undefined) return begun;
    const { demo, process } = begun;
    this.#asking = undefined;
    this.#hold(demo, process);
    log.info(`Demo cluster ${demo.context} is listening on ${demo.url} at ${demo.speed}x speed`);
    this.#say();
    return begun;
  }

  #actions(demo: RunningDemo): WhatToDo {
    return { notify: this.#parts.notify, stop: () => this.#end(demo) };
  }

  #hold(demo: RunningDemo, process: DemoProcess): void {
    this.#held = [...this.#held, { demo, process }];
    this.#urls.add(plainUrl(demo.url));
    void process.ended.then((why) => {
      if (!this.#held.some((one) => one.process === process)) return;
      this.#release(process);
      this.#parts.notify.error(
        l10n.t`Demo cluster ${demo.scenario} stopped unexpectedly. To start another one, run Start Demo Cluster.`,
        why === '' ? undefined : why,
      );
    });
  }

  async #end(demo: RunningDemo): Promise<void> {
    const held = this.#held.find((one) => one.demo.pid === demo.pid);
    if (held === undefined) return;
    this.#release(held.process);
    held.process.end();
    await held.process.ended;
  }

  #release(process: DemoProcess): void {
    this.#held = this.#held.filter((one) => one.process !== process);
    this.#say();
  }

  #say(): void {
    void this.#keep();
    this.#setContext();
    this.#changed.fire();
  }

  #keep(): Thenable<void> {
    return this.#parts.kept.update(keptKey, this.running());
  }

  /** Sets the context key so that the menu command for stopping a demo cluster appears only while one is running. */
  #setContext(): void {
    commands.executeCommand('setContext', 'osc.demoRuns', this.#held.length > 0).then(undefined, () => undefined);
  }
}

/** Loads the code that starts demo clusters when it is first needed. */
function loadStart() {
  return import('./demoStart.ts');
}

function plainUrl(url: string): string {
  return url.replace(/\/+$/, '');
}
