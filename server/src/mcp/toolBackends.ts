/**
 * What the tools of assistants are done with: handed in by the command line, in whose bundle the rules are, so that
 * they are not bundled twice.
 */
import type { ToolResult } from '#core/assistants/toolResult.ts';
import type { Linted } from '#core/assistants/results/lint.ts';
import type { GatheredReport } from '#core/assistants/results/mustGather.ts';
import type { CheckedPolicy } from '#core/assistants/results/policy.ts';
import type { EdgeResource } from '#core/edge/table/edgePair.ts';
import type { Release } from '#core/product/releases.ts';
import type { Result } from '#core/common/result.ts';
import type { ResolvedPath, AllowedRoots } from './allowedFolders.ts';

/** A text, and how it is called. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface ToolBackends {
  /** The error is a sentence for the assistant. */
  lint(places: readonly ResolvedPath[], release: Release, roots: AllowedRoots): Promise<Result<Linted, string>>;
  lintText(text: string, language: 'yaml' | 'rego' | 'toml' | 'promql', release: Release): Promise<Linted>;
  /** The error says why it is none. */
  policy(policy: NamedText, release: Release): Result<CheckedPolicy, string>;
  explain(status: NamedText, resource: EdgeResource | undefined): Promise<ToolResult>;
  /** Of a regular file; the error says why it cannot be read. */
  read(place: ResolvedPath): Promise<Result<string, string>>;
  /** Rejects with the reason of the signal. */
  mustGather(place: ResolvedPath, signal: AbortSignal): Promise<Result<GatheredReport, string>>;
  /** The one that the person who started this program named; undefined: nobody named one. */
  readonly cluster?: ClusterToolBackend;
}

/** Errors are sentences for people, without secrets. */
export interface ClusterToolBackend {
  readonly context: string;
  installStatus(signal: AbortSignal): Promise<Result<ToolResult, string>>;
  preflight(signal: AbortSignal): Promise<Result<ToolResult, string>>;
}
