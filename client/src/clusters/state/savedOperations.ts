/**
 * Stores paused and completed operations in the workspace state, so that they survive a reload of the window. Doesn't
 * use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, isJsonObject, getList, getNumber, getString, getStrings } from '#core/common/json.ts';
import type { DocSection } from '#core/product/docSection.ts';
import type { ClusterChange } from '#core/operations/changes/clusterChange.ts';
import { findCurrentStep, type ProcedureStep, type StepState } from '#core/operations/procedure.ts';
import type { ChangeRevert, StepResult, StepResults } from '#core/operations/stepResults.ts';
import type { OperationProgress } from './operationProgress.ts';
import { describeCompletion } from './operationProgressText.ts';

export interface KeptOperation {
  /**
   * The context of the kubeconfig. The server address is stored too, because another cluster can have the same name
   * later.
   */
  readonly context: string;
  readonly server: string;
  /** ID of the operation. */
  readonly procedure: string;
  /** The user's choices as JSON. Undefined if they contain credentials, which the user must enter again. */
  readonly choices?: unknown;
  /** The operation as the tree shows it, in the state `paused` or `done`. */
  readonly run: OperationProgress;
  /** Time when it was completed, paused, or last known to run, in milliseconds since 1970. */
  readonly at: number;
}

/** Access to stored operations for other features. */
export interface Operations {
  /** Operations that the user can continue. */
  readonly paused: readonly KeptOperation[];
  /** Returns the paused or completed operation on a cluster. */
  of(cluster: Pick<KeptOperation, 'context' | 'server'>): KeptOperation | undefined;
  /** Stores an operation and replaces an earlier one on the same cluster. */
  keep(operation: KeptOperation): void;
  forget(cluster: Pick<KeptOperation, 'context' | 'server'>): void;
}

/** Limits for parsing, because another process might have written the stored data. */
const mostOperations = 50;
const mostSteps = 60;
const mostChanges = 50;
const mostEvidence = 20;
const longestText = 2000;
const longestChoices = 200_000;

const states: readonly StepState[] = ['done', 'ready', 'waiting', 'blocked', 'later', 'unknown', 'open'];
const hows: readonly StepResult['how'][] = ['delete', 'apply', 'merge', 'reached', 'before', 'notNeeded'];

/**
 * Creates the store of paused and completed operations.
 * @param parts.read returns the stored data
 * @param parts.write stores the data
 * @param parts.changed called when the data changes
 */
export function createOperations(parts: {
  readonly read: () => unknown;
  readonly write: (kept: readonly KeptOperation[]) => void;
  readonly changed: () => void;
}): Operations {
  let all = readOperations(parts.read());
  const replace = (next: readonly KeptOperation[]): void => {
    all = newest(next);
    parts.write(all);
    parts.changed();
  };
  const others = ({ context, server }: Pick<KeptOperation, 'context' | 'server'>): readonly KeptOperation[] =>
    all.filter((one) => one.context !== context || one.server !== server);
  return {
    get paused() {
      return all.filter(isPaused);
    },
    of: ({ context, server }) => all.find((one) => one.context === context && one.server === server),
    keep: (operation) => replace([...others(operation), operation]),
    forget(cluster) {
      if (others(cluster).length < all.length) replace(others(cluster));
    },
  };
}

/** Returns whether the user can continue the operation. */
export function isPaused({ run }: Pick<KeptOperation, 'run'>): boolean {
  return run.state === 'paused';
}

/**
 * Limits the number of operations. Drops completed ones first, because a paused one requires a decision from the user.
 */
function newest(all: readonly KeptOperation[]): readonly KeptOperation[] {
  const surplus = new Set(all.filter((one) => !isPaused(one)).slice(0, Math.max(0, all.length - mostOperations)));
  return all.filter((one) => !surplus.has(one)).slice(-mostOperations);
}

/** Returns a stored operation as the tree shows it. For a paused operation, includes the time of its step states. */
export function toProgress({ run, at }: KeptOperation): OperationProgress {
  return run.state === 'paused' ? { ...run, at } : run;
}

/**
 * Returns the form in which a completed operation is stored. It includes the results, the evidence, and the
 * instructions for remaining steps. For changes, it includes only the targets, because the contents might be secret.
 */
export function completedRun({ title, label, steps, results }: OperationProgress): OperationProgress {
  const kept = steps.slice(0, mostSteps).map((one) => ({
    ...storedStep(one),
    evidence: one.evidence.slice(0, mostEvidence),
    ...omitUndefined({ meaning: one.meaning, todo: one.todo, docs: one.docs }),
  }));
  return { title, state: 'done', words: describeCompletion(kept), steps: kept, ...omitUndefined({ label, results }) };
}

/**
 * Returns the form in which a paused operation is stored. For changes, it includes only the targets, because the
 * contents might be secret.
 */
export function pausedRun({ title, label, steps, results }: OperationProgress): OperationProgress {
  const step = findCurrentStep(steps);
  return {
    title,
    state: 'paused',
    words: pausedWords(step),
    steps: steps.slice(0, mostSteps).map(storedStep),
    ...omitUndefined({ label, results }),
  };
}

