/**
 * Creates the rows of an operation that runs from this window: its steps, and the state of each step on the cluster.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { findCurrentStep, type ProcedureStep, type StepState } from '#core/operations/procedure.ts';
import type { StepResult } from '#core/operations/stepResults.ts';
import type { Explanation, Health } from '#core/status/explanation.ts';
import { sanitizeLine, sanitizeMarkdownCode } from '#core/text/sanitize.ts';
import { describeLastUpdate } from '#client/clusters/state/connectionText.ts';
import { outdated } from '#client/tree/model/outdated.ts';
import { explainedNode, renderProse } from '#client/tree/model/explainedNode.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import type { NodeCommand, TreeNode } from '#client/tree/model/nodeView.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import { isLeftToUser, resultWord, describeProgress, toDoLabel } from '#client/clusters/state/operationProgressText.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import { messageNode } from '../messageNode.ts';
import type { Message } from '#core/text/message.ts';

const healths: Readonly<Record<StepState, Health>> = {
  done: 'ok',
  ready: 'busy',
  waiting: 'busy',
  blocked: 'attention',
  later: 'unknown',
  unknown: 'unknown',
  open: 'attention',
};

/** Words for screen readers. */
const words: Readonly<Record<StepState, Message>> = {
  done: () => l10n.t`Done`,
  ready: () => l10n.t({ message: 'Next', args: [], comment: ['The state of a step of an operation.'] }),
  waiting: () => l10n.t`In progress`,
  blocked: () => l10n.t`Needs attention`,
  // The same as the headline, so that a screen reader reads it once.
  later: () => l10n.t`Not started`,
  unknown: () => l10n.t`Unknown`,
  open: () => l10n.t`Needs attention`,
};

/**
 * Labels that start with the state, because a narrow side bar cuts off the rest. The icons of completed and later steps
 * need no explanation.
 */
const labels: Partial<Readonly<Record<StepState, (title: string) => string>>> = {
  ready: (title) => l10n.t`${words.ready()}: ${title}`,
  waiting: (title) => l10n.t`${words.waiting()}: ${title}`,
  blocked: (title) => l10n.t`${l10n.t`Blocked`}: ${title}`,
  unknown: (title) => l10n.t`${words.unknown()}: ${title}`,
  open: toDoLabel,
};

/**
 * Icons that differ from the health icons, because a step that hasn't started must not look like one whose state is
 * unknown.
 */
const icons: Partial<Readonly<Record<StepState, string>>> = {
  later: 'circle-outline',
  ready: 'play-circle',
  waiting: 'sync',
};

const runHealths: Readonly<Record<OperationProgress['state'], Health>> = {
  working: 'busy',
  asking: 'attention',
  blocked: 'attention',
  paused: 'attention',
  done: 'ok',
};

const meanings: Readonly<Record<OperationProgress['state'], Message>> = {
  working: () =>
    l10n.t`The operation continues automatically. If you stop it, the extension sends no further changes. Changes already sent to the cluster still take effect.`,
  asking: () => l10n.t`The operation continues after you answer its prompt.`,
  blocked: () => l10n.t`The operation continues after the problem is fixed.`,
  paused: () =>
    l10n.t`The extension sends nothing until you continue the operation. Changes already sent to the cluster still take effect.`,
  done: () => l10n.t`The cluster state confirms that all steps are complete.`,
};

