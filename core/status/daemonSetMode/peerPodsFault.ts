/**
 * Detects a known fault of OSC 1.13.0 and 1.13.1: if a DaemonSet installs Kata, peer pods are never installed. Source:
 * openshift/sandboxed-containers-operator#2598 (open).
 */
import * as l10n from '@vscode/l10n';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { getOperatorVersion } from '../operator/operatorParts.ts';
import { indexSnapshot } from '../snapshotIndex.ts';
import { getDaemonSetMode } from './daemonSetMode.ts';

const faultyVersions: readonly string[] = ['1.13.0', '1.13.1'];

/** Maximum duration of a working installation on the first node, in milliseconds. */
const longInstallation = 30 * 60_000;

/**
 * Returns whether the cluster shows the fault: an affected version with peer pods, and an installation that hasn't
 * finished on any node for 30 minutes.
 */
export function hasPeerPodsFault(snapshot: Snapshot): boolean {
  const { kataConfig } = indexSnapshot(snapshot);
  const version = getOperatorVersion(snapshot);
  if (kataConfig?.enablePeerPods !== true || kataConfig.deleting !== undefined || version === undefined) return false;
  if (!faultyVersions.includes(version) || getDaemonSetMode(snapshot) === undefined) return false;
  const { lists, inProgress } = kataConfig;
  const asOf = snapshot.kataConfigs.asOf;
  if (inProgress?.since === undefined || asOf === undefined || inProgress.reason.toLowerCase() !== 'installing')
    return false;
  return lists.installing.length > 0 && lists.installed.length === 0 && asOf - inProgress.since > longInstallation;
}

/** Describes the fault. */
export function peerPodsFaultText(): string {
  return l10n.t`OSC 1.13.0 and 1.13.1 have a known fault. With peer pods, the installer pod runs an image builder that has nothing to build, so the installation never finishes. No known release contains the fix (pull request #2598 of the operator).`;
}
