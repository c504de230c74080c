/**
 * What client and server say to each other beyond the Language Server Protocol.
 * The only file of the server that the client imports.
 */
import type { ExplainedView } from '#core/explain/explainView.ts';
import type { SeveritySetting } from '#core/common/severity.ts';

/** What a client may hand over in `initializationOptions`. All of it is optional: any editor may leave it out. */
export interface InitializationOptions {
  /** The release that files are checked for, where the client has no settings (`workspace/configuration`). */
  readonly release?: string;
  /** Severities by rule, likewise. */
  readonly rules?: Readonly<Record<string, SeveritySetting>>;
  /** What of the workspace is not read, likewise. */
  readonly workspace?: { readonly exclude?: readonly string[] };
  /** Whether there are code lenses and inlay hints, likewise. */
  readonly codeLens?: { readonly enabled?: boolean };
  readonly inlayHints?: { readonly enabled?: boolean };
  /** The client's command that opens the list of completions: run after a key whose values are known. */
  readonly suggestCommand?: string;
  /**
   * The client's commands behind the quick fixes "Open the rule's page". Without it the server shows the page itself.
   */
  readonly openRulePageCommand?: string;
  /**
   * The client's command that asks for the release to check for: behind code lenses. Without it they only say
   * something.
   */
  readonly selectReleaseCommand?: string;
  /** The client can open what is packed in YAML, and show the table of a policy: there are code lenses for it. */
  readonly policyCommands?: boolean;
  /** The client reads folders that are on no disk: it answers `osc/workspace/list` and `osc/workspace/read`. */
  readonly workspaceFiles?: boolean;
  /** Whether another extension answers for Rego in general. */
  readonly regoExtension?: RegoExtensionParams;
  /** What another extension (redhat.vscode-yaml) does with our schema. */
  readonly yamlExtension?: YamlExtensionParams;
}

/** Server to client, after a file was checked: what it was checked for, and what came of it. */
export const checkedNotification = 'osc/checked';
export interface CheckedParams {
  readonly uri: string;
  readonly version: number;
  /** The release it was checked for: `1.12`. */
  readonly release: string;
  /** The cluster whose release that is; left out where the user, or nobody, chose it. */
  readonly releaseOf?: string;
  /**
   * How many documents of kinds that we know it holds, 1 for a policy or initdata; 0 means that we have nothing to say
   * of it.
   */
  readonly manifests: number;
  /** Without hints: editors do not list them either. */
  readonly findings: number;
}

/**
 * Server to client: the YAML files and the `.gitignore` files of a folder of the workspace that is on no disk, or below
 * a folder in it. Bounded by the client; links are not followed.
 */
export const workspaceListRequest = 'osc/workspace/list';
export interface WorkspaceListParams {
  readonly folder: string;
  readonly below?: string;
}
export interface WorkspaceList {
  readonly files: readonly string[];
  /** There are more, or some could not be looked at. */
  readonly cut: boolean;
}

/**
 * Server to client: the text of a file that is in such a list, or of an env file there. Without `text` it is not there,
 * or is not to be read.
 */
export const workspaceReadRequest = 'osc/workspace/read';
export interface WorkspaceReadParams {
  readonly uri: string;
}
export interface WorkspaceRead {
  readonly text?: string;
}

/** Client to server: what another YAML extension now does with our schema; that much is left to it. */
export const yamlExtensionNotification = 'osc/yamlExtension';
export interface YamlExtensionParams {
  /** It is there and has our schema: it also outlines and folds. */
  readonly active: boolean;
  readonly validates: boolean;
  readonly completes: boolean;
  readonly hovers: boolean;
}

/**
 * Client to server: opens the page of a rule (`kataconfig-loglevel`) in the editor. Also a command:
 * `osc.rule.openPage`.
 */
export const openRulePageCommandId = 'osc.rule.openPage';

/** A stretch of a text, as the Language Server Protocol counts. */
export interface LspRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** An edit of a text. */
export interface TextEdit {
  readonly range: LspRange;
  readonly newText: string;
}

/**
 * What a request of the agent comes to under a policy, before anything is asked: `conditional` depends on the request.
 */
export type PolicyVerdict = 'allowed' | 'denied' | 'conditional' | 'undefined';

