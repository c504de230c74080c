/**
 * Describes the single status bar item, which shows the most urgent state of all open clusters. All functions are pure.
 */
import * as l10n from '@vscode/l10n';
import { healthSeverities, type ClusterHealth, type HealthSeverity } from '#core/status/health/clusterHealth.ts';
import { describeKataHealth } from '#core/status/health/healthSummary.ts';
import type { KataStatus } from '#core/status/kataConfig/kataStatus.ts';
import { formatCount } from '#core/text/counts.ts';
import { shortened } from '#core/text/phrases.ts';
import { sanitizeLine, sanitizeStatusText, sanitizeTooltip } from '#core/text/sanitize.ts';
import { describeConnection, troubleMarkdown, describeLastUpdate } from '../state/connectionText.ts';
import { healthOfSeverity, getHealthIcon } from '#client/tree/model/health.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import { describeScope } from '../state/namespaceScope.ts';
import type { WorkloadsState } from '../state/workloads.ts';
import type { OperationProgress } from '../state/operationProgress.ts';
import { isLeftToUser, describeRemainingSteps, describeProgress, toDoLabel } from '../state/operationProgressText.ts';

export interface OpenClusterStatus {
  readonly context: string;
  readonly health: ClusterHealth;
  /** The operation that this window runs on the cluster. */
  readonly run?: OperationProgress;
  /** The Kata pods that the tree lists, in the namespaces of the filter. Undefined if they aren't listed. */
  readonly pods?: ListedPods;
}

/** The number of Kata pods in a list. */
export interface ListedPods {
  readonly count: number;
  /** True if the list is updated, so that the status bar can show the number. */
  readonly isCurrent: boolean;
  /** Time of the list in milliseconds since 1970. */
  readonly asOf: number;
  /** Namespaces to which the list is limited. Empty for all namespaces. */
  readonly namespaces: readonly string[];
}

/** Returns the number of Kata pods in the list of the tree, or undefined if they aren't listed. */
export function listedPodsOf(workloads: WorkloadsState): ListedPods | undefined {
  if (workloads.kind !== 'loaded' || workloads.rest !== undefined) return undefined;
  const { pods, asOf, updates, again, namespaces = [] } = workloads;
  return { count: pods.length, isCurrent: updates !== undefined && again?.kind !== 'failed', asOf, namespaces };
}

export interface StatusItem {
  readonly text: string;
  /** Markdown. */
  readonly tooltip: string;
  readonly accessibility: string;
  /** The command that a click runs. If undefined, a click shows the Clusters view. */
  readonly command?: { readonly id: string; readonly arguments: readonly unknown[] };
}

/** Maximum number of reasons per cluster in the tooltip. */
const mostReasons = 3;

/** Maximum length in characters of the details that follow the state of an operation. */
const longestRun = 60;

/**
 * Maximum length of the text in characters. VS Code cuts off items wider than 40% of the window without an ellipsis.
 */
const mostText = 64;

const icons: Readonly<Record<HealthSeverity, string>> = {
  unreachable: 'warning',
  signedOut: 'key',
  failed: 'error',
  blocked: 'warning',
  stale: 'warning',
  inProgress: 'sync',
  warning: 'warning',
  healthy: 'pass',
  unknown: 'question',
};

/**
 * Creates the status bar item. It shows the operation that is in progress, or else the most severe state of all
 * clusters. A paused operation counts as blocked, because it requires an action from the user. Returns undefined if no
 * open cluster has Kata and no operation is paused.
 * @param now milliseconds since 1970
 * @param paused operations on clusters that aren't open
 */