function storedStep({ id, title, state, headline, changes, removes }: ProcedureStep): ProcedureStep {
  return {
    id,
    title,
    state,
    headline,
    evidence: [],
    changes: changes.slice(0, mostChanges).map(withoutContents),
    until: [],
    ...omitUndefined({ removes }),
  };
}

function pausedWords(step: ProcedureStep | undefined): string {
  if (step === undefined) return l10n.t`Paused`;
  return step.state === 'waiting' ? l10n.t`Paused during: ${step.title}` : l10n.t`Paused before: ${step.title}`;
}

function withoutContents({ how, target }: ClusterChange): ClusterChange {
  switch (how) {
    case 'apply':
      return { how, target, object: {} };
    case 'merge':
      return { how, target, patch: {} };
    default:
      return { how, target };
  }
}

/** Parses stored operations. Omits invalid entries. */
export function readOperations(kept: unknown): readonly KeptOperation[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, mostOperations).flatMap((raw: unknown) => {
    const [context, server, procedure] = ['context', 'server', 'procedure'].map((field) => text(raw, field));
    const run = isJsonObject(raw) ? readRun(raw['run']) : undefined;
    if (
      context === undefined ||
      server === undefined ||
      procedure === undefined ||
      run === undefined ||
      !isJsonObject(raw)
    )
      return [];
    const choices = raw['choices'];
    const fits = choices !== undefined && JSON.stringify(choices).length <= longestChoices;
    return [{ context, server, procedure, run, at: getNumber(raw, 'at') ?? 0, ...(fits ? { choices } : {}) }];
  });
}

function readRun(raw: unknown): OperationProgress | undefined {
  const title = text(raw, 'title');
  if (title === undefined) return undefined;
  const steps = getList(raw, 'steps').slice(0, mostSteps).flatMap(readStep);
  const results = isJsonObject(raw) ? readResults(raw['results'], steps) : {};
  const stored = getString(raw, 'state') === 'done' ? completedRun : pausedRun;
  return stored({ title, state: 'paused', words: '', steps, results, ...omitUndefined({ label: text(raw, 'label') }) });
}

function readStep(raw: unknown): readonly ProcedureStep[] {
  const [id, title, headline = ''] = [text(raw, 'id'), text(raw, 'title'), text(raw, 'headline')];
  const state = states.find((one) => one === getString(raw, 'state'));
  if (id === undefined || title === undefined || state === undefined) return [];
  const changes = getList(raw, 'changes').slice(0, mostChanges).flatMap(readChange);
  const removes = isJsonObject(raw) && raw['removes'] === true;
  const evidence = getStrings(raw, 'evidence').filter((line) => line.length <= longestText);
  const explained = omitUndefined({ meaning: text(raw, 'meaning'), todo: text(raw, 'todo'), docs: readDocs(raw) });
  return [{ id, title, headline, state, evidence, changes, until: [], ...explained, ...(removes ? { removes } : {}) }];
}

function readDocs(raw: unknown): DocSection | undefined {
  const [title, url] = [text(raw, 'docs', 'title'), text(raw, 'docs', 'url')];
  return title === undefined || url?.startsWith('https://') !== true ? undefined : { title, url };
}

function readChange(raw: unknown): readonly ClusterChange[] {
  const [kind, name, plural, version] = ['kind', 'name', 'plural', 'version'].map((field) =>
    text(raw, 'target', field),
  );
  const how = (['apply', 'merge', 'delete'] as const).find((one) => one === getString(raw, 'how'));
  if (how === undefined || kind === undefined || name === undefined || plural === undefined || version === undefined)
    return [];
  const target = {
    group: text(raw, 'target', 'group') ?? '',
    version,
    plural,
    kind,
    name,
    ...omitUndefined({ namespace: text(raw, 'target', 'namespace') }),
  };
  return [
    how === 'apply' ? { how, target, object: {} } : how === 'merge' ? { how, target, patch: {} } : { how, target },
  ];
}

function readResults(raw: unknown, steps: readonly ProcedureStep[]): StepResults {
  if (!isJsonObject(raw)) return {};
  return Object.fromEntries(
    steps.flatMap(({ id }) => {
      const result = Object.hasOwn(raw, id) ? raw[id] : undefined;
      const how = hows.find((one) => one === getString(result, 'how'));
      const headline = getString(result, 'headline')?.slice(0, longestText);
      return how === undefined || headline === undefined
        ? []
        : [
            [
              id,
              { how, headline, ...omitUndefined({ at: getNumber(result, 'at'), reverts: readReverts(result) }) },
            ] as const,
          ];
    }),
  );
}

function readReverts(result: unknown): readonly ChangeRevert[] | undefined {
  const reverts = getList(result, 'reverts').flatMap((one) => {
    const [kind, name, command] = [text(one, 'kind'), text(one, 'name'), text(one, 'command')];
    return kind === undefined || name === undefined || command === undefined ? [] : [{ kind, name, command }];
  });
  return reverts.length === 0 ? undefined : reverts;
}

function text(raw: unknown, ...path: readonly string[]): string | undefined {
  const found = getString(raw, ...path);
  return found === undefined || found === '' || found.length > longestText ? undefined : found;
}
