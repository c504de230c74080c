/** How far an installation is, from what is followed alone: for the tree, before anybody asks for more. */
import { emptyHistory } from '#core/cluster/history.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { leftoversOf } from '#core/status/kataConfig/leftovers.ts';
import { csvOf, subscriptionOf } from '#core/status/operator/olmParts.ts';
import { itemNamed, itemsOf, surroundingsOf } from '#core/status/snapshotIndex.ts';
import { keptKataConfigName } from '#core/product/namespaces.ts';
import { documentedAnswers, installChoices, kataConfigAnswers, type InstallChoices } from '../changes/installManifests.ts';
import { currentStep, type Step } from '../procedure.ts';
import { install } from './install.ts';
import { managerName } from '../changes/references.ts';
import type { Situation } from '../observedCluster.ts';
import { wantedClasses } from '../steps/install/runtimeClassesStep.ts';
import { isSettled } from '../steps/stepStatus.ts';

/**
 * `nothing`: there is nothing of it; `between`: an update has deleted the KataConfig, and has not made it again; `partly`: an installation has begun, and is not done; `operator`: the operator is there, and no KataConfig;
 * `installed`; `leaving`: it is being removed, or a removal has not been finished; `unknown`: it cannot be seen.
 */
export type Standing =
  | { readonly kind: 'nothing' | 'operator' | 'installed' | 'unknown' | 'leaving' | 'between' }
  | {
      readonly kind: 'partly';
      /** The step that counts, which of how many it is: from 1. */
      readonly step: Step;
      readonly number: number;
      readonly of: number;
    };

export function installStanding(snapshot: Snapshot): Standing {
  if (!isSettled(snapshot, 'kataConfigs') || !isSettled(snapshot, 'subscriptions')) return { kind: 'unknown' };
  const { kataConfig } = surroundingsOf(snapshot);
  const subscription = subscriptionOf(snapshot);
  const csv = csvOf(snapshot);
  if (kataConfig?.deleting !== undefined) return { kind: 'leaving' };
  // Nothing brings back a release whose Subscription is gone.
  if (kataConfig === undefined && csv !== undefined && subscription === undefined) return { kind: 'leaving' };
  if (kataConfig === undefined && subscription?.deleting !== undefined) return { kind: 'leaving' };
  if (kataConfig === undefined && subscription !== undefined && itemNamed(snapshot, 'configMaps', keptKataConfigName) !== undefined) return { kind: 'between' };
  if (kataConfig !== undefined && wantedClasses(kataConfig).every((name) => kataConfig.runtimeClasses.includes(name))) return { kind: 'installed' };
  if (kataConfig === undefined && subscription === undefined && leftoversOf(snapshot).some(({ usual }) => !usual)) return { kind: 'leaving' };
  const manager = itemNamed(snapshot, 'deployments', managerName);
  const begun = kataConfig ?? subscription ?? csv ?? manager ?? itemsOf(snapshot, 'operatorGroups')[0];
  if (begun === undefined) return { kind: 'nothing' };
  const steps = install.steps(situationFrom(snapshot), choicesFrom(snapshot));
  const step = currentStep(steps);
  if (step === undefined) return { kind: 'installed' };
  if (step.state === 'unknown') return { kind: 'unknown' };
  if (step.id === 'kataconfig' && step.state === 'ready') return { kind: 'operator' };
  return { kind: 'partly', step, number: steps.indexOf(step) + 1, of: steps.length };
}

/** Nothing was asked for: names and times are not told. */
function situationFrom(snapshot: Snapshot): Situation {
  return { context: '', server: '', snapshot, history: emptyHistory, facts: {}, now: 0 };
}

/** As the cluster has it; where it has nothing, as the documents do it. */
function choicesFrom(snapshot: Snapshot): InstallChoices {
  const { kataConfig } = surroundingsOf(snapshot);
  return installChoices(kataConfig === undefined ? documentedAnswers : { ...documentedAnswers, kataConfig: kataConfigAnswers(kataConfig) });
}
