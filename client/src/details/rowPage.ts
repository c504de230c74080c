/** Makes the page of any row of the tree that explains itself: the operator, peer pods, an operation, what is missing. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { given } from '../../../core/json.ts';
import { worstHealth, type Health } from '../../../core/live/status/explanation.ts';
import type { Snapshot } from '../../../core/live/snapshot.ts';
import { clusterState } from '../../../core/live/clusterState.ts';
import { oneLine } from '../../../core/live/words.ts';
import { healthOfIcon } from '../tree/health.ts';
import { plainParagraphs } from '../tree/markdown.ts';
import type { TreeNode } from '../tree/nodeView.ts';
import { timeOfDay } from '../tree/words.ts';
import type { DetailAction, DetailPage, DetailSection, FactView } from './detailPage.ts';
import type { ObjectFacts } from './objectFacts.ts';
import { commandAction, eventsSection, placeWords, stateOf, stateWord, yamlSection } from './words.ts';

export interface RowInput {
  readonly node: TreeNode;
  /** Undefined: the row is of no open cluster. */
  readonly snapshot?: Snapshot;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly facts?: ObjectFacts;
  readonly gathered?: boolean;
}

/** The number of rows below it that the page lists. */
const mostRows = 100;

export function rowPage(input: RowInput): DetailPage {
  const { node, snapshot, now, facts, gathered = false } = input;
  const { view, target } = node;
  const object = target?.object;
  const isCluster = target !== undefined && view.id === target.context;
  const freshness = clusterFreshness(snapshot, now, gathered);
  const { health, headline, cause, next, todo, docs, evidence } = aboutRow(node);
  return {
    type: 'detail',
    kind: isCluster ? l10n.t`Cluster` : (object?.kind ?? ''),
    title: view.label,
    place: target === undefined || target.context === '' || isCluster ? '' : placeWords(target.context, object?.namespace),
    state:
      health === undefined
        ? { tone: 'unknown', word: l10n.t({ message: 'Information', args: [], comment: ['The type of a message.'] }), headline }
        : stateOf(health, headline, freshness),
    freshness,
    cause,
    ...given({ next, todo, docs }),
    actions: actionsOf(input),
    sections: [
      ...(object === undefined || gathered ? [] : [eventsSection(facts?.events, now)]),
      ...partsSection(node),
      ...(evidence.length === 0 ? [] : [{ kind: 'facts', id: 'evidence', title: l10n.t`Evidence`, rows: evidence.map((value) => ({ value })) } as const]),
      ...yamlSection(facts),
    ],
  };
}

/** Describes how old what is known of a whole cluster is. */
export function clusterFreshness(snapshot: Snapshot | undefined, now: number, gathered: boolean): DetailPage['freshness'] {
  if (gathered) return { isLive: true, words: l10n.t`From a must-gather` };
  const state = snapshot === undefined ? undefined : clusterState(snapshot);
  if (state === undefined || state.kind === 'live' || state.kind === 'forbidden')
    return { isLive: true, words: l10n.t({ message: 'Live', args: [], comment: ['The page follows the cluster.'] }) };
  const asOf = 'asOf' in state ? state.asOf : undefined;
  const last = asOf === undefined ? l10n.t`Updates are paused` : l10n.t`Last updated ${timeOfDay(asOf, now)}`;
  return { isLive: false, words: 'trouble' in state ? `${last}: ${oneLine(state.trouble.message)}` : last };
}

type RowWords = Pick<DetailPage, 'cause' | 'next' | 'todo' | 'docs'> & {
  readonly health: Health | undefined;
  readonly headline: string;
  readonly evidence: readonly string[];
};

function aboutRow({ view, about, children }: TreeNode): RowWords {
  if (about === undefined) {
    // The first paragraph of a tooltip repeats the row.
    const cause = plainParagraphs(view.tooltip ?? view.accessibility).filter((text) => !text.startsWith(`${view.label}: `));
    return { health: healthOfIcon(view.icon) ?? worstOf(children?.() ?? []), headline: view.description ?? '', cause, evidence: [] };
  }
  const { health, headline, meaning, next, todo, docs } = about.explanation;
  return { health, headline, cause: [meaning], evidence: plainParagraphs(about.details ?? ''), ...given({ next, todo, docs }) };
}

/** The worst known state of the rows below it. Undefined: none of them has a state. */
function worstOf(rows: readonly TreeNode[]): Health | undefined {
  const all = rows.flatMap(({ about }) => about?.explanation.health ?? []);
  const known = all.filter((health) => health !== 'unknown');
  return all.length === 0 ? undefined : known.length === 0 ? 'unknown' : worstHealth(known);
}

function actionsOf({ node: { view, target }, gathered = false }: RowInput): readonly DetailAction[] {
  if (target === undefined) return [];
  const { context, object } = target;
  const words = new Set((view.contextValue ?? '').split(' '));
  const actions: (DetailAction | undefined)[] = [
    words.has('osc-install') && !gathered ? commandAction(l10n.t`Install`, 'osc.kata.install', { context }, { primary: true }) : undefined,
    words.has('osc-imageJob') && !gathered ? commandAction(l10n.t`Show Why It Failed`, 'osc.logs.imageJob', { context }, { primary: true }) : undefined,
    words.has('osc-peerPodsSecretMissing') && !gathered
      ? commandAction(l10n.t`Enter Credentials...`, 'osc.peerpods.enterCredentials', { context }, { primary: true })
      : undefined,
    words.has('osc-held') ? commandAction(l10n.t`Continue`, 'osc.procedure.goOn', { context }, { primary: true }) : undefined,
    words.has('osc-run')
      ? commandAction(l10n.t({ message: 'Stop', args: [], comment: ['A button: what is being done on a cluster is stopped.'] }), 'osc.procedure.stop', {
          context,
        })
      : undefined,
    object === undefined || !words.has('osc-object') ? undefined : commandAction(l10n.t`Open as YAML`, 'osc.object.openYaml', { context, object }),
  ];
  return actions.filter((action) => action !== undefined);
}

function partsSection({ children }: TreeNode): readonly DetailSection[] {
  const all = children?.() ?? [];
  if (all.length === 0) return [];
  const rows = all.slice(0, mostRows).map(({ view, about }): FactView => {
    const tone = about?.explanation.health ?? 'unknown';
    const label = l10n.t`Show Details`;
    const canExplain = (view.contextValue ?? '').split(' ').includes('osc-explained');
    return {
      label: view.label,
      value: view.description ?? '',
      ...(about === undefined ? {} : { state: { tone, word: stateWord(tone) } }),
      ...(canExplain ? { links: [{ label, name: `${label}: ${view.label}`, effect: { kind: 'row', id: view.id } } as const] } : {}),
    };
  });
  const left = all.length - rows.length;
  return [{ kind: 'facts', id: 'parts', title: l10n.t`Parts`, rows, ...given({ note: left > 0 ? l10n.t`And ${left} more.` : undefined }) }];
}
