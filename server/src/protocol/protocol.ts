/**
 * Defines the messages between client and server that extend the Language Server Protocol.
 * The only file of the server that the client imports.
 */
import type { ExplainedView } from '#core/explain/explainView.ts';
import type { SeveritySetting } from '#core/common/severity.ts';
import type { ReplayFix, ReplayTrace } from './replayDetails.ts';
import type { LspRange, TextEdit } from './textEdit.ts';

/** Options that a client can pass in `initializationOptions`. All are optional, so any editor can omit them. */
export interface InitializationOptions {
  /** Release to check files against, if the client has no settings (`workspace/configuration`). */
  readonly release?: string;
  /** Severities by rule, if the client has no settings. */
  readonly rules?: Readonly<Record<string, SeveritySetting>>;
  /** Workspace files to ignore, if the client has no settings. */
  readonly workspace?: { readonly exclude?: readonly string[] };
  /** Specifies whether CodeLens items and inlay hints are displayed, if the client has no settings. */
  readonly codeLens?: { readonly enabled?: boolean };
  readonly inlayHints?: { readonly enabled?: boolean };
  /** Client command that opens the list of completions. Runs after the insertion of a key whose values are known. */
  readonly suggestCommand?: string;
  /** Client command of the "Open the rule's page" quick fixes. If undefined, the server opens the page. */
  readonly openRulePageCommand?: string;
  /**
   * Client command of CodeLens items that selects the release to check against. If undefined, these CodeLens items have
   * no command.
   */
  readonly selectReleaseCommand?: string;
  /**
   * True if the client can open embedded content in YAML and show the request table of a policy. The server then adds
   * CodeLens items for both.
   */
  readonly policyCommands?: boolean;
  /**
   * True if the client reads folders that aren't on disk, and responds to `osc/workspace/list` and
   * `osc/workspace/read`.
   */
  readonly workspaceFiles?: boolean;
  /** State of another extension that provides general Rego support. */
  readonly regoExtension?: RegoExtensionParams;
  /** Features of another extension (redhat.vscode-yaml) that use this project's schema. */
  readonly yamlExtension?: YamlExtensionParams;
}

/** Server to client, after each check of a file: the release and the result. */
export const checkedNotification = 'osc/checked';
export interface CheckedParams {
  readonly uri: string;
  readonly version: number;
  /** Release that the file was checked against, such as `1.12`. */
  readonly release: string;
  /** Name of the cluster from which the release was read. Omitted if the release comes from another source. */
  readonly releaseOf?: string;
  /** Number of documents of known kinds, or 1 for a policy or initdata. 0 means that the file isn't relevant. */
  readonly manifests: number;
  /** Number of findings, excluding hints, which editors don't list either. */
  readonly findings: number;
  /** Number of rules that the settings of the file turn off. Omitted if there are none. */
  readonly rulesOff?: number;
}

/**
 * Server to client: returns the YAML files and the `.gitignore` files of a workspace folder that isn't on disk, or
 * below a folder in it. The client limits the number of files and doesn't follow links.
 */
export const workspaceListRequest = 'osc/workspace/list';
export interface WorkspaceListParams {
  readonly folder: string;
  readonly below?: string;
}
export interface WorkspaceList {
  readonly files: readonly string[];
  /** True if there are more files, or some couldn't be read. */
  readonly cut: boolean;
}

/**
 * Server to client: returns the text of a file in such a list, or of an env file. If `text` is undefined, the file
 * doesn't exist or can't be read.
 */
export const workspaceReadRequest = 'osc/workspace/read';
export interface WorkspaceReadParams {
  readonly uri: string;
}
export interface WorkspaceRead {
  readonly text?: string;
}

/**
 * Client to server: reports which features another YAML extension now provides with this project's schema. The server
 * doesn't provide these features.
 */
export const yamlExtensionNotification = 'osc/yamlExtension';
export interface YamlExtensionParams {
  /** True if the extension is active and has the schema. It then also provides the outline and folding. */
  readonly active: boolean;
  readonly validates: boolean;
  readonly completes: boolean;
  readonly hovers: boolean;
}

/** Field of the `osc` settings that the client adds: true if another YAML extension checks the Kubernetes fields. */
export const kubernetesCheckedElsewhere = 'kubernetesCheckedElsewhere';

/**
 * Client to server: opens the page of a rule (`kataconfig-loglevel`) in the editor. Also a command:
 * `osc.rule.openPage`.
 */
export const openRulePageCommandId = 'osc.rule.openPage';

/**
 * Verdict of a policy on an agent request, independent of a concrete request. `conditional` means that it depends on
 * the request.
 */
export type PolicyVerdict = 'allowed' | 'denied' | 'conditional' | 'undefined';

/**
 * Effect of a change on the requests that a policy allows. `unknown` means that the change can allow more requests.
 * `same` means that no request is allowed or denied differently.
 */
export type ChangeEffect = 'wider' | 'narrower' | 'unknown' | 'same';

