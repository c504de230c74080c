/** Determines the progress of an installation for the tree. Uses only watched kinds. */
import { emptyHistory } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { listLeftovers } from '#core/status/kataConfig/leftovers.ts';
import { findCsv, findSubscription } from '#core/status/operator/olmParts.ts';
import { findItem, listItems, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { savedKataConfigName } from '#core/product/namespaces.ts';
import {
  documentedInstallOptions,
  createInstallManifests,
  readKataConfigOptions,
  type InstallManifests,
} from '../changes/installManifests.ts';
import { findCurrentStep, type ProcedureStep } from '../procedure.ts';
import { install } from './install.ts';
import { operatorDeploymentName } from '../changes/references.ts';
import type { ObservedCluster } from '../observedCluster.ts';
import { wantedClasses } from '../steps/install/runtimeClassesStep.ts';
import { isListKnown } from '../steps/stepStatus.ts';

/**
 * `nothing`: nothing is installed; `between`: an update deleted the KataConfig and hasn't recreated it yet; `partly`:
 * an installation started but isn't complete; `operator`: the operator is installed but there is no KataConfig;
 * `installed`; `leaving`: an uninstall is in progress or incomplete; `unknown`: the state can't be read.
 */
export type InstallProgress =
  | { readonly kind: 'nothing' | 'operator' | 'installed' | 'unknown' | 'leaving' | 'between' }
  | {
      readonly kind: 'partly';
      /** The current step, its number starting at 1, and the total number of steps. */
      readonly step: ProcedureStep;
      readonly number: number;
      readonly of: number;
    };

export function getInstallProgress(snapshot: Snapshot): InstallProgress {
  if (!isListKnown(snapshot, 'kataConfigs') || !isListKnown(snapshot, 'subscriptions')) return { kind: 'unknown' };
  const { kataConfig } = indexSnapshot(snapshot);
  const subscription = findSubscription(snapshot);
  const csv = findCsv(snapshot);
  if (kataConfig?.deleting !== undefined) return { kind: 'leaving' };
  // OLM doesn't reinstall a CSV whose Subscription was deleted.
  if (kataConfig === undefined && csv !== undefined && subscription === undefined) return { kind: 'leaving' };
  if (kataConfig === undefined && subscription?.deleting !== undefined) return { kind: 'leaving' };
  if (
    kataConfig === undefined &&
    subscription !== undefined &&
    findItem(snapshot, 'configMaps', savedKataConfigName) !== undefined
  )
    return { kind: 'between' };
  if (kataConfig !== undefined && wantedClasses(kataConfig).every((name) => kataConfig.runtimeClasses.includes(name)))
    return { kind: 'installed' };
  if (kataConfig === undefined && subscription === undefined && listLeftovers(snapshot).some(({ usual }) => !usual))
    return { kind: 'leaving' };
  const manager = findItem(snapshot, 'deployments', operatorDeploymentName);
  const begun = kataConfig ?? subscription ?? csv ?? manager ?? listItems(snapshot, 'operatorGroups')[0];
  if (begun === undefined) return { kind: 'nothing' };
  const steps = install.steps(situationFrom(snapshot), choicesFrom(snapshot));
  const step = findCurrentStep(steps);
  if (step === undefined) return { kind: 'installed' };
  if (step.state === 'unknown') return { kind: 'unknown' };
  if (step.id === 'kataconfig' && step.state === 'ready') return { kind: 'operator' };
  return { kind: 'partly', step, number: steps.indexOf(step) + 1, of: steps.length };
}

/** Returns the cluster data without lookups, names, or times, which aren't used. */
function situationFrom(snapshot: Snapshot): ObservedCluster {
  return { context: '', server: '', snapshot, history: emptyHistory, facts: {}, now: 0 };
}

/** Returns the manifests with the cluster's settings, or the documented settings if the cluster has none. */
function choicesFrom(snapshot: Snapshot): InstallManifests {
  const { kataConfig } = indexSnapshot(snapshot);
  return createInstallManifests(
    kataConfig === undefined
      ? documentedInstallOptions
      : { ...documentedInstallOptions, kataConfig: readKataConfigOptions(kataConfig) },
  );
}
