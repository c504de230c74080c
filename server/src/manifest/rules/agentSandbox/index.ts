/** Rules for the objects of agent-sandbox. To add one, create a file and list it here. */
import type { ManifestRule } from '#server/engine/findings/rule.ts';
import agentSandboxClaimAnnotations from './claimAnnotations.ts';
import agentSandboxReference from './missingReference.ts';
import agentSandboxAnnotations from './objectAnnotations.ts';
import agentSandboxVersion from './otherVersion.ts';
import agentSandboxRunningVms from './runningVms.ts';

export const agentSandboxRules: readonly ManifestRule[] = [
  agentSandboxVersion,
  agentSandboxAnnotations,
  agentSandboxClaimAnnotations,
  agentSandboxReference,
  agentSandboxRunningVms,
];
