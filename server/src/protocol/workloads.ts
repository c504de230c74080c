/** Defines the messages about pods and workloads in a YAML file. See protocol.ts. */
import type { LspRange, TextEdit } from './textEdit.ts';

/** Client to server: returns the pods and workloads of an open YAML file, and the values available for them. */
export const workloadsRequest = 'osc/workload/list';
export interface WorkloadsParams {
  readonly uri: string;
}
export interface WorkloadsResponse {
  /** Release that the workloads are checked against, such as `1.12`. */
  readonly release: string;
  readonly workloads: readonly WorkloadInFile[];
  /** Runtime classes of the selected cluster. Omitted if they're unknown. */
  readonly runtimeClasses?: readonly string[];
  readonly allowedInstanceTypes?: { readonly types: readonly string[]; readonly default?: string };
  /** Instance types in a peer-pods-cm of the workspace. These are only suggestions. */
  readonly suggestedInstanceTypes?: readonly string[];
}
/** A pod or workload in a file. */
export interface WorkloadInFile {
  /**
   * Index of the document in the file. `object` is the index of the object in the document, because a List contains
   * several objects. Both start at 0.
   */
  readonly document: number;
  readonly object: number;
  readonly kind: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly runtimeClass?: string;
  /** Kata annotations of the pod. Omits annotations whose value is unknown. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly range: LspRange;
  /** Reason the workload can't be changed in this file. */
  readonly problem?: string;
}

/**
 * Client to server: returns the edits that set a runtime class and annotations on a workload of an open YAML file. The
 * edits preserve comments and layout.
 */
export const sandboxWorkloadRequest = 'osc/workload/sandbox';
export interface SandboxWorkloadParams {
  readonly uri: string;
  readonly document: number;
  readonly object: number;
  readonly runtimeClass: string;
  /** Annotations of the pod. Null removes an annotation. */
  readonly annotations: Readonly<Record<string, string | null>>;
}
export interface SandboxWorkload {
  readonly edits: readonly TextEdit[];
  readonly problem?: string;
}
