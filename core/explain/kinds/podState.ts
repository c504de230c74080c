/**
 * Explains the state of a pod, from its object or from a row of `oc get pods`. Sources: kubernetes/kubernetes
 * pkg/printers/internalversion/printers.go (printPod); domain/01-kataconfig.md 1.8; OSC 1.12 §7.1.
 */
import * as l10n from '@vscode/l10n';
import {
  configuringWorkload,
  creatingKataConfig,
  installingOperator,
  verifyingImage,
} from '../../product/docSections.ts';
import type { DocSection } from '../../product/docSection.ts';
import { operatorNamespace } from '../../product/namespaces.ts';
import type { Explanation } from '../../status/explanation.ts';
import type { Message } from '../../text/message.ts';
import { joinSentences } from '../../text/grammar.ts';
import { explainContainerReason } from '../kubernetesWords.ts';

export interface PodState {
  readonly name: string;
  /** Namespace of the pod. Undefined if the text doesn't contain it. */
  readonly namespace?: string | undefined;
  /** A phase or the reason of a container, as in the STATUS column. */
  readonly status: string;
  /** Number of ready containers and of all containers. */
  readonly ready?: number | undefined;
  readonly total?: number | undefined;
  readonly runtimeClass?: string | undefined;
}

interface Component {
  readonly pattern: RegExp;
  readonly title: Message;
  readonly docs: DocSection;
}

const components: readonly Component[] = [
  {
    pattern: /^(?:sandboxed-containers-operator-)?controller-manager-/,
    title: () => l10n.t`the operator`,
    docs: installingOperator,
  },
  {
    pattern: /^(?:osc-caa-ds|peerpodconfig-ctrl-caa-daemon)-/,
    title: () => l10n.t`cloud-api-adaptor, which creates the pod VMs`,
    docs: creatingKataConfig,
  },
  {
    pattern: /^peer-pods-webhook-/,
    title: () => l10n.t`the peer pods webhook`,
    docs: creatingKataConfig,
  },
  {
    pattern: /^openshift-sandboxed-containers-monitor-/,
    title: () => l10n.t`kata-monitor, which collects the metrics of the sandboxes`,
    docs: creatingKataConfig,
  },
  {
    pattern: /^osc-podvm-image-(?:creation|deletion)-/,
    title: () => l10n.t`the image creation job`,
    docs: verifyingImage,
  },
];
const mustGather: Component = {
  pattern: /^must-gather-/,
  title: () => l10n.t`must-gather`,
  docs: installingOperator,
};

/** Returns whether the product creates the pod, according to its name and namespace. */
export function isPodOfProduct(pod: Pick<PodState, 'name' | 'namespace'>): boolean {
  return componentOf(pod) !== undefined;
}

function componentOf({ name, namespace }: Pick<PodState, 'name' | 'namespace'>): Component | undefined {
  if (mustGather.pattern.test(name) && (namespace === undefined || namespace.startsWith('openshift-must-gather')))
    return mustGather;
  if (namespace !== undefined && namespace !== operatorNamespace) return undefined;
  return components.find(({ pattern }) => pattern.test(name));
}

/** Returns whether the pod has completed, or is running with all containers ready. */
export function isPodHealthy({ status, ready, total }: PodState): boolean {
  return /^(?:Completed|Succeeded)$/.test(status) || (status === 'Running' && (ready ?? 0) >= (total ?? 0));
}

export function explainPodState(pod: PodState): Explanation {
  const component = componentOf(pod);
  const { name, status, ready = 0, total = 0 } = pod;
  const docs = component?.docs ?? configuringWorkload;
  const namespace = pod.namespace ?? (component === undefined || component === mustGather ? '' : operatorNamespace);
  const target = namespace === '' ? name : `-n ${namespace} ${name}`;
  const prefix = [
    ...(component === undefined ? [] : [l10n.t`The pod belongs to ${component.title()}.`]),
    ...(pod.runtimeClass === undefined ? [] : [l10n.t`The pod uses the runtime class ${pod.runtimeClass}.`]),
  ];
  const finish = (state: Omit<Explanation, 'docs'>): Explanation => ({
    ...state,
    meaning: joinSentences(...prefix, state.meaning),
    docs,
  });
  const describe = l10n.t('To find the cause, run `oc describe pod {0}`.', target);
  const logs = l10n.t('To find the cause, run `oc logs {0} --previous` and `oc describe pod {0}`.', target);
  const container = explainContainerReason(status.replace(/^Init:/, ''));
  if (container !== undefined)
    return finish({
      ...container,
      todo: status === 'CrashLoopBackOff' ? logs : describe,
    });
  if (status === 'Running' && ready < total)
    return finish({
      health: 'attention',
      headline: l10n.t`Running, ${ready} of ${total} containers ready`,
      meaning: l10n.t`Not all containers are ready. This is expected for a short time after the pod starts.`,
      todo: describe,
    });
  return finish(explainPhase(status, status === 'Error' ? logs.replace(' --previous', '') : describe));
}

function explainPhase(status: string, describe: string): Omit<Explanation, 'docs'> {
  switch (status) {
    case 'Running':
      return { health: 'ok', headline: status, meaning: l10n.t`The pod is running.` };
    case 'Completed':
    case 'Succeeded':
      return { health: 'ok', headline: status, meaning: l10n.t`All containers in the pod finished successfully.` };
    case 'Pending':
      return {
        health: 'busy',
        headline: status,
        meaning: l10n.t`The pod hasn't been scheduled to a node yet, or its containers haven't started.`,
        next: l10n.t`The pod starts when a node has the resources and labels that it requires.`,
        todo: describe,
      };
    case 'Terminating':
      return {
        health: 'busy',
        headline: status,
        meaning: l10n.t`The pod is being deleted.`,
        next: l10n.t`The pod is removed after its containers stop.`,
      };
    case 'Error':
    case 'Failed':
      return {
        health: 'failed',
        headline: status,
        meaning: l10n.t`A container in the pod exited with an error.`,
        todo: describe,
      };
    default:
      return /^(?:Init:\d+\/\d+|PodInitializing)$/.test(status)
        ? {
            health: 'busy',
            headline: status,
            meaning: l10n.t`The pod's init containers are running.`,
            next: l10n.t`The containers start after all init containers have finished.`,
          }
        : {
            health: 'unknown',
            headline: status,
            meaning: l10n.t`Unknown pod status.`,
            todo: describe,
          };
  }
}
