/**
 * Determines from the pod template of a workload whether its new pods run in a Kata sandbox. All functions are pure.
 */
import * as l10n from '@vscode/l10n';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { findItem, isKnown } from '../snapshotIndex.ts';
import { handlerLine, runtimeClassLine, type SandboxEvidence } from './sandboxEvidence.ts';

/** The runtime class of a pod template, and its effect on new pods. */
export interface TemplateEvidence extends Pick<SandboxEvidence, 'headline' | 'lines'> {
  /** `rejected`: the API server rejects new pods. */
  readonly verdict: 'yes' | 'no' | 'rejected' | 'unknown';
}

/**
 * Evaluates the runtime class of a pod template. Source: Kubernetes, admission plugin RuntimeClass, which rejects pods
 * whose runtime class doesn't exist.
 */
export function templateEvidence(runtimeClass: string | undefined, snapshot: Snapshot): TemplateEvidence {
  if (runtimeClass === undefined) {
    return {
      verdict: 'no',
      headline: l10n.t`The pod template has no runtime class, so new pods run regular containers.`,
      lines: [runtimeClassLine(undefined)],
    };
  }
  const named = runtimeClassLine(runtimeClass);
  if (isKnown(snapshot, 'runtimeClasses') && findItem(snapshot, 'runtimeClasses', runtimeClass) === undefined) {
    return {
      verdict: 'rejected',
      headline: l10n.t`The API server rejects new pods because the runtime class ${runtimeClass} in the pod template doesn't exist.`,
      lines: [named],
    };
  }
  const handler = handlerLine({}, runtimeClass, snapshot);
  const lines = [named, handler];
  switch (handler.speaks) {
    case 'for':
      return {
        verdict: 'yes',
        headline: l10n.t`The pod template uses runtime class ${runtimeClass}, so new pods run in a sandbox.`,
        lines,
      };
    case 'against':
      return {
        verdict: 'no',
        headline: l10n.t`The pod template uses runtime class ${runtimeClass}, so new pods run regular containers.`,
        lines,
      };
    default:
      return {
        verdict: 'unknown',
        headline: l10n.t`Can't determine whether new pods with runtime class ${runtimeClass} run in a sandbox: ${handler.says}.`,
        lines,
      };
  }
}