/** Client to server: what a policy makes of every request of the agent, compared with another policy. */
export const policyTableRequest = 'osc/policy/table';
export interface PolicyTableParams {
  /** Of an open Rego file, or of an open initdata document. */
  readonly uri: string;
  /**
   * One of `bases` of an earlier answer, or a text of the client's own (that of git). Left out: the default of the
   * release's image.
   */
  readonly base?: string | { readonly title: string; readonly text: string };
}
export interface PolicyTable {
  /** The release that it is told for, and what its guest reads, in words. */
  readonly release: string;
  readonly guest: string;
  readonly rows: readonly PolicyRow[];
  readonly base: string;
  /** What may be compared with: id and title. */
  readonly bases: readonly { readonly id: string; readonly title: string }[];
  /** Why the policy cannot be read, or is read in another way than it looks; one line. */
  readonly problem?: string;
}
export interface PolicyRow {
  readonly endpoint: string;
  readonly verdict: PolicyVerdict;
  /** The rule or default that decides; undefined when nothing does. */
  readonly range?: LspRange;
  /** What the request does and what it means that it is allowed or denied, in words. */
  readonly summary: string;
  readonly consequence: string;
  /** Allowing it is a risk that the documents name. */
  readonly risky: boolean;
  readonly baseVerdict: PolicyVerdict;
}

/** Client to server: runs recorded requests through a policy, in order, with its state. */
export const policyReplayRequest = 'osc/policy/replay';
export interface PolicyReplayParams {
  readonly uri: string;
  /** Lines of the agent's `policy.txt` or `policy.jsonl`, a JSON file, or a message of denial from an event. */
  readonly log: string;
}
export interface PolicyReplay {
  readonly entries: readonly ReplayEntry[];
  /** Why nothing, or not all, could be replayed; one line. */
  readonly problem?: string;
  /** How the verdicts depend on the Rego dialect of the guest; one line. */
  readonly note?: string;
}
export interface ReplayEntry {
  readonly endpoint: string;
  /** The line of the log, from 0. */
  readonly line: number;
  /** Where the request stands in the log, in characters; left out of what is known by a message of denial only. */
  readonly recorded?: { readonly start: number; readonly end: number };
  /** Null: undefined, which the agent answers with an error. */
  readonly result: boolean | null;
  readonly prints: readonly string[];
  /** Why it was not allowed: for each rule body, the first statement that did not hold. */
  readonly failures: readonly { readonly range: LspRange; readonly message: string }[];
  /** The engine stopped, in words. */
  readonly error?: string;
}

/** Client to server: the cases of a `*.policy-test.yaml`, and what comes of them. */
export const policyTestRequest = 'osc/policy/test';
export interface PolicyTestParams {
  /** The text of the test file. */
  readonly text: string;
  /**
   * The text of the policy that it names (`policyFile` of an answer without it); left out: only the cases are listed.
   */
  readonly policy?: string;
  /** The release, for a file outside of the settings of any folder. */
  readonly uri: string;
}
export interface PolicyTest {
  /** The policy's file as the test names it, relative to the test; by default the name of the test with `.rego`. */
  readonly policyFile?: string;
  readonly cases: readonly PolicyTestCase[];
  /** Why the test or the policy cannot be read; one line. */
  readonly problem?: string;
  /** How the verdicts depend on the Rego dialect of the guest; one line. */
  readonly note?: string;
}
export interface PolicyTestCase {
  readonly name: string;
  readonly range: LspRange;
  /** Undefined when it was only listed. */
  readonly passed?: boolean;
  /** Why it failed, with what was expected and what came. */
  readonly message?: string;
}

/** Where something is packed in a YAML file: the document (from 0), and the path of the value in it. */
export interface EmbeddedPosition {
  readonly document: number;
  readonly path: readonly (string | number)[];
}

/** Client to server: what is packed in a text of YAML at this place. */
export const unpackRequest = 'osc/packed/read';
export interface UnpackParams {
  readonly text: string;
  readonly place: EmbeddedPosition;
}
export interface UnpackResponse {
  /** Undefined when it cannot be unpacked; `problem` says why. */
  readonly content?: string;
  readonly language: 'rego' | 'toml';
  readonly problem?: string;
}

/** Client to server: the edits that put this content there. */
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

/**
 * Client to server: the edits that attach a policy to the pod at this place, by the mechanism that its release and
 * runtime class honour.
 */
export const attachPolicyRequest = 'osc/policy/attach';
export interface AttachPolicyParams {
  /** An open YAML file, and an offset in it, in UTF-16 units. */
  readonly uri: string;
  readonly offset: number;
  /** The policy, as Rego. */
  readonly policy: string;
}
export interface AttachPolicy {
  readonly edits: readonly TextEdit[];
  /** The mechanism and why it was chosen, in words. */
  readonly explanation: string;
  /** What else changes for the pod, one sentence each. */
  readonly consequences?: readonly string[];
  readonly problem?: string;
}

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