/** Client to server: returns the verdict of a policy for every agent request, compared with another policy. */
export const policyTableRequest = 'osc/policy/table';
export interface PolicyTableParams {
  /** URI of an open Rego file or an open initdata document. */
  readonly uri: string;
  /**
   * One of the `bases` of an earlier response, or a text from the client (such as the version in Git). If undefined,
   * the default policy in the image of the release is used.
   */
  readonly base?: string | { readonly title: string; readonly text: string };
}
export interface PolicyTable {
  /** The release of the table, and a description of the policy engine in its guest. */
  readonly release: string;
  readonly guest: string;
  readonly rows: readonly PolicyRow[];
  readonly base: string;
  /** Policies for the comparison, with ID and title. */
  readonly bases: readonly { readonly id: string; readonly title: string }[];
  /** Reason the policy can't be parsed, or is parsed differently than it appears. One line. */
  readonly problem?: string;
}
export interface PolicyRow {
  readonly endpoint: string;
  readonly verdict: PolicyVerdict;
  /** The rule or default that determines the verdict. Undefined if there is none. */
  readonly range?: LspRange;
  /** Description of the request, and the consequence of allowing or denying it. */
  readonly summary: string;
  readonly consequence: string;
  /** True if the documentation describes allowing the request as a risk. */
  readonly risky: boolean;
  readonly baseVerdict: PolicyVerdict;
  /** Difference from the base. Undefined if there is none, or if the base has no text. */
  readonly change?: PolicyChange;
}
/** Difference between two policies for a request. */
export interface PolicyChange {
  readonly effect: ChangeEffect;
  readonly lines: readonly PolicyChangeLine[];
}
/** A part of the base (`-`) or of the policy (`+`), or the name of a rule or list above such parts. */
export interface PolicyChangeLine {
  readonly sign: '-' | '+' | '';
  readonly text: string;
}

/** Client to server: evaluates recorded requests in order, with a policy and the state that the policy keeps. */
export const policyReplayRequest = 'osc/policy/replay';
export interface PolicyReplayParams {
  readonly uri: string;
  /** Lines of the agent's `policy.txt` or `policy.jsonl`, a JSON file, or the denial message of an event. */
  readonly log: string;
  /** Index of the request whose evaluation is traced. */
  readonly trace?: number;
}
export interface PolicyReplay {
  readonly entries: readonly ReplayEntry[];
  /** Reason some or all requests couldn't be replayed. One line. */
  readonly problem?: string;
  /** Effect of the guest's Rego dialect on the verdicts. One line. */
  readonly note?: string;
}
export interface ReplayEntry {
  readonly endpoint: string;
  /** Line of the log, starting at 0. */
  readonly line: number;
  /** Position of the request in the log, in characters. Omitted if the request is known only from a denial message. */
  readonly recorded?: { readonly start: number; readonly end: number };
  /** Null means undefined, which the agent treats as an error. */
  readonly result: boolean | null;
  readonly prints: readonly string[];
  /** Reasons the request was denied: for each rule body, the first statement that failed. */
  readonly failures: readonly { readonly range: LspRange; readonly message: string }[];
  /** Error that stopped the policy engine. */
  readonly error?: string;
  /** Edits of the file that add the defaults without which the agent reports an error. */
  readonly fix?: ReplayFix;
  /** Evaluated expressions, if they were requested. */
  readonly trace?: ReplayTrace;
}
/** Client to server: returns the tests in a `*.policy-test.yaml` file or in a Rego unit test, and their results. */
export const policyTestRequest = 'osc/policy/test';
export interface PolicyTestParams {
  /** Text of the test file. */
  readonly text: string;
  /**
   * Text of the policy that the test refers to. If undefined, the test cases are only listed, and the response contains
   * the name of the policy (`policyFile`). Not used for Rego unit tests.
   */
  readonly policy?: string;
  /**
   * For a Rego unit test: the other Rego files, among which the server selects the policy. If undefined, the tests are
   * only listed.
   */
  readonly files?: readonly { readonly uri: string; readonly text: string }[];
  /** True to return the coverage of the policy. */
  readonly coverage?: boolean;
  /** URI of the test file. The location of the file determines the release. */
  readonly uri: string;
}
export interface PolicyTest {
  /** Policy file in the test, relative to the test file. By default, the name of the test with `.rego`. */
  readonly policyFile?: string;
  /** URI of the policy of a Rego unit test. */
  readonly policyUri?: string;
  readonly cases: readonly PolicyTestCase[];
  /** Coverage of the policy, if it was requested. Ranges are in the policy. */
  readonly coverage?: PolicyTestCoverage;
  /** Reason the test or the policy can't be parsed. One line. */
  readonly problem?: string;
  /** Effect of the guest's Rego dialect on the verdicts. One line. */
  readonly note?: string;
}
export interface PolicyTestCoverage {
  readonly statements: readonly { readonly range: LspRange; readonly count: number }[];
  /** Rule bodies, or heads of rules without a body. */
  readonly bodies: readonly { readonly name: string; readonly range: LspRange; readonly count: number }[];
}
export interface PolicyTestCase {
  readonly name: string;
  readonly range: LspRange;
  /** Undefined if the test case was only listed. */
  readonly passed?: boolean;
  /** Reason for the failure, with the expected and the actual result. */
  readonly message?: string;
}

