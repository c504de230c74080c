/**
 * The InProgress condition of a KataConfig, with the exact reasons and messages that the operator sets. Source:
 * openshift/sandboxed-containers-operator@d0632e58 controllers/openshift_controller.go, controllers/image_generator.go
 * (the same at 00ef4c71). The peer pods documentation uses `kata-remote` where this code uses `kata`, and capitalizes
 * two messages; see inDocumentWording.
 */

/** The condition without its type and time. */
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

/** Returns the condition for a node where Kata can't be installed or uninstalled. */
export function failedNode(node: string, reason: string): InProgress {
  return running('Failed', `Node ${node} Degraded: ${reason}`);
}

/** Returns the condition for pods that must be deleted first. */
export function blockedByPods(runtimeClass: string): InProgress {
  const message = `existing pods using "${runtimeClass}" RuntimeClass found. Please delete the pods manually for KataConfig deletion to proceed`;
  return { status: 'False', reason: 'BlockedByExistingKataPods', message };
}

/** The conditions for the job that creates or deletes the pod VM image. */
export interface ImageTexts {
  readonly running: InProgress;
  readonly completed: InProgress;
  readonly failed: InProgress;
  readonly unknown: InProgress;
}

export const imageCreation: ImageTexts = {
  running: running('PodVMImageJobRunning', 'Creating Pod VM Image'),
  completed: running('PodVMImageJobCompleted', 'Created Pod VM Image'),
  failed: running('PodVMImageJobFailed', 'Failed to create Pod VM Image'),
  unknown: {
    status: 'Unknown',
    reason: 'PodVMImageJobStatusUnknown',
    message: 'Pod VM Image creation status is unknown',
  },
};

export const imageDeletion: ImageTexts = {
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

/**
 * Returns the condition with the wording of the peer pods documentation.
 * @param remote true if peer pods are enabled
 */
export function inDocumentWording(condition: InProgress, remote: boolean): InProgress {
  const { reason, message } = condition;
  if (reason === 'BlockedByExistingKataPods')
    return { ...condition, message: message.replace(/^[ef]/, (letter) => letter.toUpperCase()) };
  if (!remote || (reason !== 'Installing' && reason !== 'Uninstalling')) return condition;
  return { ...condition, message: message.replace(/\bkata\b(?!-)/, 'kata-remote') };
}
