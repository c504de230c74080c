/**
 * Builds the page of any tree row with an explanation, such as the cluster, the operator, peer pods, an operation, or a
 * missing resource. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { worstHealth, type Health } from '#core/status/explanation.ts';
import { defaultLogLevel } from '#core/status/kataConfig/verboseLogLevel.ts';
import { healthOfIcon } from '#client/tree/model/health.ts';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { plainParagraphs } from '#client/text/markdown.ts';
import type { NodeView, TreeNode } from '#client/tree/model/nodeView.ts';
import type { NodeTarget } from '#client/clusters/state/nodeTarget.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import { clusterPage } from './clusterPage.ts';
import type { DetailAction, DetailPage, DetailSection, FactView } from '../detailPage.ts';
import { operationActions, operationTimeline, stepsSection } from './operationPage.ts';
import { eventsAction, eventsSection } from '../eventsSection.ts';
import { podLogAction, podLogActions, terminalAction } from '../podLogAction.ts';
import type { RowInput } from './rowInput.ts';
import { clusterFreshness, objectsTimeline, partsSection } from './rowSections.ts';
import {
  clusterRow,
  commandAction,
  describeLocation,
  stateOf,
  timelineAction,
  yamlLink,
  yamlSection,
} from '../sharedSections.ts';

export function rowPage(input: RowInput): DetailPage {
  const { node, snapshot, now, facts, gathered = false } = input;
  const { view, target } = node;
  if (snapshot !== undefined && isOfCluster(node)) return clusterPage(input, snapshot);
  const object = target?.object;
  const freshness = clusterFreshness(snapshot, now, gathered);
  const { health, headline, cause, next, todo, docs, evidence } = aboutRow(node);
  const run = operationOf(input);
  const timeline = run === undefined ? objectsTimeline(node, snapshot, now) : [operationTimeline(run, now)];
  return {
    type: 'detail',
    kind: object?.kind ?? (run === undefined ? '' : l10n.t`Operation`),
    title: node.about?.name ?? view.label,
    place: target === undefined || target.context === '' ? '' : describeLocation(target.context, object?.namespace),
    state:
      health === undefined
        ? {
            tone: 'unknown',
            word: l10n.t({
              message: 'Information',
              args: [],
              comment: ["The severity of a status that isn't a problem."],
            }),
            headline,
          }
        : stateOf(health, headline, freshness),
    freshness,
    cause,
    ...omitUndefined({ next, todo, docs }),
    actions: actionsOf(input, timeline.length > 0),
    sections: [
      ...(run === undefined ? [] : [stepsSection(node.children?.() ?? [])]),
      ...timeline,
      ...(object === undefined || gathered ? [] : [eventsSection(facts?.events, now)]),
      ...(run === undefined ? partsSection(node) : []),
      ...evidenceSection(node, evidence),
      ...yamlSection(facts),
    ],
  };
}

/** Returns whether the row represents a cluster or an entire must-gather. */
function isOfCluster({ view, target }: TreeNode): boolean {
  return target !== undefined && view.id === target.context;
}

/** Returns the operation if the row represents it. */
function operationOf({ node: { view, target }, run }: RowInput): OperationProgress | undefined {
  return target !== undefined && view.id === `${target.context}/run` ? run : undefined;
}

type RowWords = Pick<DetailPage, 'cause' | 'next' | 'todo' | 'docs'> & {
  readonly health: Health | undefined;
  readonly headline: string;
  readonly evidence: readonly string[];
};

function aboutRow({ view, about, children }: TreeNode): RowWords {
  if (about === undefined) {
    // The first paragraph of a tooltip repeats the row.
    const cause = plainParagraphs(view.tooltip ?? view.accessibility).filter(
      (text) => !text.startsWith(`${view.label}: `),
    );
    return {
      health: healthOfIcon(view.icon) ?? worstOf(children?.() ?? []),
      headline: view.description ?? '',
      cause,
      evidence: [],
    };
  }
  const { health, headline, meaning, next, todo, docs } = about.explanation;
  return {
    health,
    headline,
    cause: [meaning],
    evidence: plainParagraphs(about.details ?? ''),
    ...omitUndefined({ next, todo, docs }),
  };
}

/** Returns the worst known state of the child rows. Returns undefined if none of them has a state. */
function worstOf(rows: readonly TreeNode[]): Health | undefined {
  const all = rows.flatMap(({ about }) => about?.explanation.health ?? []);
  const known = all.filter((health) => health !== 'unknown');
  return all.length === 0 ? undefined : known.length === 0 ? 'unknown' : worstHealth(known);
}

