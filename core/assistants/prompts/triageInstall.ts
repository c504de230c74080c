/** Prompt that finds out why Kata isn't installed on a cluster. */
import { clusterArgument, nameArgument, type AssistantPrompt } from './prompt.ts';

export const triageInstall: AssistantPrompt = {
  name: 'triage-install',
  title: 'Triage an installation',
  summary:
    'Find out whether the installation of Kata (OpenShift sandboxed containers) on a cluster is complete, in progress, or stuck, and why.',
  useWhen:
    'Use when the user asks whether Kata or OpenShift sandboxed containers is installed on an OpenShift cluster, or why an installation, an update of nodes, or an uninstall is stuck or slow.',
  arguments: {
    cluster: clusterArgument,
    node: nameArgument('Node that the user asks about. Default: all nodes.'),
  },
  steps: [
    'Call osc_get_install_status. It returns the state of the operator, the KataConfig, and each node without a completed installation, with the reason and the next step.',
    'If the KataConfig does not exist, or the operator is not ready, call osc_preflight, and report the failures first.',
    'If a node or a machine config pool is stuck, call osc_list_events for the node (node/NAME), and then osc_read_logs with target operator and show errors.',
    'If a message is unclear, call osc_explain_status with its text.',
    'If a request was forbidden, call osc_check_rights, and name the missing permissions.',
    'Answer with the state, the most likely cause with the lines that support it, and one next step.',
  ],
};
