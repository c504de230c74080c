/**
 * Describes one change to a cluster as a value. The same object is shown, written to runbooks, and sent
 * (client/src/operations).
 */
import * as l10n from '@vscode/l10n';
import { getMap, omitUndefined } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';

/** Name of our field manager in managedFields. */
export const fieldManager = 'kata-vscode';

export type ClusterChange =
  /** Server-side apply with our field manager. */
  | {
      readonly how: 'apply';
      readonly target: ObjectReference;
      readonly object: KubernetesManifest;
      /**
       * Set for a pull secret. A runbook adds its registry logins to those of an existing Secret. `cluster`: the logins
       * of the pull secret of the cluster. `given`: those of an environment variable or a file.
       */
      readonly logins?: 'cluster' | 'given';
      /** True to take over fields that other field managers set, which the user confirmed. */
      readonly force?: true;
    }
  /** A merge patch. */
  | {
      readonly how: 'merge';
      readonly target: ObjectReference;
      readonly patch: KubernetesManifest;
      /** If set, the server rejects the change if the object has changed since this version. */
      readonly resourceVersion?: string;
      /** If set, the server rejects the change of a different object with the same name. */
      readonly uid?: string;
      /** Strategic merge patch with the same effect, for runbooks. It doesn't depend on the state of the object. */
      readonly strategic?: KubernetesManifest;
      /** The shell command that reverts the change. The user sees it when abandoning the operation. */
      readonly revert?: string;
    }
  | {
      readonly how: 'delete';
      readonly target: ObjectReference;
      /** If set, the server rejects the deletion of a different object with the same name. */
      readonly uid?: string;
    };

/**
 * Returns the patch to send. It contains the preconditions: the server rejects it for any other version of the object,
 * and for any other object with the same name.
 */
export function patchOf({ patch, resourceVersion, uid }: Extract<ClusterChange, { how: 'merge' }>): KubernetesManifest {
  return resourceVersion === undefined && uid === undefined
    ? patch
    : { ...patch, metadata: { ...getMap(patch, 'metadata'), ...omitUndefined({ resourceVersion, uid }) } };
}

/**
 * Describes a change, such as `Apply Subscription sandboxed-containers-operator`. Excludes the contents because they
 * can be secret.
 */
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