export function runNode(seen: ClusterTreeInput, run: OperationProgress): TreeNode {
  const { title, label = title, state, words, steps } = run;
  const id = `${seen.context}/run`;
  const isHeld = seen.readOnly === true && (state === 'paused' || state === 'blocked');
  return explainedNode({
    id,
    label,
    fullName: title,
    description: describeProgress(run, 160, { named: true }),
    explanation: {
      health: isLeftToUser(run) ? 'attention' : runHealths[state],
      headline: words,
      meaning: isLeftToUser(run)
        ? stateMeanings.open()
        : run.waitsFor === undefined
          ? meanings[state]()
          : l10n.t`The operation continues automatically.`,
      ...(isHeld ? { todo: l10n.t`Disable osc.readOnly, then continue the operation.` } : {}),
    },
    // Determines the menus: a running operation can be stopped, a blocked or paused one continued unless `osc.readOnly`
    // is on, a paused one abandoned, and a completed one hidden.
    context: menusOf[state].filter((word) => !isHeld || word !== 'osc-blocked'),
    collapsible: 'expanded',
    target: { context: seen.context },
    ...omitUndefined({
      icon: state === 'working' ? 'sync~spin' : state === 'paused' ? 'debug-pause' : undefined,
      command: clickOf(seen, run),
    }),
    children: () =>
      state === 'paused' ? pausedNodes(seen, id, run) : steps.map((step) => runStepNode(seen, id, step, run)),
  });
}

const menusOf: Readonly<Record<OperationProgress['state'], readonly string[]>> = {
  working: ['osc-run'],
  asking: ['osc-run', 'osc-blocked'],
  blocked: ['osc-run', 'osc-blocked'],
  paused: ['osc-blocked', 'osc-paused'],
  done: ['osc-completed'],
};

/**
 * Returns the click command for the row of an operation with an open question, and for the row of the operation's
 * current step. Clicking the row shows the question.
 */
function clickOf({ context }: ClusterTreeInput, { state }: OperationProgress): NodeCommand | undefined {
  return state === 'asking' ? { id: 'osc.procedure.goOn', title: 'Answer', arguments: [context] } : undefined;
}

function wayOutNodes({ context, readOnly }: ClusterTreeInput, parent: string): readonly TreeNode[] {
  const goOn = { id: `${parent}:continue`, label: l10n.t`Continue` };
  return [
    messageNode(
      context,
      readOnly === true
        ? {
            ...goOn,
            description: l10n.t`Read-only (osc.readOnly)`,
            icon: 'lock',
            command: { id: 'osc.setting.open', title: 'Open Setting', arguments: ['osc.readOnly'] },
          }
        : {
            ...goOn,
            description: l10n.t`shows the plan for the remaining steps`,
            icon: 'play',
            command: { id: 'osc.procedure.goOn', title: 'Continue', arguments: [context] },
          },
    ),
    messageNode(context, {
      id: `${parent}:abandon`,
      label: l10n.t`Abandon`,
      description: l10n.t`doesn't change the cluster`,
      icon: 'trash',
      command: { id: 'osc.procedure.abandon', title: 'Abandon', arguments: [context] },
    }),
  ];
}

/**
 * Creates the row of a step. While the connection is lost, the current step shows its last known state with the time.
 * The results of earlier steps remain valid.
 */
function runStepNode(seen: ClusterTreeInput, parent: string, step: ProcedureStep, run: OperationProgress): TreeNode {
  const { state, steps, results, at } = run;
  const isCurrent = step === findCurrentStep(steps);
  if (state !== 'blocked' || at === undefined || !isCurrent) {
    const node = stepNode(seen, parent, step, results?.[step.id]);
    const command = isCurrent ? clickOf(seen, run) : undefined;
    return command === undefined ? node : { ...node, view: { ...node.view, command } };
  }
  const meaning = l10n.t`The extension can't read the cluster, so it shows the step's last known state.`;
  return outdated(
    stepNode(seen, parent, { ...step, state: 'unknown', headline: lastKnown(step, at, seen.now), meaning }, undefined),
  );
}

/**
 * Creates the rows of a paused operation. The extension doesn't follow its current step, so that row shows the last
 * known state with the time.
 */
function pausedNodes(
  seen: ClusterTreeInput,
  id: string,
  { steps, results, at }: OperationProgress,
): readonly TreeNode[] {
  const current = findCurrentStep(steps);
  return [
    ...wayOutNodes(seen, id),
    ...steps.map((step) =>
      step === current ? pausedStepNode(seen, id, step, at) : stepNode(seen, id, step, results?.[step.id]),
    ),
  ];
}

