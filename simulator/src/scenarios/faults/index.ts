/** Scenarios in which something goes wrong, or is asked for in the wrong order. A new one: a file here, a line below. */
import type { Scenario } from '../scenario.ts';
import { noOperatorGroup } from './noOperatorGroup.ts';
import { twoOperatorGroups } from './twoOperatorGroups.ts';
import { groupOfAllNamespaces } from './groupOfAllNamespaces.ts';
import { groupOfWrongTarget } from './groupOfWrongTarget.ts';
import { otherNamespace } from './otherNamespace.ts';
import { noCatalogue } from './noCatalogue.ts';
import { catalogueUnreachable } from './catalogueUnreachable.ts';
import { wrongCatalogue } from './wrongCatalogue.ts';
import { wrongChannel } from './wrongChannel.ts';
import { startingCsvMissing } from './startingCsvMissing.ts';
import { bundleUnpackFails } from './bundleUnpackFails.ts';
import { csvLeftBehind } from './csvLeftBehind.ts';
import { installPlanFails } from './installPlanFails.ts';
import { operatorImageMissing } from './operatorImageMissing.ts';
import { clusterTooOld } from './clusterTooOld.ts';
import { webhookSlow } from './webhookSlow.ts';
import { webhookSilent } from './webhookSilent.ts';
import { namespaceTerminating } from './namespaceTerminating.ts';
import { crdTerminating } from './crdTerminating.ts';
import { mayNotSubscribe } from './mayNotSubscribe.ts';
import { mayNotCreateKataConfig } from './mayNotCreateKataConfig.ts';
import { poolPaused } from './poolPaused.ts';
import { nodeDegraded } from './nodeDegraded.ts';
import { drainBlocked } from './drainBlocked.ts';
import { updateWaits } from './updateWaits.ts';
import { updateAppears } from './updateAppears.ts';
import { operatorGone } from './operatorGone.ts';
import { leftovers } from './leftovers.ts';
import { clusterExtension } from './clusterExtension.ts';
import { workerPoolPaused } from './workerPoolPaused.ts';

/** All of them: installs, updates, uninstalls. */
export const faultyScenarios: readonly Scenario[] = [
  noOperatorGroup,
  twoOperatorGroups,
  groupOfAllNamespaces,
  groupOfWrongTarget,
  otherNamespace,
  noCatalogue,
  catalogueUnreachable,
  wrongCatalogue,
  wrongChannel,
  startingCsvMissing,
  bundleUnpackFails,
  csvLeftBehind,
  installPlanFails,
  operatorImageMissing,
  clusterTooOld,
  webhookSlow,
  webhookSilent,
  namespaceTerminating,
  crdTerminating,
  mayNotSubscribe,
  mayNotCreateKataConfig,
  poolPaused,
  nodeDegraded,
  drainBlocked,
  clusterExtension,
  updateWaits,
  updateAppears,
  operatorGone,
  leftovers,
  workerPoolPaused,
];
