/** What the tools of assistants are done with: handed in by the command line, in whose bundle the rules are, so that they are not bundled twice. */
import type { Answer } from '#core/assistants/toolResult.ts';
import type { Linted } from '#core/assistants/results/lint.ts';
import type { GatheredReport } from '#core/assistants/results/mustGather.ts';
import type { CheckedPolicy } from '#core/assistants/results/policy.ts';
import type { EdgeResource } from '#core/edge/table/edgePair.ts';
import type { Release } from '#core/product/releases.ts';
import type { Result } from '#core/common/result.ts';
import type { Place, Roots } from './allowedFolders.ts';

/** A text, and how it is called. */
export interface Named {
  readonly name: string;
  readonly text: string;
}

export interface Doors {
  /** The error is a sentence for the assistant. */
  lint(places: readonly Place[], release: Release, roots: Roots): Promise<Result<Linted, string>>;
  lintText(text: string, language: 'yaml' | 'rego' | 'toml' | 'promql', release: Release): Promise<Linted>;
  /** The error says why it is none. */
  policy(policy: Named, release: Release): Result<CheckedPolicy, string>;
  explain(status: Named, resource: EdgeResource | undefined): Promise<Answer>;
  /** Of a regular file; the error says why it cannot be read. */
  read(place: Place): Promise<Result<string, string>>;
  /** Rejects with the reason of the signal. */
  mustGather(place: Place, signal: AbortSignal): Promise<Result<GatheredReport, string>>;
  /** The one that the person who started this program named; undefined: nobody named one. */
  readonly cluster?: ClusterDoor;
}

/** Errors are sentences for people, without secrets. */
export interface ClusterDoor {
  readonly context: string;
  installStatus(signal: AbortSignal): Promise<Result<Answer, string>>;
  preflight(signal: AbortSignal): Promise<Result<Answer, string>>;
}
