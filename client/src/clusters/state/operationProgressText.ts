/**
 * Describes the state of an operation on a cluster in a few words, for its row and the status bar. All functions are
 * pure.
 */
import * as l10n from '@vscode/l10n';
import { findCurrentStep, openSteps, type ProcedureStep } from '#core/operations/procedure.ts';
import type { StepResult } from '#core/operations/stepResults.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { OperationProgress } from './operationProgress.ts';

/**
 * Returns the state, the number of the current step, and its progress, such as `Running · 3/5 · 1 of 2 nodes`.
 * @param most maximum number of characters of the last part
 * @param options.named true if the row of the current step is visible below, so that its title isn't needed here
 */
export function describeProgress(run: OperationProgress, most: number, { named }: { readonly named: boolean }): string {
  return [runStateWord(run), placeOf(run), sanitizeLine(detailOf(run, named), most)]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Returns whether the operation requires an action from the user. */
export function needsUser(run: Pick<OperationProgress, 'state' | 'steps'>): boolean {
  return run.state === 'asking' || run.state === 'blocked' || run.state === 'paused' || isLeftToUser(run);
}

/** Returns whether the operation is done but some of its steps aren't. */
export function isLeftToUser({ state, steps }: Pick<OperationProgress, 'state' | 'steps'>): boolean {
  return state === 'done' && openSteps(steps).length > 0;
}

/** Returns the titles of the manual steps that remain after a completed operation. */
export function describeRemainingSteps({ steps }: Pick<OperationProgress, 'steps'>): string {
  return formatNames(openSteps(steps).map(({ title }) => title));
}

/** Describes a completed operation, including any manual steps that remain. */
export function describeCompletion(steps: readonly ProcedureStep[]): string {
  const open = openSteps(steps);
  if (open.length === 0) return l10n.t`All steps are complete.`;
  return l10n.t`Done. Remaining manual steps: ${open.map(({ title }) => title).join(', ')}.`;
}

/** Returns the label of one or more remaining manual steps. */
export function toDoLabel(title: string): string {
  return l10n.t`${toDoWord()}: ${title}`;
}

/**
 * Returns a word for what an operation did with an object, or undefined if the step headline already describes the
 * result.
 */
export function resultWord({ how }: StepResult, { removes }: Pick<ProcedureStep, 'removes'>): string | undefined {
  switch (how) {
    case 'delete':
      return l10n.t`Deleted`;
    case 'apply':
      return l10n.t`Applied`;
    case 'merge':
      return l10n.t({
        message: 'Changed',
        args: [],
        comment: ['The result of a step: what the operation did with an object.'],
      });
    default:
      return removes === true
        ? l10n.t({
            message: 'Removed',
            args: [],
            comment: ["The result of a step: the object doesn't exist any more."],
          })
        : undefined;
  }
}

/** Returns a one-word state that fits next to the label of the row in a side bar that is 200 pixels wide. */
export function runStateWord(run: Pick<OperationProgress, 'state' | 'steps'>): string {
  switch (run.state) {
    case 'working':
      return l10n.t({
        message: 'Running',
        args: [],
        comment: ['The state of an operation that is in progress. Keep it short.'],
      });
    case 'asking':
      return l10n.t({
        message: 'Question',
        args: [],
        comment: ['The state of an operation that is waiting for an answer from the user. Keep it short.'],
      });
    case 'blocked':
      return l10n.t`Blocked`;
    case 'paused':
      return l10n.t`Paused`;
    default:
      return isLeftToUser(run) ? toDoWord() : l10n.t`Done`;
  }
}

function toDoWord(): string {
  return l10n.t({
    message: 'To do',
    args: [],
    comment: ['The state of an operation whose remaining steps are manual. Keep it short.'],
  });
}

/**
 * Returns the position of the current step, such as `5/8`. Empty before the first evaluation and after the last step.
 */
function placeOf({ state, steps }: OperationProgress): string {
  const current = findCurrentStep(steps);
  if (steps.length === 0 || state === 'done') return '';
  return `${current === undefined ? steps.length : steps.indexOf(current) + 1}/${steps.length}`;
}

function detailOf(run: OperationProgress, named: boolean): string {
  const { state, words, steps } = run;
  const current = findCurrentStep(steps);
  switch (state) {
    case 'paused':
      return '';
    case 'asking':
      return current?.title ?? words;
    case 'done':
      return isLeftToUser(run) ? describeRemainingSteps(run) : '';
    default:
      if (state === 'working' && current?.state === 'waiting') return current.headline;
      return named ? withoutTitle(words, current) : words;
  }
}

function withoutTitle(words: string, step: ProcedureStep | undefined): string {
  if (step === undefined || !words.startsWith(step.title)) return words;
  const rest = words.slice(step.title.length);
  const text = rest.replace(/^\s*[:：]\s*/u, '');
  return text === rest ? words : text;
}
