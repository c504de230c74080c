/**
 * Explains status words of Kubernetes and OLM: phases of a ClusterServiceVersion and reasons of a container. Edge
 * hosting uses some of the same words. Sources: operator-framework/api
 * pkg/operators/v1alpha1/clusterserviceversion_types.go; kubernetes/kubernetes pkg/kubelet/container/sync_result.go,
 * pkg/kubelet/images/types.go.
 */
import * as l10n from '@vscode/l10n';
import { configuringWorkload, installingOperator } from '../product/docSections.ts';
import { operatorNamespace } from '../product/namespaces.ts';
import type { Message } from '../text/message.ts';
import type { Explanation, Health } from '../status/explanation.ts';

/** A phase or a reason. */
interface StatusWord {
  readonly health: Health;
  readonly meaning: Message;
  readonly next?: Message;
}

const csvPhases: Readonly<Record<string, StatusWord>> = {
  Pending: {
    health: 'busy',
    meaning: () => l10n.t`OLM is checking the requirements for the operator version.`,
    next: () => l10n.t`When all requirements are met, OLM starts the operator.`,
  },
  InstallReady: {
    health: 'busy',
    meaning: () => l10n.t`All requirements for the operator version are met.`,
    next: () => l10n.t`OLM creates the operator's resources.`,
  },
  Installing: {
    health: 'busy',
    meaning: () => l10n.t`OLM created the operator's resources and is waiting for them to become ready.`,
    next: () => l10n.t`The phase changes to ${'Succeeded'}.`,
  },
  Succeeded: { health: 'ok', meaning: () => l10n.t`This version of the operator is installed.` },
  Failed: {
    health: 'failed',
    meaning: () => l10n.t`OLM couldn't install the operator version, or the operator stopped.`,
  },
  Replacing: {
    health: 'busy',
    meaning: () => l10n.t`A newer version is replacing this one.`,
    next: () => l10n.t`OLM deletes this ClusterServiceVersion.`,
  },
  Deleting: { health: 'busy', meaning: () => l10n.t`The CSV is being deleted.` },
};

/** Explains a word. A word that a table truncates with `…` matches if only one entry starts with it. */
function explainWord(
  entries: Readonly<Record<string, StatusWord>>,
  word: string,
  more: Pick<Explanation, 'todo' | 'docs'>,
): Explanation | undefined {
  const found = findEntry(entries, word);
  if (found === undefined) return undefined;
  const { health, meaning, next } = found;
  return { health, headline: word, meaning: meaning(), ...(next === undefined ? {} : { next: next() }), ...more };
}

function findEntry(entries: Readonly<Record<string, StatusWord>>, word: string): StatusWord | undefined {
  if (Object.hasOwn(entries, word)) return entries[word];
  if (word.length < 5 || !word.endsWith('…')) return undefined;
  const [only, ...others] = Object.keys(entries).filter((key) => key.startsWith(word.slice(0, -1)));
  return only === undefined || others.length > 0 ? undefined : entries[only];
}

/** Explains a phase of a ClusterServiceVersion. Returns undefined for other words. */
export function explainCsvPhase(phase: string): Explanation | undefined {
  return explainWord(csvPhases, phase, {
    todo:
      phase === 'Succeeded'
        ? l10n.t('To see the installed versions, run `oc get csv -n {0}`.', operatorNamespace)
        : l10n.t('For the reason and the message, run `oc describe csv -n {0}`.', operatorNamespace),
    docs: installingOperator,
  });
}

const pull: StatusWord = {
  health: 'attention',
  meaning: () =>
    l10n.t`The container's image can't be pulled. The image name is wrong, the registry is unreachable, or the pull secret is missing.`,
  next: () => l10n.t`The kubelet retries the pull at increasing intervals of up to 5 minutes.`,
};

const containerReasons: Readonly<Record<string, StatusWord>> = {
  ImagePullBackOff: pull,
  ErrImagePull: pull,
  InvalidImageName: { health: 'attention', meaning: () => l10n.t`The container's image name isn't valid.` },
  CrashLoopBackOff: {
    health: 'attention',
    meaning: () => l10n.t`The container exits after each start.`,
    next: () => l10n.t`The kubelet restarts the container at increasing intervals of up to 5 minutes.`,
  },
  ContainerCreating: {
    health: 'busy',
    meaning: () =>
      l10n.t`The pod is assigned to a node, and its sandbox, volumes, and containers are being created. With Kata, this includes starting a VM.`,
    next: () =>
      l10n.t`The pod starts. If this state lasts for more than a few minutes, the pod's events show the cause.`,
  },
  CreateContainerConfigError: {
    health: 'attention',
    meaning: () => l10n.t`The container refers to a ConfigMap, a Secret, or a key that doesn't exist.`,
    next: () => l10n.t`The kubelet retries, and starts the container when the missing object or key exists.`,
  },
  CreateContainerError: {
    health: 'attention',
    meaning: () =>
      l10n.t`The container runtime can't create the container. In a confidential pod, the agent policy can be the cause.`,
  },
  RunContainerError: {
    health: 'attention',
    meaning: () => l10n.t`The container runtime can't start the container. The command might not exist in the image.`,
  },
  OOMKilled: {
    health: 'attention',
    meaning: () => l10n.t`The container used more memory than its limit and was stopped.`,
  },
};

/** Explains the reason of a container that isn't running. Returns undefined for other words. */
export function explainContainerReason(reason: string): Explanation | undefined {
  return explainWord(containerReasons, reason, {
    todo: l10n.t("To find the cause, run `oc describe pod`. It shows the pod's events and containers."),
    docs: configuringWorkload,
  });
}

/** Returns the phase in `Phase: Succeeded`, or undefined for other lines. */
export function phaseAlone(line: string): string | undefined {
  return /^["'\s-]{0,40}phase["']?\s{0,20}[:=：]\s{0,20}["']?([A-Za-z]{2,40})["',]{0,2}$/i.exec(line.trim())?.[1];
}