export function createStatusItem(
  clusters: readonly OpenClusterStatus[],
  now: number,
  paused: readonly Doing[] = [],
): StatusItem | undefined {
  const doing = [
    ...clusters.flatMap(({ context, run }) => (run === undefined || run.state === 'done' ? [] : [{ context, run }])),
    ...paused,
  ];
  const told = clusters.filter(isTold).toSorted((one, other) => rankOf(one) - rankOf(other));
  const [first, ...more] = told;
  const active =
    doing.find(({ run }) => run.state !== 'paused') ??
    doing.find(({ context }) => context === first?.context) ??
    doing[0];
  if (
    active !== undefined &&
    (active.run.state !== 'paused' ||
      first === undefined ||
      first.context === active.context ||
      rankOf(first) >= pausedRank)
  )
    return runItem(active, clusters, now);
  if (first === undefined) return undefined;
  const { health } = first;
  const severity = severityOf(first);
  const name = clusters.length > 1 ? `${first.context}: ${describeStatus(health, now)}` : alone(health, now);
  const state = [name, ...podWords(first)].join(' · ');
  const left = leftOf(first);
  const said =
    left === undefined ? state : `${state} · ${toDoLabel(sanitizeLine(describeRemainingSteps(left), longestRun))}`;
  const rest = more.length === 0 ? '' : ` +${formatCount(more.length, 'cluster')}`;
  const heard = `OpenShift sandboxed containers: ${said}, ${spoken({ ...health, severity })}`;
  return {
    text: `$(${iconOf({ ...health, severity })}) ${sanitizeStatusText(`${shortened(said, mostText - rest.length)}${rest}`)}`,
    tooltip: [...told, ...clusters.filter((cluster) => !told.includes(cluster))]
      .map((cluster) => line(cluster, now))
      .concat(
        paused.map(
          ({ context, run }) =>
            `**${sanitizeTooltip(context)}**: ${sanitizeTooltip(run.title)}: ${sanitizeTooltip(run.words)}`,
        ),
        l10n.t`Click to show the clusters.`,
      )
      .join('\n\n'),
    accessibility: more.length > 0 ? l10n.t`${heard}, and ${more.length} more` : heard,
  };
}

/** Returns the operation of a cluster if it is done but manual steps remain. Otherwise, returns undefined. */
function leftOf({ run }: OpenClusterStatus): OperationProgress | undefined {
  return run !== undefined && isLeftToUser(run) ? run : undefined;
}

/** Returns the severity of a cluster. If the cluster is healthy but manual steps remain, the severity is a warning. */
function severityOf(cluster: OpenClusterStatus): HealthSeverity {
  const { severity } = cluster.health;
  return severity === 'healthy' && leftOf(cluster) !== undefined ? 'warning' : severity;
}

const pausedRank = healthSeverities.indexOf('blocked');

/**
 * Returns the position in the order of severity. A cluster with only remaining manual steps ranks after all other
 * warnings, because the steps aren't a problem of the cluster.
 */
function rankOf(cluster: OpenClusterStatus): number {
  const isLeftOnly = cluster.health.severity === 'healthy' && leftOf(cluster) !== undefined;
  return healthSeverities.indexOf(severityOf(cluster)) + (isLeftOnly ? 0.5 : 0);
}

/**
 * Returns whether the status bar item shows the cluster. A cluster without Kata has no state to show. An unreachable
 * cluster is shown even if its state was never read, because it might have Kata.
 */
function isTold({ health: { kata, severity } }: OpenClusterStatus): boolean {
  return (
    (kata.progress.phase !== 'none' && kata.progress.phase !== 'unknown') ||
    (severity === 'unreachable' && kata.progress.phase === 'unknown')
  );
}

/**
 * Describes a cluster in one line, such as `unreachable since 10:41`, `Kata 2/2`, or `Kata 2/2 (last updated 10:41)`.
 */
export function describeStatus(health: ClusterHealth, now: number): string {
  const { severity, connection } = health;
  if (isConnection(severity)) return describeConnection(connection, now);
  const said = describeKataHealth(health);
  return connection.isFresh || connection.asOf === undefined
    ? said
    : `${said} (${describeLastUpdate(connection.asOf, now)})`;
}

/** Returns whether the connection state replaces the Kata state. A paused connection isn't a problem. */
function isConnection(severity: HealthSeverity): boolean {
  return severity === 'unreachable' || severity === 'signedOut';
}

/** Returns the number of Kata pods, such as `3 pods in shop`, if the cluster is connected and the number is current. */
function podWords({ health: { connection }, pods }: OpenClusterStatus): readonly string[] {
  return pods?.isCurrent === true && connection.isFresh ? [describePods(pods)] : [];
}

function describePods({ count, namespaces }: ListedPods): string {
  const scope = describeScope({ namespaces });
  return scope === undefined ? formatCount(count, 'pod') : `${formatCount(count, 'pod')} ${scope}`;
}

/** Returns the number of Kata pods for the tooltip, with the time of the list if it isn't updated. */
function podLine(pods: ListedPods, now: number): string {
  const count = l10n.t('{0}: {1}', l10n.t`Kata workloads`, describePods(pods));
  return sanitizeTooltip(pods.isCurrent ? count : `${count} (${describeLastUpdate(pods.asOf, now)})`);
}

