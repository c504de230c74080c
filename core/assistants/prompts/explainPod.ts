/** Prompt that finds out why a pod doesn't start in a sandbox. */
import { clusterArgument, nameArgument, type AssistantPrompt } from './prompt.ts';

export const explainPod: AssistantPrompt = {
  name: 'explain-pod',
  title: 'Explain a pod that does not start',
  summary: 'Find out why a pod with a Kata runtime class does not start.',
  useWhen:
    'Use when a pod with the runtime class kata, kata-remote, or kata-cc does not start, stays in ContainerCreating, or reports CreateContainerError, "is blocked by policy", or a sandbox error.',
  arguments: {
    pod: { ...nameArgument('Name of the pod.'), required: true },
    namespace: nameArgument('Namespace of the pod. Default: the namespace of the kubeconfig context.'),
    cluster: clusterArgument,
  },
  steps: [
    'Call osc_list_events with object pod/NAME. Sandbox events (FailedCreatePodSandBox) usually name the cause.',
    'If a message contains "is blocked by policy", call osc_explain_denial with the message.',
    'Call osc_get_install_status to find out whether Kata is installed on the node of the pod, and whether peer pods work.',
    'If a container restarts, call osc_read_logs with target NAME and instance previous.',
    'If the user has the manifest of the pod, call osc_lint with its path.',
    'For peer pods, call osc_read_logs with target caa and show errors, because cloud-api-adaptor creates the VM.',
    'Answer with the cause, the line that supports it, and one next step.',
  ],
};
