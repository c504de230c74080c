/**
 * Describes how `oc` runs as a child process. Arguments are passed as a list and never through a shell. `oc` uses the
 * cluster and the user of the open context. Doesn't use VS Code.
 */
import type { Result } from '#core/common/result.ts';

/** Path and version of `oc`. */
export interface OcProgram {
  /** Absolute path. */
  readonly path: string;
  /** Version such as `4.21.9`. Undefined if `oc` doesn't report it. */
  readonly version: string | undefined;
}

/** Cluster that `oc` connects to. It is always passed explicitly, so that no other login is used. */
export interface OcCluster {
  readonly kubeconfig: readonly string[];
  readonly context: string;
}

export interface OcRun {
  readonly program: OcProgram;
  readonly cluster: OcCluster;
  /** Arguments without the executable, `--kubeconfig`, and `--context`. */
  readonly args: readonly string[];
  /** Working directory, where `oc` writes files. */
  readonly folder: string;
  /** Called with complete lines in order, without color codes. */
  readonly onLine: (line: string, from: 'output' | 'errors') => void;
  /**
   * Called while `oc` writes. `oc` is paused until the returned promise resolves. Returns undefined to continue. Must
   * not reject.
   */
  readonly waitForSpace?: () => Promise<void> | undefined;
}

/** How `oc` ended: with an exit code, or because of a signal. */
export type OcEnd =
  | { readonly kind: 'ended'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string };

export interface OcChild {
  readonly ended: Promise<Result<OcEnd, string>>;
  /**
   * Interrupts `oc` as Ctrl+C does, so that it cleans up before it exits. Windows has no such signal, so this method
   * does the same as `kill` on Windows.
   */
  interrupt(): void;
  /** Requests termination if `oc` ignored the interrupt. */
  terminate(): void;
  /** Kills `oc` as a last resort. Resources that it created remain on the cluster. */
  kill(): void;
}
