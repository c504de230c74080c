/** Does procedures on clusters: one at a time on each, with questions, messages and what menus ask for. */
import * as l10n from '@vscode/l10n';
import { commands, type Disposable } from 'vscode';
import type { RunSeen } from '#client/clusters/state/operationProgress.ts';
import { runWords } from '#client/clusters/state/operationProgressText.ts';
import type { KeptOperation } from '#client/clusters/state/savedOperations.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { ClusterRoom } from '#client/clusters/clustersFeature.ts';
import { timeOfDay } from '#client/text/timeOfDay.ts';
import { given } from '#core/common/json.ts';
import { CompletedOperations } from './completedOperations.ts';
import { Pauses } from './pausedOperations.ts';
import type { Chance, Clock } from '#client/kubernetes/clock.ts';
import { Attention } from './userPresence.ts';
import { askGates, askPlan } from './askConfirmations.ts';
import { doneMessage } from './doneMessage.ts';
import { heldMessage, sentence } from './heldMessage.ts';
import { commandSolution } from '#client/vscode/commandSolution.ts';
import type { Solution } from '#client/vscode/solvableError.ts';
import type { ShownTexts } from '#client/vscode/documents/readOnlyDocuments.ts';
import type { LifecycleParts } from '../operationsFeature.ts';
import { readOnlyWords, Run } from './operationRun.ts';
import type { Outcome, Tools } from '../context.ts';
import { sentenceGap } from '#core/text/grammar.ts';

export interface Perform extends Pick<Tools, 'perform' | 'stop' | 'goOn' | 'settle' | 'abandon' | 'dismiss'>, Disposable {}

export interface PerformParts extends Pick<LifecycleParts, 'notify' | 'settings'> {
  readonly clock: Clock;
  readonly chance: Chance;
  /** Shows plans as documents. */
  readonly texts: Pick<ShownTexts, 'markdown'>;
  readonly clusters: Pick<ClusterRoom, 'operations' | 'cluster'>;
}

/** Milliseconds that something must hold before a message says so: what goes on by itself is none. */
const unhurried = 5000;

const show = l10n.t`Show Clusters`;
const goOn = l10n.t`Continue`;
const never = l10n.t`Don't Show Again`;
const instead = l10n.t`Do This Instead`;
const stopIt = l10n.t`Stop It`;

/** Returns the button of that message. */
function solutionOf(context: string, waitsFor: RunSeen['waitsFor'], continues: () => void): Solution {
  switch (waitsFor) {
    case 'connection':
      return commandSolution(l10n.t`Reconnect`, 'osc.cluster.refresh', { context });
    case 'login':
      return commandSolution(l10n.t`Log In`, 'osc.cluster.logIn', { context });
    case 'retry':
      return { title: l10n.t`Retry Now`, run: async () => continues() };
    default:
      return { title: goOn, run: async () => continues() };
  }
}

/** The result and time of a stopped operation. @property at milliseconds since 1970 */
interface Ended {
  readonly outcome: Outcome;
  readonly at: number;
}

interface Running extends Pick<Run<unknown>, 'goOn' | 'stop' | 'seen'> {
  /** Somebody is there: questions may come up at once. */
  readonly attend: () => void;
  /** Resolves when nothing more comes of it. */
  readonly over: Promise<void>;
}

