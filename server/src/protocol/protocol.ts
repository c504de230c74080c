/**
 * What client and server say to each other beyond the Language Server Protocol.
 * The only file of the server that the client imports.
 */
import type { ExplainedView } from '#core/explain/explainView.ts';
import type { SeveritySetting } from '#core/common/severity.ts';
import type { LspRange, TextEdit } from './textEdit.ts';

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
