/**
 * The program `oc`, run as a child: arguments as a list, never by a shell, as the cluster and user that the window has
 * open. Without VS Code.
 */
import type { Result } from '#core/common/result.ts';

/** Where it is, and which it is. */
export interface OcProgram {
  /** Absolute. */
  readonly path: string;
  /** `4.21.9`; undefined: it does not say. */
  readonly version: string | undefined;
}

/** Which cluster it is to ask: always told, so that no other login counts. */
export interface OcCluster {
  readonly kubeconfig: readonly string[];
  readonly context: string;
}

export interface OcRun {
  readonly program: OcProgram;
  readonly cluster: OcCluster;
  /** Without the program, `--kubeconfig` and `--context`. */
  readonly args: readonly string[];
  /** Where it writes files. */
  readonly folder: string;
  /** Whole lines, in order, without what colours them. */
  readonly onLine: (line: string, from: 'output' | 'errors') => void;
  /** Asked while it writes: it is made to wait until this resolves; undefined: it goes on. Must not reject. */
  readonly room?: () => Promise<void> | undefined;
}

/** How it ended: by itself with a code, or because it was stopped. */
export type OcEnd =
  | { readonly kind: 'ended'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string };

export interface OcChild {
  readonly ended: Promise<Result<OcEnd, string>>;
  /**
   * As Ctrl+C does: it cleans up behind itself, so its end is waited for. Windows has no such signal for it: there it
   * is as `kill`.
   */
  interrupt(): void;
  /** Asks once more, where an interrupt was not heard. */
  terminate(): void;
  /** When nothing else helps: what it made stays behind. */
  kill(): void;
}
