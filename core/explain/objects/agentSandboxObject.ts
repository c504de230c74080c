/**
 * Explains the state of a Sandbox of agent-sandbox. Sources: domain/11-newer-releases.md 11.5;
 * kubernetes-sigs/agent-sandbox@2fd412d5 api/v1beta1/sandbox_types.go (condition reasons).
 */
import * as l10n from '@vscode/l10n';
import { getList, getString, type JsonObject } from '#core/common/json.ts';
import { sandboxGroup } from '#core/kubernetes/agentSandboxKinds.ts';
import { podNameOfSandbox } from '#core/logs/pods/podLogTarget.ts';
import { configuringWorkload } from '#core/product/docSections.ts';
import type { Explanation } from '#core/status/explanation.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';

type State = Omit<Explanation, 'docs'>;

/** Explains a Sandbox. Returns undefined for a kind with the same name in another API group. */
export function explainSandbox(raw: JsonObject): Explanation | undefined {
  if (getString(raw, 'apiVersion')?.startsWith(`${sandboxGroup}/`) !== true) return undefined;
  const ready = getList(raw, 'status', 'conditions').find((condition) => getString(condition, 'type') === 'Ready');
  const isSuspended = getString(raw, 'spec', 'operatingMode') === 'Suspended';
  const state =
    getString(ready, 'status') === 'True'
      ? { health: 'ok' as const, headline: l10n.t`Ready`, meaning: l10n.t`The pod of the Sandbox is running.` }
      : explainReason(isSuspended ? 'SandboxSuspended' : (getString(ready, 'reason') ?? ''), ready);
  return { ...state, ...(state.health === 'ok' ? {} : { todo: showPod(raw) }), docs: configuringWorkload };
}

function explainReason(reason: string, ready: unknown): State {
  const message = sanitizeLine(getString(ready, 'message') ?? '', 300);
  switch (reason) {
    case 'SandboxSuspended':
      return {
        health: 'ok',
        headline: l10n.t`Suspended`,
        meaning: l10n.t`The controller deletes the pod, and with it the VM, but keeps the volumes.`,
      };
    case 'SandboxExpired':
      return { health: 'ok', headline: l10n.t`Expired`, meaning: l10n.t`The shutdown time of the Sandbox has passed.` };
    case 'PodSucceeded':
      return { health: 'ok', headline: l10n.t`Completed`, meaning: l10n.t`All containers of the pod have completed.` };
    case 'PodFailed':
      return {
        health: 'failed',
        headline: l10n.t`Pod failed`,
        meaning: message || l10n.t`A container of the pod failed.`,
      };
    case 'MultiplePods':
      return {
        health: 'attention',
        headline: l10n.t`Multiple pods`,
        meaning: l10n.t`More than one pod belongs to the Sandbox, so the controller doesn't use any of them.`,
      };
    case 'ReconcilerError':
      return {
        health: 'failed',
        headline: l10n.t`Controller error`,
        meaning: message || l10n.t`The controller of agent-sandbox reports an error.`,
      };
    default:
      return {
        health: 'busy',
        headline: l10n.t`Not ready`,
        meaning: message || l10n.t`The pod or the Service of the Sandbox isn't ready yet.`,
      };
  }
}

/** Returns the command that shows the pod. */
function showPod(raw: JsonObject): string {
  const name = podNameOfSandbox(raw) ?? '<name>';
  const namespace = getString(raw, 'metadata', 'namespace') ?? '';
  const where = /^[a-z0-9][a-z0-9-]{0,62}$/.test(namespace) ? ` -n ${namespace}` : '';
  return l10n.t('To find the cause, run `{0}`.', `oc describe pod ${name}${where}`);
}