/** Describes the only open cluster, without its name. */
function alone(health: ClusterHealth, now: number): string {
  const said = describeStatus(health, now);
  return isConnection(health.severity) ? l10n.t('{0}: {1}', 'Kata', said) : said;
}

/** Describes the icon for screen readers. */
function spoken({ severity, connection }: ClusterHealth): string {
  if (severity !== 'stale' || connection.state.kind === 'reconnecting')
    return getHealthIcon(healthOfSeverity(severity)).word();
  return connection.state.kind === 'paused' ? l10n.t`Paused` : l10n.t`Connecting`;
}

function iconOf({ severity, connection }: ClusterHealth): string {
  if (severity !== 'stale') return icons[severity];
  const { kind } = connection.state;
  return kind === 'reconnecting' ? icons.stale : kind === 'paused' ? 'debug-pause' : 'sync';
}

/** Describes an operation and its cluster. */
interface Doing {
  readonly context: string;
  readonly run: OperationProgress;
}

/**
 * Describes an operation of this window, such as `Install kata: Running · 5/8 · 1 of 2 nodes`. Operations of this
 * window take precedence over other states.
 */
function runItem({ context, run }: Doing, clusters: readonly OpenClusterStatus[], now: number): StatusItem {
  const isOpen = clusters.some((cluster) => cluster.context === context);
  const name = !isOpen || clusters.length > 1 ? `${context}: ` : '';
  const { title, state, words } = run;
  const said = l10n.t`${title}: ${describeProgress(run, longestRun, { named: false })}`;
  return {
    text: `$(${runIcons[state]}) ${sanitizeStatusText(shortened(`${name}${said}`, mostText))}`,
    tooltip: [
      `**${sanitizeTooltip(context)}**: ${sanitizeTooltip(title)}: ${sanitizeTooltip(words)}`,
      // The operation describes its own cluster, except for a lost connection.
      ...clusters
        .filter((cluster) => cluster.context !== context || !cluster.health.connection.isFresh)
        .map((cluster) => line(cluster, now)),
      state === 'asking' ? l10n.t`Click to answer.` : l10n.t`Click to show the clusters.`,
    ].join('\n\n'),
    // The item shows an open question, because notifications disappear.
    ...(state === 'asking' ? { command: { id: 'osc.procedure.goOn', arguments: [context] } } : {}),
    accessibility: `OpenShift sandboxed containers: ${name}${said}, ${getHealthIcon(state === 'working' ? 'busy' : 'attention').word()}`,
  };
}

const runIcons: Readonly<Record<OperationProgress['state'], string>> = {
  working: 'sync~spin',
  asking: 'warning',
  blocked: 'warning',
  paused: 'debug-pause',
  done: 'pass',
};

/** Returns whether an operation is in progress, so that the cluster is watched even while the tree is hidden. */
export function isInProgress({ phase }: KataStatus): boolean {
  // A blocked or failed operation isn't over. It continues as soon as the cause is fixed.
  return phase !== 'none' && phase !== 'installed' && phase !== 'unknown';
}

/** Returns a paragraph of the tooltip: the state, the last known data, the reason, and the time of the next attempt. */
function line(cluster: OpenClusterStatus, now: number): string {
  const { context, health } = cluster;
  const left = leftOf(cluster);
  const { connection, kata, findings } = health;
  const name = `**${sanitizeTooltip(context)}**`;
  const known = sanitizeTooltip(kata.progress.words);
  const reasons = findings
    .slice(0, mostReasons)
    .map(({ about, headline }) => `- ${sanitizeTooltip(about)}: ${sanitizeTooltip(headline)}`);
  const pods = cluster.pods === undefined ? undefined : podLine(cluster.pods, now);
  const shown = left ?? (cluster.run?.state === 'paused' ? cluster.run : undefined);
  const remains = shown === undefined ? undefined : `${sanitizeTooltip(shown.title)}: ${sanitizeTooltip(shown.words)}`;
  if (connection.isFresh)
    return joinParagraphs(
      `${name}: ${known} (${describeConnection(connection, now)})`,
      reasons.join('\n'),
      pods,
      remains,
    );
  const last =
    connection.asOf === undefined
      ? undefined
      : l10n.t`Last known state: ${known} (${describeLastUpdate(connection.asOf, now)}).`;
  return joinParagraphs(
    `${name}: ${sanitizeTooltip(describeConnection(connection, now))}`,
    troubleMarkdown(connection, now),
    last,
  );
}
