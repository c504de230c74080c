/**
 * Builds the sections of an operation's page: its steps, their results, and when they were completed. Doesn't use VS
 * Code.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import type { NodeView, TreeNode } from '#client/tree/model/nodeView.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import { resultWord } from '#client/clusters/state/operationProgressText.ts';
import type { DetailAction, DetailSection, FactView, PageTarget } from '../detailPage.ts';
import { statusTimeline } from '../statusTimeline.ts';
import { commandAction } from '../sharedSections.ts';

/** Returns the actions for an operation. They match the menu of its row. */
export function operationActions(
  { contextValue = '' }: NodeView,
  { context }: PageTarget,
  state: OperationProgress['state'] | undefined,
): readonly DetailAction[] {
  const words = new Set(contextValue.split(' '));
  const target = { context };
  const goOn =
    state === 'asking'
      ? l10n.t({ message: 'Answer...', args: [], comment: ['A button that shows the question of an operation.'] })
      : l10n.t`Continue`;
  const stop = l10n.t({ message: 'Stop', args: [], comment: ['A button. A verb.'] });
  const actions: (DetailAction | undefined)[] = [
    words.has('osc-blocked') ? commandAction(goOn, 'osc.procedure.goOn', target, { primary: true }) : undefined,
    words.has('osc-run') ? commandAction(stop, 'osc.procedure.stop', target) : undefined,
    words.has('osc-paused') ? commandAction(l10n.t`Abandon`, 'osc.procedure.abandon', target) : undefined,
    words.has('osc-completed')
      ? commandAction(
          l10n.t({ message: 'Hide', args: [], comment: ['A button that hides a completed operation. A verb.'] }),
          'osc.procedure.dismiss',
          target,
        )
      : undefined,
  ];
  return actions.filter((action) => action !== undefined);
}

/**
 * Lists when each step was completed, newest first.
 * @param now milliseconds since 1970
 */
export function operationTimeline({ steps, results = {} }: OperationProgress, now: number): DetailSection {
  const changes = steps.flatMap((step) => {
    const result = Object.hasOwn(results, step.id) ? results[step.id] : undefined;
    return result?.at === undefined || step.state !== 'done'
      ? []
      : [{ at: result.at, name: step.title, words: resultWord(result, step) ?? result.headline }];
  });
  const note =
    changes.length === 0
      ? l10n.t`No step has been completed yet.`
      : l10n.t`The times show when this VS Code window detected that each step was complete.`;
  return statusTimeline(changes, now, note);
}

/** Lists the steps in order, with the same states as their rows in the tree. */
export function stepsSection(rows: readonly TreeNode[]): DetailSection {
  const facts = rows.flatMap(({ view, about, word = '' }): readonly FactView[] => {
    if (about === undefined) return [];
    const label = l10n.t`Show Details`;
    const state = { tone: about.explanation.health, word };
    // The label of the row can start with the state.
    const name = about.name ?? view.label;
    return [
      {
        label: name,
        value: view.description ?? '',
        state,
        links: [{ label, name: `${label}: ${name}`, effect: { kind: 'row', id: view.id } }],
      },
    ];
  });
  return {
    kind: 'facts',
    id: 'steps',
    title: l10n.t`Steps`,
    rows: facts,
    ...omitUndefined({ note: facts.length === 0 ? l10n.t`Not read yet` : undefined }),
  };
}
