/** Lists all procedures. To add a procedure, create a file in this folder and add it to the list. */
import { eligibilityProcedure } from './eligibility.ts';
import { featureGatesProcedure } from './featureGates.ts';
import { install } from './install.ts';
import { installExtension } from './installExtension.ts';
import { instanceTypesProcedure } from './instanceTypes.ts';
import { logLevelProcedure } from './logLevel.ts';
import { nodesProcedure } from './nodes.ts';
import { peerPodsCredentialsProcedure, peerPodsProcedure } from './peerPods.ts';
import { peerPodsLimitProcedure } from './peerPodsLimit.ts';
import { removeFinalizer } from './removeFinalizer.ts';
import { uninstall } from './uninstall.ts';
import { update } from './update.ts';

export const procedures = {
  eligibility: eligibilityProcedure,
  featureGates: featureGatesProcedure,
  install,
  installExtension,
  instanceTypes: instanceTypesProcedure,
  logLevel: logLevelProcedure,
  nodes: nodesProcedure,
  peerPods: peerPodsProcedure,
  peerPodsCredentials: peerPodsCredentialsProcedure,
  peerPodsLimit: peerPodsLimitProcedure,
  removeFinalizer,
  uninstall,
  update,
} as const;