/** Position of embedded content in a YAML file: the document (starting at 0) and the path of the value. */
export interface EmbeddedPosition {
  readonly document: number;
  readonly path: readonly (string | number)[];
}

/** Client to server: returns the embedded content at a position of a YAML text. */
export const unpackRequest = 'osc/packed/read';
export interface UnpackParams {
  readonly text: string;
  readonly place: EmbeddedPosition;
}
export interface UnpackResponse {
  /** Undefined if the content can't be decoded. `problem` then contains the reason. */
  readonly content?: string;
  readonly language: 'rego' | 'toml';
  readonly problem?: string;
  /** Path to display, from which the server recognizes a configuration file of Kata. Undefined for other content. */
  readonly fileName?: KataConfigFileName;
}
/** Names of the configuration files of Kata, by the runtime that reads them and by their role. */
export type KataConfigFileName =
  | 'configuration.toml'
  | 'runtime-rs/configuration.toml'
  | 'config.d/configuration.toml'
  | 'runtime-rs/config.d/configuration.toml';

/** Client to server: returns the policies and initdata of a pod, or of its workload, in a YAML text. */
export const podPoliciesRequest = 'osc/policy/ofPod';
export interface PodPoliciesParams {
  readonly text: string;
  /** Name of the pod. */
  readonly pod: string;
}
export interface PodPolicies {
  readonly policies: readonly { readonly place: EmbeddedPosition; readonly language: 'rego' | 'toml' }[];
}

/** Client to server: returns the edits that replace the embedded content. */
export const packRequest = 'osc/packed/write';
export interface PackParams extends UnpackParams {
  readonly content: string;
}
export interface PackResponse {
  readonly edits: readonly TextEdit[];
  readonly problem?: string;
}

export {
  checkFilesRequest,
  filesToCheckRequest,
  type CheckedFilesResult,
  type CheckFilesParams,
  type FilesToCheckResult,
} from './checkAll.ts';

export * from './compareReleases.ts';

/**
 * Client to server: returns the edits that add a policy to the pod at a position, with the mechanism that its release
 * and runtime class support.
 */
export const attachPolicyRequest = 'osc/policy/attach';
export interface AttachPolicyParams {
  /** URI of an open YAML file, and an offset in UTF-16 code units. */
  readonly uri: string;
  readonly offset: number;
  /** The policy, in Rego. */
  readonly policy: string;
}
export interface AttachPolicy {
  readonly edits: readonly TextEdit[];
  /** The mechanism and the reason it was selected. */
  readonly explanation: string;
  /** Other consequences for the pod, one sentence each. */
  readonly consequences?: readonly string[];
  readonly problem?: string;
}

/**
 * Client to server: returns the edits that add initdata to the pod at a position. The files that only the existing
 * initdata of the pod contains are kept.
 */
export const attachInitdataRequest = 'osc/initdata/attach';
export interface AttachInitdataParams extends Pick<AttachPolicyParams, 'uri' | 'offset'> {
  /** The initdata, in TOML. */
  readonly toml: string;
  /** True to replace existing contents that differ. */
  readonly replaces: boolean;
}
export interface AttachInitdata extends AttachPolicy {
  /** Names of existing contents that differ, if they weren't replaced. There are no edits then. */
  readonly conflicts?: readonly string[];
  /** Names of the files that come from the existing initdata. */
  readonly kept?: readonly string[];
  /** Errors in the initdata, one sentence each. */
  readonly errors?: readonly string[];
}

/** Client to server: explains the statuses in a text. Sends no requests and never fails. */
export const explainStatusRequest = 'osc/explainStatus';
export interface ExplainStatusParams {
  /** Text to explain. Only the first 2 million characters are used. */
  readonly text: string;
}
export interface ExplainStatus extends ExplainedView {
  /** False if the text contains no status. */
  readonly found: boolean;
}

/**
 * Client commands of CodeLens items: opens embedded content (uri, PackedPlace), adds a policy to the pod at a position
 * (uri, Position), and shows the request table of a policy (uri).
 */
export const openEmbeddedCommandId = 'osc.packed.open';
export const attachPolicyCommand = 'osc.policy.attach';
export const attachInitdataCommand = 'osc.initdata.attach';
export const showPolicyTableCommandId = 'osc.policy.showTable';

/**
 * Client to server: reports whether another extension (OPA, Regal) provides general Rego support. The server then
 * provides only OSC-specific features.
 */
export const regoExtensionNotification = 'osc/regoExtension';
export interface RegoExtensionParams {
  readonly active: boolean;
}
