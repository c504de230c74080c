/**
 * The condition InProgress of a KataConfig: every reason and message that the operator sets, word for word. Source:
 * openshift/sandboxed-containers-operator@d0632e58 controllers/openshift_controller.go, controllers/image_generator.go
 * (the same at 00ef4c71). The documents of peer pods print `kata-remote` where this code prints `kata`, and begin two
 * messages with a capital letter: see inWordsOfDocuments.
 */

/** The condition, but for its type and time. */
export interface InProgress {
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

const running = (reason: string, message: string): InProgress => ({ status: 'True', reason, message });

export const installing = running('Installing', 'Performing initial installation of kata on cluster');
export const updating = running('Updating', 'Adding and/or removing kata-enabled nodes');
export const uninstalling = running('Uninstalling', 'Removing kata from cluster');
export const finished: InProgress = { status: 'False', reason: '', message: '' };

/** A node that cannot take, or lose, kata. */
export function failedNode(node: string, reason: string): InProgress {
  return running('Failed', `Node ${node} Degraded: ${reason}`);
}

/** Pods that must be deleted first. */
export function blockedByPods(runtimeClass: string): InProgress {
  const message = `existing pods using "${runtimeClass}" RuntimeClass found. Please delete the pods manually for KataConfig deletion to proceed`;
  return { status: 'False', reason: 'BlockedByExistingKataPods', message };
}

/** What is said of the job that makes the image of pod VMs, and of the one that removes it. */
export interface ImageWords {
  readonly running: InProgress;
  readonly completed: InProgress;
  readonly failed: InProgress;
  readonly unknown: InProgress;
}

export const imageCreation: ImageWords = {
  running: running('PodVMImageJobRunning', 'Creating Pod VM Image'),
  completed: running('PodVMImageJobCompleted', 'Created Pod VM Image'),
  failed: running('PodVMImageJobFailed', 'Failed to create Pod VM Image'),
  unknown: {
    status: 'Unknown',
    reason: 'PodVMImageJobStatusUnknown',
    message: 'Pod VM Image creation status is unknown',
  },
};

export const imageDeletion: ImageWords = {
  running: running('PodVMImageJobRunning', 'Deleting Pod VM Image'),
  completed: running('PodVMImageJobCompleted', 'Deleted Pod VM Image'),
  failed: running('PodVMImageJobFailed', 'Failed to delete Pod VM Image'),
  unknown: {
    status: 'Unknown',
    reason: 'PodVMImageJobStatusUnknown',
    message: 'Pod VM Image deletion status is unknown',
  },
};

export const unsupportedProvider = running('PodVMImageUnsupportedProvider', 'Pod VM image provider is unsupported');

/** As the documents of peer pods print it. @param remote whether peer pods are enabled */
export function inWordsOfDocuments(condition: InProgress, remote: boolean): InProgress {
  const { reason, message } = condition;
  if (reason === 'BlockedByExistingKataPods')
    return { ...condition, message: message.replace(/^[ef]/, (letter) => letter.toUpperCase()) };
  if (!remote || (reason !== 'Installing' && reason !== 'Uninstalling')) return condition;
  return { ...condition, message: message.replace(/\bkata\b(?!-)/, 'kata-remote') };
}
