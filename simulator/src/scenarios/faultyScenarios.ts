/**
 * Lists the scenarios with a failure or with steps in the wrong order. To add one, create a file in the faults folder
 * and add it to the list below.
 */
import type { Scenario } from './engine/scenario.ts';
import { noOperatorGroup } from './faults/operatorGroup/noOperatorGroup.ts';
import { twoOperatorGroups } from './faults/operatorGroup/twoOperatorGroups.ts';
import { groupOfAllNamespaces } from './faults/operatorGroup/groupOfAllNamespaces.ts';
import { groupOfWrongTarget } from './faults/operatorGroup/groupOfWrongTarget.ts';
import { otherNamespace } from './faults/operatorGroup/otherNamespace.ts';
import { noCatalog } from './faults/catalog/noCatalog.ts';
import { catalogUnreachable } from './faults/catalog/catalogUnreachable.ts';
import { wrongCatalog } from './faults/catalog/wrongCatalog.ts';
import { wrongChannel } from './faults/catalog/wrongChannel.ts';
import { startingCsvMissing } from './faults/catalog/startingCsvMissing.ts';
import { bundleUnpackFails } from './faults/catalog/bundleUnpackFails.ts';
import { csvLeftBehind } from './faults/uninstall/csvLeftBehind.ts';
import { installPlanFails } from './faults/catalog/installPlanFails.ts';
import { operatorImageMissing } from './faults/operator/operatorImageMissing.ts';
import { clusterTooOld } from './faults/operator/clusterTooOld.ts';
import { webhookSlow } from './faults/operator/webhookSlow.ts';
import { webhookSilent } from './faults/operator/webhookSilent.ts';
import { namespaceTerminating } from './faults/uninstall/namespaceTerminating.ts';
import { crdTerminating } from './faults/uninstall/crdTerminating.ts';
import { mayNotSubscribe } from './faults/permissions/mayNotSubscribe.ts';
import { mayNotCreateKataConfig } from './faults/permissions/mayNotCreateKataConfig.ts';
import { poolPaused } from './faults/nodes/poolPaused.ts';
import { nodeDegraded } from './faults/nodes/nodeDegraded.ts';
import { drainBlocked } from './faults/nodes/drainBlocked.ts';
import { updateSkips } from './faults/operator/updateSkips.ts';
import { updateWaits } from './faults/operator/updateWaits.ts';
import { updateAppears } from './faults/operator/updateAppears.ts';
import { runtimeClassFinalizer } from './faults/uninstall/runtimeClassFinalizer.ts';
import { operatorGone } from './faults/uninstall/operatorGone.ts';
import { leftovers } from './faults/uninstall/leftovers.ts';
import { clusterExtension, olmV1MissingRight, olmV1TechPreview } from './faults/operator/clusterExtension.ts';
import { ruleIgnored } from './faults/nodes/ruleIgnored.ts';
import { workerPoolPaused } from './faults/nodes/workerPoolPaused.ts';

/** All faulty scenarios: installations, updates, and uninstalls. */
export const faultyScenarios: readonly Scenario[] = [
  noOperatorGroup,
  twoOperatorGroups,
  groupOfAllNamespaces,
  groupOfWrongTarget,
  otherNamespace,
  noCatalog,
  catalogUnreachable,
  wrongCatalog,
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
  olmV1TechPreview,
  olmV1MissingRight,
  updateWaits,
  updateAppears,
  updateSkips,
  operatorGone,
  runtimeClassFinalizer,
  leftovers,
  workerPoolPaused,
  ruleIgnored,
];
