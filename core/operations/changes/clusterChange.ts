/**
 * One change of a cluster, as a value: shown, written into runbooks, and sent (client/src/lifecycle) from the same
 * object.
 */
import * as l10n from '@vscode/l10n';
import { getMap } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';

/** What our changes are called in managedFields. */
export const fieldManager = 'kata-vscode';

export type ClusterChange =
  /** Server-side apply with our field manager; never by force. */
  | {
      readonly how: 'apply';
      readonly target: ObjectReference;
      readonly object: KubernetesManifest;
    }
  /** A merge patch. */
  | {
      readonly how: 'merge';
      readonly target: ObjectReference;
      readonly patch: KubernetesManifest;
      /** Refused when the object has changed since. */
      readonly resourceVersion?: string;
      /** The shell command that reverts the change. The user sees it when abandoning the operation. */
      readonly revert?: string;
    }
  | {
      readonly how: 'delete';
      readonly target: ObjectReference;
      /** Refused when it is another of the same name by now. */
      readonly uid?: string;
    };

/** What is sent: the version that it is of stands in it, so that servers refuse it for any other. */
export function patchOf({ patch, resourceVersion }: Extract<ClusterChange, { how: 'merge' }>): KubernetesManifest {
  return resourceVersion === undefined
    ? patch
    : { ...patch, metadata: { ...getMap(patch, 'metadata'), resourceVersion } };
}

/** `Create or change Subscription sandboxed-containers-operator`. Nothing of its contents: they may be secret. */
export function describeChange({ how, target: { kind, name } }: ClusterChange): string {
  switch (how) {
    case 'apply':
      return l10n.t`Apply ${kind} ${name}`;
    case 'merge':
      return l10n.t`Change ${kind} ${name}`;
    default:
      return l10n.t`Delete ${kind} ${name}`;
  }
}
