/** Prompt that plans an update of the operator. */
import { clusterArgument, type AssistantPrompt } from './prompt.ts';
import { formatReleaseIds } from '#core/product/releases.ts';

export const planUpdate: AssistantPrompt = {
  name: 'plan-update',
  title: 'Plan an update',
  summary: 'Plan the update of the OpenShift sandboxed containers Operator on a cluster, with all reboots and losses.',
  useWhen:
    'Use when the user wants to update OpenShift sandboxed containers or its operator, asks which version is next, what an update restarts or deletes, or whether a cluster is ready for an update.',
  arguments: {
    cluster: clusterArgument,
    release: {
      kind: 'text',
      most: 10,
      line: true,
      completes: 'release',
      description: `Target release (${formatReleaseIds()}). Default: the release that OLM offers.`,
    },
  },
  steps: [
    'Call osc_get_install_status to get the current versions and the state of the nodes. If an installation or update is in progress, stop and report it.',
    'Call osc_preflight. Report failures first, because an update with failures is not safe.',
    'Compare the OpenShift version with the documented versions of the target release. MCP clients find them in the resource osc://release/RELEASE.',
    'Call osc_check_rights with task update, and name the missing permissions.',
    'Call osc_write_runbook with operation update to get the script. If the cluster uses peer pods, set peerPods to yes, because the update then also recreates the KataConfig.',
    'Answer with a plan: prerequisites, steps in order, each reboot and each loss of data, how to verify the result, and what to do if a step fails. Do not run the runbook yourself. The user runs it.',
  ],
};