/** Client to server: explains the statuses in a text. Contacts nothing, and never fails. */
export const explainStatusRequest = 'osc/explainStatus';
export interface ExplainStatusParams {
  /** The first two million characters are looked at. */
  readonly text: string;
}
export interface ExplainStatus extends ExplainedView {
  /** False if the text contains no status. */
  readonly found: boolean;
}

/**
 * The client's commands behind code lenses: opens what is packed at a place (uri, PackedPlace), attaches a policy to
 * the pod at a place (uri, Position), shows the table of a policy (uri).
 */
export const openEmbeddedCommandId = 'osc.packed.open';
export const attachPolicyCommand = 'osc.policy.attach';
export const showPolicyTableCommandId = 'osc.policy.showTable';

/**
 * Client to server: whether another extension (OPA, Regal) answers for Rego in general; only what is ours is added
 * then.
 */
export const regoExtensionNotification = 'osc/regoExtension';
export interface RegoExtensionParams {
  readonly active: boolean;
}

/** Client to server: what is known of the cluster that the user chose; without `facts` there is none. */
export const clusterFactsNotification = 'osc/clusterFacts';
export interface ClusterInfoParams {
  readonly facts?: ClusterFacts;
}

/**
 * Facts of a cluster. What is not known is left out: it is not the same as none. Never a token, the address of a server
 * or the name of a user.
 */
export interface ClusterFacts {
  /** What messages call it. */
  readonly cluster: string;
  /** When the cluster last said so, in ISO 8601: `2026-11-21T10:41:00Z`. */
  readonly asOf: string;
  /** It is followed: what is told is so now, and told anew when it changes. */
  readonly live?: boolean;
  /** The OSC release that is installed: `1.12`. */
  readonly release?: string;
  /** The names of all its RuntimeClasses. */
  readonly runtimeClasses?: readonly string[];
  /**
   * What its peer-pods-cm says: the list as it is written there, empty where none is, and the type for pods that ask
   * for none.
   */
  readonly allowedInstanceTypes?: {
    readonly provider: string;
    readonly types: readonly string[];
    readonly default?: string;
  };
  /** All its nodes, with what selectors look at. Left out where there are more than `maxClusterNodes`. */
  readonly nodes?: readonly { readonly name: string; readonly labels: Readonly<Record<string, string>> }[];
  /** All its KataConfigs. `words` is one line: `kata 3/5, worker-1 installing`. */
  readonly kataConfigs?: readonly {
    readonly name: string;
    readonly words: string;
    readonly health: ClusterObjectHealth;
  }[];
  /** It has no workers of its own: the operator ignores the selector of a KataConfig. */
  readonly converged?: boolean;
  /** The number of nodes on which Kata is installed, as the KataConfigs report it. */
  readonly kataNodes?: number;
}

/** How an object of a cluster does. */
export type ClusterObjectHealth = 'ok' | 'busy' | 'attention' | 'failed' | 'unknown';

/** Of a cluster with more nodes than this, none are told of: rules say nothing by a part of them. */
export const maxClusterNodes = 5000;

/**
 * Client to server: what is known at a place of a PromQL text that is in no file, that of the metrics view. All offsets
 * count UTF-16 units of the text. Never fails: of a text that is too long (100 kB) nothing is said.
 */
export const promqlAssistRequest = 'osc/promqlAssist';
export interface PromqlAssistParams {
  readonly text: string;
  readonly offset: number;
}
export interface PromqlAssist {
  /** All that may stand at the offset, best first; what was begun there is for the client to compare with. */
  readonly completions: readonly PromqlCompletion[];
  readonly problems: readonly PromqlDiagnostic[];
  /** What stands at the offset, explained. */
  readonly hover?: PromqlHover;
}
export interface PromqlCompletion {
  readonly label: string;
  readonly kind: 'series' | 'label' | 'value' | 'function' | 'aggregation' | 'keyword' | 'duration';
  /** What takes the place of the text from `start` to `end`. */
  readonly insertText: string;
  readonly start: number;
  readonly end: number;
  /** Few words: the type of a series and its unit, whose label it is. */
  readonly detail: string;
  /** One sentence or two, plain text. */
  readonly help?: string;
}
export interface PromqlDiagnostic {
  /** `osc/promql-unknown-metric` */
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** What may take its place: the nearest name. */
  readonly replacement?: string;
}
export interface PromqlHover {
  readonly start: number;
  readonly end: number;
  readonly markdown: string;
}