function actionsOf(input: RowInput, hasTimeline: boolean): readonly DetailAction[] {
  const { node, gathered = false, run } = input;
  const { view, target } = node;
  if (target === undefined) return [];
  const { context, object } = target;
  const words = new Set((view.contextValue ?? '').split(' '));
  const actions: (DetailAction | undefined)[] = [
    words.has('osc-install') && !gathered
      ? commandAction(withEllipsis(l10n.t`Install Kata`), 'osc.kata.install', { context }, { primary: true })
      : undefined,
    ...(gathered ? [] : rowActions(view, target, words, node.about?.explanation.health)),
    ...(gathered ? [] : logActions(node, words)),
    ...operationActions(view, target, run?.state),
    hasTimeline ? timelineAction() : undefined,
    object === undefined || gathered ? undefined : eventsAction(),
    object === undefined || !words.has('osc-object')
      ? undefined
      : commandAction(l10n.t`Open as YAML`, 'osc.object.openYaml', { context, object }),
  ];
  return actions.filter((action) => action !== undefined);
}

/** Returns actions from the menu or the click command of the row that address its state. */
function rowActions(
  { command }: NodeView,
  { context, object }: NodeTarget,
  words: ReadonlySet<string>,
  health: Health | undefined,
): readonly DetailAction[] {
  const target = { context };
  // An update or an uninstall in progress.
  const unfinished = (['osc.kata.update', 'osc.kata.uninstall'] as const).find((id) => id === command?.id);
  const actions: (DetailAction | undefined)[] = [
    words.has('osc-updatePlan')
      ? commandAction(withEllipsis(l10n.t`Update Kata`), 'osc.kata.update', target, { primary: true })
      : undefined,
    unfinished === undefined ? undefined : commandAction(l10n.t`Continue`, unfinished, target, { primary: true }),
    words.has('osc-imageJob')
      ? commandAction(l10n.t`Show Failure Cause`, 'osc.logs.imageJob', target, { primary: true })
      : undefined,
    words.has('osc-peerPodsSecretMissing')
      ? commandAction(l10n.t`Enter Credentials...`, 'osc.peerpods.enterCredentials', target, { primary: true })
      : undefined,
    words.has('osc-logLevel')
      ? commandAction(l10n.t`Reset to ${defaultLogLevel}`, 'osc.kata.resetLogLevel', target, { primary: true })
      : undefined,
    // A component that someone scaled to 0.
    words.has('osc-mayChangeWorkload') && words.has('osc-scalable') && health !== 'ok'
      ? commandAction(l10n.t`Scale Workload...`, 'osc.workload.scale', { context, ...omitUndefined({ object }) })
      : undefined,
    words.has('osc-runningPool')
      ? commandAction(l10n.t`Pause Pool...`, 'osc.pool.pause', { context, ...omitUndefined({ object }) })
      : undefined,
    words.has('osc-pausedPool')
      ? commandAction(
          l10n.t`Resume Pool...`,
          'osc.pool.resume',
          { context, ...omitUndefined({ object }) },
          { primary: true },
        )
      : undefined,
  ];
  return actions.filter((action) => action !== undefined);
}

/** Returns the button for the logs of the row's pods, or for the logs that its next step tells the user to read. */
function logActions({ target, about }: TreeNode, words: ReadonlySet<string>): readonly DetailAction[] {
  const { context = '', object } = target ?? {};
  if (object !== undefined && (words.has('osc-pod') || words.has('osc-pods')))
    return [podLogAction(context, object), ...(words.has('osc-pod') ? [terminalAction(context, object)] : [])];
  const { meaning, next, todo } = about?.explanation ?? {};
  return podLogActions(context, todo, next, meaning);
}

function evidenceSection({ target }: TreeNode, evidence: readonly string[]): readonly DetailSection[] {
  const { context = '', object } = target ?? {};
  const rows: readonly FactView[] = [
    ...evidence.map((value) => ({ value })),
    ...(object === undefined ? [] : [{ label: object.kind, value: object.name, links: [yamlLink(context, object)] }]),
    ...(context === '' ? [] : [clusterRow(context)]),
  ];
  return rows.length === 0 ? [] : [{ kind: 'facts', id: 'evidence', title: l10n.t`Evidence`, rows }];
}