export function createPerform({ notify, settings, clock, chance, texts, clusters }: PerformParts): Perform {
  const running = new Map<string, Running>();
  const completed = new CompletedOperations(clusters.operations, clock);
  const sayWhatMenusAsk = (): void => {
    commands.executeCommand('setContext', 'osc.procedureRuns', running.size > 0).then(undefined, () => undefined);
  };
  const goesOn = (run: Running | undefined): void => {
    run?.attend();
    run?.goOn();
  };
  const pauses = new Pauses({
    operations: clusters.operations,
    cluster: (context) => clusters.cluster(context),
    notify,
    clock,
    perform: (cluster, procedure, choices, how) => performed.perform(cluster, procedure, choices, how),
  });
  /** Responds to a message whose operation has already stopped. */
  const tellEnded = async (cluster: OpenCluster, title: string, { outcome, at }: Ended): Promise<void> => {
    const { context } = cluster;
    const time = timeOfDay(at, clock.now());
    const message = outcome === 'done' ? l10n.t`${title} on ${context} was completed at ${time}.` : l10n.t`${title} on ${context} was stopped at ${time}.`;
    const isPaused = pauses.of(cluster) !== undefined && !running.has(context);
    const chosen = await notify.tell('info', message, ...(isPaused ? [goOn] : []), show);
    if (chosen === goOn) pauses.resume(context);
    if (chosen === show) await commands.executeCommand('osc.clusters.show');
  };
  /** Returns whether the user abandons the paused operation to run another. */
  const replaces = async (cluster: OpenCluster, { run: { title, words } }: KeptOperation): Promise<boolean> => {
    const message = l10n.t`${title} is paused on ${cluster.context}. ${sentence(words)} To run the other operation, abandon the paused one.`;
    const chosen = await notify.tell('info', message, goOn, instead, show);
    if (chosen === goOn) pauses.resume(cluster.context);
    if (chosen === show) await commands.executeCommand('osc.clusters.show');
    if (chosen === instead) pauses.forget(cluster);
    return chosen === instead;
  };
  /** @param solution first button of the message */
  const tell = async (kind: 'info' | 'warning', message: string, solution?: Solution): Promise<void> => {
    if (!settings.notifications()) return;
    const chosen = await notify.tell(kind, message, ...(solution === undefined ? [] : [solution.title]), show, never);
    if (solution !== undefined && chosen === solution.title) await solution.run();
    if (chosen === show) await commands.executeCommand('osc.clusters.show');
    if (chosen === never) await settings.muteNotifications();
  };
  /** Whether what is being done there makes room for something else: where somebody says so. */
  const makesRoom = async (cluster: OpenCluster, before: Running, title: string): Promise<boolean> => {
    const seen = before.seen;
    const held = seen?.state === 'held' || seen?.state === 'asking';
    const other = seen !== undefined && seen.title !== title;
    const message =
      seen === undefined
        ? l10n.t`Something is being done on ${cluster.context}: the cluster is being read`
        : l10n.t`${seen.title} is being done on ${cluster.context}: ${seen.words}`;
    const choices = [...(held ? [goOn] : []), ...(other ? [instead] : []), show, ...(other ? [] : [stopIt])];
    const chosen = await notify.tell(
      'info',
      other ? `${sentence(message)}${sentenceGap()}${l10n.t`To do this instead, stop it: its command continues it later.`}` : message,
      ...choices,
    );
    if (chosen === goOn) goesOn(before);
    if (chosen === show) await commands.executeCommand('osc.clusters.show');
    if (chosen !== stopIt && chosen !== instead) return false;
    before.stop();
    await before.over;
    // The stopped operation isn't paused. Its command starts it again from the current state of the cluster.
    if (chosen === instead) pauses.forget(cluster);
    return chosen === instead;
  };
  /** The message can stay open after the cause is gone. Its button then shows the state instead. */
  const heldSolution = (context: string, { waitsFor, title, words }: RunSeen, continues: () => void): Solution => {
    const solution = solutionOf(context, waitsFor, continues);
    const run = async (): Promise<void> => {
      const now = running.get(context)?.seen;
      if (now === undefined || (now.state === 'held' && now.words === words)) await solution.run();
      else
        await notify.tell(
          'info',
          l10n.t({
            message: '{0} on {1}: {2}',
            args: [title, context, runWords(now, 160, { named: false })],
            comment: ['{0} is the title of an operation, {1} the name of a cluster, {2} the state of the operation: "Paused · 2/3".'],
          }),
        );
    };
    return { title: solution.title, run };
  };
  /** Says what holds a run, once it has held it for a while. */
  const heldTeller = (context: string, continues: () => void): ((seen: RunSeen | undefined) => void) => {
    let cancel: (() => void) | undefined;
    let said = '';
    return (seen) => {
      cancel?.();
      cancel = undefined;
      if (seen?.state !== 'held') {
        if (seen?.state === 'working') said = '';
        return;
      }
      if (seen.words === said) return;
      cancel = clock.after(unhurried, () => {
        said = seen.words;
        void tell('warning', heldMessage(context, seen), heldSolution(context, seen, continues));
      });
    };
  };
  const performed: Perform = {
    async perform(cluster, procedure, choices, { begins, told, results } = {}): Promise<Outcome> {
      const { context } = cluster;
      if (settings.readOnly()) {
        await notify.tell('warning', `${procedure.title}: ${readOnlyWords}`);
        return 'blocked';
      }
      for (let before = running.get(context); before !== undefined; before = running.get(context))
        if (!(await makesRoom(cluster, before, procedure.title))) return 'declined';
      let ended: Ended | undefined;
      const before = pauses.of(cluster);
      if (before !== undefined && before.procedure !== procedure.id && !(await replaces(cluster, before))) return 'declined';
      const known = results ?? pauses.of(cluster)?.run.results;
      // The message can stay open after this run.
      const held = heldTeller(context, () => {
        const now = running.get(context);
        if (now !== undefined) goesOn(now);
        else if (ended !== undefined && !pauses.resume(context)) void tellEnded(cluster, procedure.title, ended);
      });
      const attention = new Attention(clock);
      let stopped = false;
      let hasBegun = known !== undefined;
      let hasAgreed = false;
      const begin = async (): Promise<void> => {
        hasBegun = true;
        if (hasAgreed) return;
        hasAgreed = true;
        await begins?.();
      };
      const run = new Run({
        cluster,
        procedure,
        choices,
        clock,
        chance,
        isReadOnly: () => settings.readOnly(),
        async agree({ gates, step, plan }) {
          if (!attention.isThere) {
            const ask = l10n.t({ message: 'Answer...', args: [], comment: ['A button: the question is asked.'] });
            const question = l10n.t`${procedure.title} on ${context} is waiting for your answer: ${gates[0]?.question ?? ''}`;
            notify.tell('info', question, ask, show).then(
              async (chosen) => {
                if (chosen === show) await commands.executeCommand('osc.clusters.show');
                if (chosen === ask && ended !== undefined) await tellEnded(cluster, procedure.title, ended);
                else if (chosen === ask) attention.come();
              },
              () => undefined,
            );
            await attention.comes();
            if (!cluster.isOpen || stopped) return false;
          }
          const agreed = plan === undefined ? await askGates(notify, step.title, context, gates) : await askPlan(notify, texts, plan, gates, clock.now());
          attention.come();
          if (agreed) await begin();
          return agreed;
        },
        seen(seen) {
          held(seen);
          hasBegun ||= Object.values(seen.results ?? {}).some(({ how }) => how === 'delete' || how === 'apply' || how === 'merge');
          if (hasBegun && seen.state !== 'done' && seen.steps.length > 0) pauses.keep(cluster, procedure, choices, seen);
        },
        ...given({ results: known }),
      });
      let finished = (): void => undefined;
      const over = new Promise<void>((resolve) => {
        finished = resolve;
      });
      const listening = cluster.onChange(() => {
        if (!cluster.isOpen) attention.come();
      });
      running.set(context, {
        get seen() {
          return run.seen;
        },
        goOn: () => run.goOn(),
        stop() {
          stopped = true;
          run.stop();
          attention.come();
        },
        attend: () => attention.come(),
        over,
      });
      sayWhatMenusAsk();
      try {
        const outcome = await run.finish();
        ended = { outcome, at: clock.now() };
        // Nothing was to be agreed to.
        if (outcome === 'done') {
          pauses.forget(cluster);
          if (run.seen !== undefined) completed.keep(cluster, procedure.id, run.seen);
          await begin();
          if (told === undefined && run.seen !== undefined) {
            const { kind, message } = doneMessage(context, run.seen);
            void tell(kind, message, procedure.preparesWorkloads === true ? runWorkload(context) : undefined);
          }
        } else {
          // An operation that hasn't begun leaves the completed one in its place.
          const remaining = pauses.pause(cluster) ?? completed.shown(cluster);
          if (cluster.isOpen) cluster.show(remaining);
          else await notify.tell('warning', l10n.t`${procedure.title}: ${context} was closed, so the operation is paused. To continue it, open the cluster.`);
        }
        return outcome;
      } finally {
        held(undefined);
        listening.dispose();
        running.delete(context);
        sayWhatMenusAsk();
        finished();
      }
    },
    settle(cluster, step, headline) {
      if (!cluster.isOpen || running.has(cluster.context)) return;
      const next = completed.settle(cluster, step, headline);
      if (next !== undefined) cluster.show(next);
    },
    stop: (context) => running.get(context)?.stop(),
    goOn(context) {
      const run = running.get(context);
      goesOn(run);
      return run !== undefined || pauses.resume(context);
    },
    abandon: (context) => pauses.abandon(context),
    dismiss(cluster) {
      if (running.has(cluster.context) || pauses.of(cluster) !== undefined) return;
      completed.hide(cluster);
      cluster.show(undefined);
    },
    dispose() {
      for (const run of running.values()) run.stop();
    },
  };
  return performed;
}

/** The next step after an installation. */
function runWorkload(context: string): Solution {
  return commandSolution(l10n.t`Run a Workload in a Sandbox...`, 'osc.workload.sandbox', { context });
}
