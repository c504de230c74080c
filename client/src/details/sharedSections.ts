/** Builds the parts that all detail pages share: states, data age, events, and the timeline. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { ClusterHistory, Transition } from '#core/cluster/history.ts';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Health } from '#core/status/explanation.ts';
import { describeTransition, markSource } from '#core/status/health/timeline.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { omitUndefined } from '#core/common/json.ts';
import { formatTimeOfDay } from '../text/timeOfDay.ts';
import type {
  DetailAction,
  DetailPage,
  DetailSection,
  DetailState,
  FactView,
  PageCommand,
  PageTarget,
  TimelineView,
  Tone,
} from './detailPage.ts';
import type { ObjectFacts } from './objectDetails.ts';
import { toneWord } from './toneWord.ts';
import { joinSentences } from '#core/text/grammar.ts';

/** Returns the state of a page. If the data isn't live, a healthy or in-progress state becomes out of date. */
export function stateOf(health: Health, headline: string, { isLive }: DetailPage['freshness']): DetailState {
  const tone: Tone = !isLive && (health === 'ok' || health === 'busy') ? 'stale' : health;
  const word = toneWord(tone);
  const rest = headline.startsWith(`${word}: `) ? headline.slice(word.length + 2) : headline;
  return { tone, word, ...omitUndefined({ headline: rest === '' || rest === word ? undefined : rest }) };
}

/** Describes data that the page keeps up to date. */
export function liveFreshness(): DetailPage['freshness'] {
  return {
    isLive: true,
    words: l10n.t({
      message: 'Live',
      args: [],
      comment: ['The state of a page that is updated automatically while the cluster changes.'],
    }),
  };
}

/**
 * Describes the age of data that is read repeatedly.
 * @param asOf time of the last successful read, in milliseconds since 1970
 * @param problem reason why the data can't be read now
 */
export function freshnessOfRead(asOf: number, now: number, problem: string | undefined): DetailPage['freshness'] {
  return problem === undefined
    ? liveFreshness()
    : { isLive: false, words: `${l10n.t`Last updated ${formatTimeOfDay(asOf, now)}`}: ${problem}` };
}

/** Describes the age of the data for one resource kind. */
export function freshnessOf(
  snapshot: Snapshot,
  id: WatchedKindId,
  now: number,
  gathered = false,
): DetailPage['freshness'] {
  if (gathered) return { isLive: true, words: l10n.t`From a must-gather` };
  const { state, asOf } = snapshot[id];
  if (state.kind === 'live') return liveFreshness();
  const last = asOf === undefined ? l10n.t`Not read yet` : l10n.t`Last updated ${formatTimeOfDay(asOf, now)}`;
  const why =
    'trouble' in state
      ? state.trouble.message
      : state.kind === 'paused'
        ? l10n.t`Updates pause while the Clusters view is hidden and resume when you show the view.`
        : undefined;
  return { isLive: false, words: why === undefined ? last : `${last}: ${sanitizeLine(why)}` };
}

/** Describes the location of an object. */
export function describeLocation(context: string, namespace?: string): string {
  return namespace === undefined
    ? l10n.t`Cluster ${context}`
    : l10n.t({
        message: 'Namespace {0}, cluster {1}',
        args: [namespace, context],
        comment: [
          'The location of an object, below its name. {0} is the name of a namespace, {1} is the name of a cluster.',
        ],
      });
}

export interface TimelineOptions {
  readonly now: number;
  readonly isMeant: (transition: Transition) => boolean;
  /** True if the timeline can contain several objects, so that each entry must name its object. */
  readonly several?: boolean;
  readonly gathered?: boolean;
}

/** Maximum number of entries on a page. */
const mostEntries = 200;

/** Lists the recorded changes, newest first. */
export function timelineSection(
  history: ClusterHistory,
  { now, isMeant, several = false, gathered = false }: TimelineOptions,
): DetailSection {
  const all = history.transitions.filter(isMeant);
  const entries = all
    .slice(-mostEntries)
    .toReversed()
    .map((transition): TimelineView => ({
      time: timeWords(transition, now),
      words: markSource(describeTransition(transition.what), transition),
      ...omitUndefined({ name: several ? transition.name : undefined }),
    }));
  return {
    kind: 'timeline',
    id: 'timeline',
    title: l10n.t({ message: 'Timeline', args: [], comment: ['The heading of a list of changes with their times.'] }),
    entries,
    note: timelineNote(history, all.length, now, gathered),
  };
}

function timelineNote({ began }: ClusterHistory, count: number, now: number, gathered: boolean): string {
  if (gathered)
    return l10n.t`Kubernetes objects store only the latest time of each kind of change, so the timeline doesn't show earlier changes.`;
  if (began === undefined) return l10n.t`No history recorded yet.`;
  const since = l10n.t`Recorded since ${formatTimeOfDay(began, now)}. Earlier changes are unknown.`;
  return joinSentences(since, count > 0 ? '' : l10n.t`No changes yet.`);
}

function timeWords({ at, earliest }: Transition, now: number): string {
  const time = formatTimeOfDay(at, now);
  const first = earliest === undefined ? time : formatTimeOfDay(earliest, now);
  return first === time ? time : l10n.t`${first} to ${time}`;
}

/** Shows the object as YAML, collapsed. Returns no section if the object isn't read yet. */
export function yamlSection(facts: ObjectFacts | undefined): readonly DetailSection[] {
  const reading = facts?.yaml;
  if (reading === undefined) return [];
  const note = reading.problem === undefined ? undefined : l10n.t`Can't read the object: ${reading.problem}`;
  return [{ kind: 'code', id: 'yaml', title: 'YAML', text: reading.value, ...omitUndefined({ note }) }];
}

/** Creates a button that runs a command. */
export function commandAction(
  label: string,
  command: PageCommand,
  target: PageTarget,
  more: Partial<Pick<DetailAction, 'name' | 'primary'>> = {},
): DetailAction {
  return { label, effect: { kind: 'command', command, target }, ...more };
}

/** Creates a link to the YAML of an object. */
export function yamlLink(context: string, object: ObjectReference): DetailAction {
  const label = l10n.t`Open as YAML`;
  return commandAction(
    label,
    'osc.object.openYaml',
    { context, object },
    { name: `${label}: ${object.kind} ${object.name}` },
  );
}

/** Creates a button that scrolls to the timeline of the same page. */
export function timelineAction(): DetailAction {
  return { label: l10n.t`Show Timeline`, effect: { kind: 'section', section: 'timeline' } };
}

/** Returns a reference to an object of a watched kind. */
export function referenceTo(
  id: WatchedKindId,
  { name, namespace }: { readonly name: string; readonly namespace?: string },
): ObjectReference {
  const { group, version, plural, kind } = watchedKinds[id];
  return { group, version, plural, kind, name, ...omitUndefined({ namespace }) };
}

/**
 * Creates a row that links to the cluster's page.
 * @param context kubeconfig context of the cluster, which is also the ID of its tree row
 */
export function clusterRow(context: string): FactView {
  const label = l10n.t`Show Details`;
  const cluster = l10n.t`Cluster`;
  return {
    label: cluster,
    value: context,
    links: [{ label, name: `${label}: ${cluster} ${context}`, effect: { kind: 'row', id: context } }],
  };
}
