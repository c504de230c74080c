/**
 * Finds the relevant OSC releases of a cluster: the installed release, and the release that an install or update
 * provides. Source: operator-framework/operator-lifecycle-manager@992bb097 pkg/controller/operators/catalog;
 * notes/cluster.md 5.1.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../common/json.ts';
import type { Subscription } from '../cluster/watchedKinds/subscription.ts';
import { findCsv, findInstallPlan, findSubscription } from '../status/operator/olmParts.ts';
import { getOperatorVersion } from '../status/operator/operatorParts.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { documentedSubscription as documented } from '../product/namespaces.ts';
import { compareVersionTexts } from '../common/versions.ts';
import { findRelease } from '../product/releases.ts';
import { getLookupValue, type ObservedCluster } from './observedCluster.ts';

/** A release of OSC on a cluster. */
export interface OscRelease {
  /**
   * `installed`: on the cluster; `install`: an install provides it; `update`: an update of the installed release
   * provides it.
   */
  readonly role: 'installed' | 'install' | 'update';
  /** The version from the operator or the catalog: `1.12.0`. */
  readonly version: string;
  /** The release in the documentation: `1.12`. Undefined if the release is unknown. */
  readonly id?: string;
  /** Data on the cluster from which the release was determined, on one line. */
  readonly evidence: string;
  /** True if the role is `installed`, but OLM hasn't installed the operator completely. */
  readonly isIncomplete?: true;
}

/** Phases of a CSV before OLM has started the operator. */
const earlyPhases: ReadonlySet<string> = new Set(['Pending', 'InstallReady', 'Installing']);

/** The releases of a cluster. If OSC isn't installed, `current` is the release that an install provides. */
export interface OscReleases {
  /** Undefined if OSC isn't installed and no readable catalog offers a release. */
  readonly current?: OscRelease;
  /** Undefined if no newer release is known. */
  readonly update?: OscRelease;
}

type Looked = Pick<ObservedCluster, 'snapshot' | 'facts'>;

/**
 * Returns the releases of a cluster.
 * @param channel the channel that an update changes to; by default the channel of the Subscription
 */
export function oscReleases(situation: Looked, channel?: string): OscReleases {
  const installed = installedRelease(situation);
  if (installed === undefined) return omitUndefined({ current: nextOf(situation, 'install', channel) });
  return { current: installed, ...omitUndefined({ update: updateOf(situation, installed, channel) }) };
}

/** Returns the release that the cluster has after an update: the newer one or, if there is none, the installed one. */
export function releaseAfterUpdate(situation: Looked, channel?: string): OscRelease | undefined {
  const { current, update } = oscReleases(situation, channel);
  return update ?? current;
}

function installedRelease({ snapshot }: Looked): OscRelease | undefined {
  const version = getOperatorVersion(snapshot);
  if (version === undefined) return undefined;
  const release = releaseFrom('installed', version, l10n.t`Installed: OSC ${sanitizeLine(version, 60)}`);
  return earlyPhases.has(findCsv(snapshot)?.phase ?? '') ? { ...release, isIncomplete: true } : release;
}

function updateOf(situation: Looked, installed: OscRelease, channel: string | undefined): OscRelease | undefined {
  if (findSubscription(situation.snapshot) === undefined) return undefined;
  const next = nextOf(situation, 'update', channel);
  return next !== undefined && isNewer(next, installed) ? next : undefined;
}

/**
 * Returns the release that OLM plans to install, which isn't always the newest of the channel. If there is no plan,
 * returns the newest release.
 */
function nextOf(situation: Looked, role: 'install' | 'update', channel: string | undefined): OscRelease | undefined {
  const subscription = findSubscription(situation.snapshot);
  const planned =
    subscription === undefined || (channel !== undefined && channel !== subscription.channel)
      ? undefined
      : plannedBy(situation, subscription, role);
  return planned ?? headOf(situation, role, channel);
}

function plannedBy(
  { snapshot }: Looked,
  subscription: Subscription,
  role: 'install' | 'update',
): OscRelease | undefined {
  const installed = subscription.installedCsv ?? findCsv(snapshot)?.name;
  const plan = findInstallPlan(subscription, snapshot);
  const isOver = plan?.phase === 'Complete' || plan?.phase === 'Failed';
  const planned = isOver ? undefined : plan?.csvs.find((csv) => csv.startsWith(documented.startingCsvPrefix));
  if (plan !== undefined && planned !== undefined && planned !== installed)
    return releaseOfCsv(role, planned, l10n.t`Install plan ${plan.name} installs ${planned}`);
  const { name, currentCsv } = subscription;
  if (currentCsv === undefined || currentCsv === installed) return undefined;
  return releaseOfCsv(role, currentCsv, l10n.t`Subscription ${name} installs ${currentCsv} next`);
}

function releaseOfCsv(role: OscRelease['role'], csv: string, evidence: string): OscRelease | undefined {
  return csv.startsWith(documented.startingCsvPrefix)
    ? releaseFrom(role, csv.slice(documented.startingCsvPrefix.length), sanitizeLine(evidence, 300))
    : undefined;
}

/** Returns the newest release of a channel. */
function headOf(situation: Looked, role: 'install' | 'update', wanted: string | undefined): OscRelease | undefined {
  const channel = wanted ?? findSubscription(situation.snapshot)?.channel ?? documented.channel;
  const version = getLookupValue(situation, 'packageManifest')?.found?.channels.find(
    ({ name }) => name === channel,
  )?.version;
  if (version === undefined) return undefined;
  return releaseFrom(
    role,
    version,
    l10n.t`Channel ${sanitizeLine(channel, 60)} provides OSC ${sanitizeLine(version, 60)}`,
  );
}

function releaseFrom(role: OscRelease['role'], version: string, evidence: string): OscRelease {
  return { role, version, evidence, ...omitUndefined({ id: findRelease(version)?.id }) };
}

function isNewer(one: OscRelease, other: OscRelease): boolean {
  return (compareVersionTexts(one.version, other.version) ?? 0) > 0;
}
