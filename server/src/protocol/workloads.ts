/** The messages about pods and workloads in a YAML file; see protocol.ts. */
import type { LspRange, TextEdit } from './textEdit.ts';

/** Client to server: the pods and workloads of an open YAML file, and what can be chosen for them. */
export const workloadsRequest = 'osc/workload/list';
export interface WorkloadsParams {
  readonly uri: string;
}
export interface WorkloadsResponse {
  /** That they are checked for: `1.12`. */
  readonly release: string;
  readonly workloads: readonly WorkloadInFile[];
  /** What the cluster has whose facts were sent; left out where that is not known. */
  readonly runtimeClasses?: readonly string[];
  readonly allowedInstanceTypes?: { readonly types: readonly string[]; readonly default?: string };
  /** Types that a peer-pods-cm of the workspace lists: to be offered, no more. */
  readonly suggestedInstanceTypes?: readonly string[];
}
/** A pod, or what makes pods, in a file. */
export interface WorkloadInFile {
  /** The document of the file, and the object in it: a List has several. From 0. */
  readonly document: number;
  readonly object: number;
  readonly kind: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly runtimeClass?: string;
  /** Those of the pod whose keys are kata's, as far as they are known. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly range: LspRange;
  /** Why it cannot be changed here, in words. */
  readonly problem?: string;
}

/**
 * Client to server: the edits that give a workload of an open YAML file a runtime class and annotations. Comments and
 * layout stay.
 */
export const sandboxWorkloadRequest = 'osc/workload/sandbox';
export interface SandboxWorkloadParams {
  readonly uri: string;
  readonly document: number;
  readonly object: number;
  readonly runtimeClass: string;
  /** Of the pod; null: taken out. */
  readonly annotations: Readonly<Record<string, string | null>>;
}
export interface SandboxWorkload {
  readonly edits: readonly TextEdit[];
  readonly problem?: string;
}
