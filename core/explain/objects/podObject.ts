/**
 * Reads the state of a pod from its object, as `oc get pods` does. Source: kubernetes/kubernetes
 * pkg/printers/internalversion/printers.go (printPod).
 */
import { getBoolean, getList, getString, type JsonObject } from '../../common/json.ts';
import { sanitizeLabel } from '../../text/sanitize.ts';
import type { Explanation } from '../../status/explanation.ts';
import { nameForCommand } from '../kinds/nameForCommand.ts';
import { explainPodState } from '../kinds/podState.ts';
import { findKnownMessages } from '../messages/index.ts';

/** Explains a pod. If the scheduler reports a known message, explains the message instead. */
export function explainPod(raw: JsonObject): Explanation | undefined {
  const containers = getList(raw, 'status', 'containerStatuses');
  const phase = getString(raw, 'status', 'phase') ?? 'Unknown';
  const reason = [...getList(raw, 'status', 'initContainerStatuses'), ...containers]
    .map(reasonOf)
    .find((found) => found !== undefined && found !== 'Completed' && found !== 'PodInitializing');
  const scheduled = getList(raw, 'status', 'conditions').find((one) => getString(one, 'type') === 'PodScheduled');
  const message = getString(scheduled, 'status') === 'False' ? (getString(scheduled, 'message') ?? '') : '';
  const [scheduling] = findKnownMessages(message.slice(0, 2000));
  if (scheduling !== undefined) return scheduling.explanation;
  const deleting = getString(raw, 'metadata', 'deletionTimestamp') !== undefined;
  const runtimeClass = getString(raw, 'spec', 'runtimeClassName');
  return explainPodState({
    name: nameForCommand(getString(raw, 'metadata', 'name') ?? ''),
    namespace: nameForCommand(getString(raw, 'metadata', 'namespace') ?? '') || undefined,
    status: deleting ? 'Terminating' : (reason ?? getString(raw, 'status', 'reason') ?? phase),
    ready: containers.filter((one) => getBoolean(one, 'ready') === true).length,
    total: containers.length,
    runtimeClass: runtimeClass === undefined ? undefined : sanitizeLabel(runtimeClass),
  });
}

function reasonOf(container: unknown): string | undefined {
  return getString(container, 'state', 'waiting', 'reason') ?? getString(container, 'state', 'terminated', 'reason');
}
