/**
 * Defines the functions that the assistant tools use. The command line provides them, because its bundle already
 * contains the rules.
 */
import type { ToolInput } from '#core/assistants/toolFields.ts';
import type { listEventsTool } from '#core/assistants/tools/listEvents.ts';
import type { writeRunbookTool } from '#core/assistants/tools/writeRunbook.ts';
import type { readLogsTool } from '#core/assistants/tools/readLogs.ts';
import type { ToolResult } from '#core/assistants/toolResult.ts';
import type { DenialPolicy } from '#core/assistants/results/explainDenial.ts';
import type { PolicyComparison } from '#core/assistants/results/policyDiff.ts';
import type { Linted } from '#core/assistants/results/lint.ts';
import type { MustGatherReportParts } from '#core/assistants/results/mustGather.ts';
import type { CheckedPolicy } from '#core/assistants/results/policy.ts';
import type { StateComparison } from '#core/diagnosis/comparison/compareStates.ts';
import type { EdgeResource } from '#core/edge/table/edgePair.ts';
import type { Release } from '#core/product/releases.ts';
import type { Result } from '#core/common/result.ts';
import type { ResolvedPath, AllowedRoots } from './allowedFolders.ts';

/** Named text, such as the content of a file. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** A policy to compare. If there is no text, the name is the ID of a default policy. */
export interface PolicyInput {
  readonly name: string;
  readonly text?: string;
}

/** Input of the tool osc_write_runbook. */
export type RunbookInput = ToolInput<typeof writeRunbookTool.fields>;

export interface ToolBackends {
  /** Checks files. If it fails, the error is a message for the assistant. */
  lint(places: readonly ResolvedPath[], release: Release, roots: AllowedRoots): Promise<Result<Linted, string>>;
  lintText(text: string, language: 'yaml' | 'rego' | 'toml' | 'promql', release: Release): Promise<Linted>;
  /** Checks a policy. The error describes why the text isn't a policy. */
  policy(policy: NamedText, release: Release): Result<CheckedPolicy, string>;
  /** Evaluates the requests of a denial message. The error describes why the text isn't a policy. */
  evaluateDenials(message: string, policy: NamedText, release: Release): Result<DenialPolicy, string>;
  /** Compares two policies. The error describes why a text isn't a policy. */
  comparePolicies(before: PolicyInput, after: PolicyInput, release: Release): Result<PolicyComparison, string>;
  /** Returns whether a text is the ID of a default policy. */
  isDefaultPolicy(text: string): boolean;
  /** Writes a runbook. The error describes why the input is invalid. */
  writeRunbook(input: RunbookInput): Promise<Result<string, string>>;
  explain(status: NamedText, resource: EdgeResource | undefined): Promise<ToolResult>;
  /** Reads a regular file. The error describes why it can't be read. */
  read(place: ResolvedPath): Promise<Result<string, string>>;
  /**
   * Diagnoses a must-gather.
   * @throws the reason of the signal if it aborts
   */
  mustGather(place: ResolvedPath, signal: AbortSignal): Promise<Result<MustGatherReportParts, string>>;
  /**
   * Compares two must-gathers. The error describes which one can't be read.
   * @throws the reason of the signal if it aborts
   */
  compareMustGathers(
    before: ResolvedPath,
    after: ResolvedPath,
    signal: AbortSignal,
  ): Promise<Result<StateComparison, string>>;
  /** The cluster that the user specified at startup. Undefined if none was specified. */
  readonly cluster?: ClusterToolBackend;
}

/** Input of the tool osc_list_events. */
type ListEventsInput = ToolInput<typeof listEventsTool.fields>;
/** Input of the tool osc_read_logs. */
type ReadLogsInput = ToolInput<typeof readLogsTool.fields>;

/** Tools for a cluster. Errors are sentences for users and contain no secrets. */
export interface ClusterToolBackend {
  readonly context: string;
  installStatus(signal: AbortSignal): Promise<Result<ToolResult, string>>;
  preflight(signal: AbortSignal): Promise<Result<ToolResult, string>>;
  listEvents(input: ListEventsInput, signal: AbortSignal): Promise<Result<ToolResult, string>>;
  /** @param task one of the tasks of `osc_check_rights`, or undefined for all */
  rights(task: string | undefined, signal: AbortSignal): Promise<Result<ToolResult, string>>;
  readLogs(input: ReadLogsInput, signal: AbortSignal): Promise<Result<ToolResult, string>>;
}
