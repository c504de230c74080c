/** Maps the custom requests to the language server to their parameter and result types. */
import type {
  attachInitdataRequest,
  AttachInitdata,
  AttachInitdataParams,
  attachPolicyRequest,
  AttachPolicy,
  AttachPolicyParams,
  CheckedFilesResult,
  CheckFilesParams,
  checkFilesRequest,
  ComparedFilesResult,
  CompareFilesParams,
  compareFilesRequest,
  DescribedReleases,
  DescribeReleasesParams,
  describeReleasesRequest,
  ExplainStatus,
  ExplainStatusParams,
  explainStatusRequest,
  FilesToCheckResult,
  filesToCheckRequest,
  PackResponse,
  PackParams,
  packRequest,
  PodPolicies,
  PodPoliciesParams,
  podPoliciesRequest,
  PolicyReplay,
  PolicyReplayParams,
  policyReplayRequest,
  PolicyTable,
  PolicyTableParams,
  policyTableRequest,
  PolicyTest,
  PolicyTestParams,
  policyTestRequest,
  UnpackResponse,
  UnpackParams,
  unpackRequest,
} from '#server/protocol/protocol.ts';
import type {
  SandboxWorkload,
  SandboxWorkloadParams,
  sandboxWorkloadRequest,
  WorkloadsResponse,
  WorkloadsParams,
  workloadsRequest,
} from '#server/protocol/workloads.ts';
import type { EvaluatedPolicy, EvaluatePolicyParams, evaluatePolicyRequest } from '#server/protocol/evaluatePolicy.ts';
import type { GeneratePolicy, GeneratePolicyParams, generatePolicyRequest } from '#server/protocol/generatePolicy.ts';
import type { PromqlAssist, PromqlAssistParams, promqlAssistRequest } from '#server/protocol/promqlAssist.ts';

interface Exchange<Params, Result> {
  readonly params: Params;
  readonly result: Result;
}

interface ServerRequests {
  readonly [policyTableRequest]: Exchange<PolicyTableParams, PolicyTable>;
  readonly [policyReplayRequest]: Exchange<PolicyReplayParams, PolicyReplay>;
  readonly [policyTestRequest]: Exchange<PolicyTestParams, PolicyTest>;
  readonly [unpackRequest]: Exchange<UnpackParams, UnpackResponse>;
  readonly [podPoliciesRequest]: Exchange<PodPoliciesParams, PodPolicies>;
  readonly [packRequest]: Exchange<PackParams, PackResponse>;
  readonly [filesToCheckRequest]: Exchange<object, FilesToCheckResult>;
  readonly [checkFilesRequest]: Exchange<CheckFilesParams, CheckedFilesResult>;
  readonly [compareFilesRequest]: Exchange<CompareFilesParams, ComparedFilesResult>;
  readonly [describeReleasesRequest]: Exchange<DescribeReleasesParams, DescribedReleases>;
  readonly [attachPolicyRequest]: Exchange<AttachPolicyParams, AttachPolicy>;
  readonly [attachInitdataRequest]: Exchange<AttachInitdataParams, AttachInitdata>;
  readonly [generatePolicyRequest]: Exchange<GeneratePolicyParams, GeneratePolicy>;
  readonly [evaluatePolicyRequest]: Exchange<EvaluatePolicyParams, EvaluatedPolicy>;
  readonly [explainStatusRequest]: Exchange<ExplainStatusParams, ExplainStatus>;
  readonly [workloadsRequest]: Exchange<WorkloadsParams, WorkloadsResponse>;
  readonly [promqlAssistRequest]: Exchange<PromqlAssistParams, PromqlAssist>;
  readonly [sandboxWorkloadRequest]: Exchange<SandboxWorkloadParams, SandboxWorkload>;
}

/** Sends a request to the language server. */
export type SendServerRequest = <Method extends keyof ServerRequests>(
  method: Method,
  params: ServerRequests[Method]['params'],
) => Promise<ServerRequests[Method]['result']>;