function pausedStepNode(
  { context, now }: ClusterTreeInput,
  parent: string,
  step: ProcedureStep,
  at: number | undefined,
): TreeNode {
  const { id, title } = step;
  const last = lastKnown(step, at, now);
  const word = l10n.t`Paused`;
  return explainedNode({
    id: `${parent}/${id}`,
    label: l10n.t`${word}: ${title}`,
    fullName: title,
    icon: 'debug-pause',
    word,
    labelHasState: true,
    explanation: {
      health: 'unknown',
      headline: last,
      meaning: l10n.t`The operation is paused at this step. Until you continue the operation, the extension shows the step's last known state.`,
    },
    ...omitUndefined({ details: changes(step) }),
    target: { context },
  });
}

/** Formats the last known state, such as `1 of 2 nodes · last updated 10:41`. */
function lastKnown({ headline }: ProcedureStep, at: number | undefined, now: number): string {
  return [sanitizeLine(headline, 160), at === undefined ? '' : describeLastUpdate(at, now)]
    .filter((part) => part !== '')
    .join(' · ');
}

function stepNode(
  { context, now }: ClusterTreeInput,
  parent: string,
  step: ProcedureStep,
  result: StepResult | undefined,
): TreeNode {
  const { id, title, state, evidence } = step;
  const headline = state === 'done' && result !== undefined ? resultWords(result, step, now) : step.headline;
  return explainedNode({
    id: `${parent}/${id}`,
    label: labels[state]?.(title) ?? title,
    fullName: title,
    ...omitUndefined({ icon: icons[state] }),
    word: words[state](),
    labelHasState: labels[state] !== undefined,
    explanation: explanationOf({ ...step, headline }),
    description: sanitizeLine(headline, 160),
    details: joinParagraphs(
      evidence.length === 0
        ? undefined
        : joinParagraphs(
            l10n.t`**On the cluster:**`,
            evidence.map((line) => `- ${sanitizeMarkdownCode(sanitizeLine(line))}`).join('\n'),
          ),
      changes(step),
    ),
    target: { context },
  });
}

/**
 * Formats the result of a completed step, such as `Deleted · 02:28`. The result remains, even if the cluster changes
 * later.
 * @param now milliseconds since 1970
 */
function resultWords(result: StepResult, step: ProcedureStep, now: number): string {
  const { headline, at } = result;
  return at === undefined ? headline : `${resultWord(result, step) ?? headline} · ${formatTimeOfDay(at, now)}`;
}

function explanationOf({ state, headline, meaning, todo, docs }: ProcedureStep): Explanation {
  return {
    health: healths[state],
    headline,
    meaning: meaning ?? stateMeanings[state](),
    ...omitUndefined({ todo, docs }),
  };
}

const stateMeanings: Readonly<Record<StepState, Message>> = {
  done: () => l10n.t`The cluster state confirms that this step is complete.`,
  ready: () => l10n.t`Ready to run.`,
  waiting: () => l10n.t`This step is in progress on the cluster.`,
  blocked: () => l10n.t`This step requires a manual action before it can continue.`,
  later: () => l10n.t`An earlier step must finish first.`,
  unknown: () => l10n.t`Can't determine whether this step is complete.`,
  open: () => l10n.t`The operation can finish without this step. You can complete the step at any time.`,
};

/** Lists the changes of a step by name only, because their contents might be secret. */
function changes({ state, changes: all }: ProcedureStep): string | undefined {
  if (state === 'done' || all.length === 0) return undefined;
  const lines = all.map(({ how, target: { kind, name, namespace } }) => {
    return renderProse(`- ${how} ${kind} \`${namespace === undefined ? name : `${namespace}/${name}`}\``);
  });
  return joinParagraphs(l10n.t`**Changes:**`, lines.join('\n'));
}
