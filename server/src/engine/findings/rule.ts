/** The shape of a rule. Each rule has its own file with the check, its reason, its source, its fixes, and examples. */
import type { FieldContext } from '#core/kinds/field.ts';
import type { KubernetesRange } from '#core/kubernetes/kubernetesVersions.ts';
import type { Advisory } from '#core/common/advisory.ts';
import type { Release } from '#core/product/releases.ts';
import type { Severity, SeveritySetting } from '#core/common/severity.ts';
import type { ValidationCluster } from '../cluster/knownCluster.ts';
import type { Manifest } from '../yaml/manifestModel.ts';
import type { SyntaxProblem } from '../yaml/parse/parse.ts';
import type { ClusterFacts } from '#server/protocol/clusterFacts.ts';
import type { SchemaError } from '../yaml/validateSchema.ts';
import type { Span } from '../text/span.ts';
import type { CommonChange } from '../workspace/kustomize/kustomizationFact.ts';
import type { WorkspaceSnapshot } from '../workspace/workspaceSnapshot.ts';
import type { Related } from './related.ts';
import type { Message } from '#core/text/message.ts';

/** Text that replaces a span. */
export interface Edit extends Span {
  readonly text: string;
}

/** A fix for a finding. */
export interface Fix {
  /** Description of the fix for the user, such as `Rename to logLevel`. */
  readonly title: string;
  readonly edits: readonly Edit[];
  /** True if there is no other reasonable fix, so that "fix all" and `--fix` can apply it automatically. */
  readonly sure: boolean;
}

/** A span with a message. */
export interface ExplainedSpan extends Span {
  readonly message: string;
}

/** A finding of a rule. */
export interface Finding extends Span {
  /** The consequence and the fix, in one or two sentences. */
  readonly message: string;
  readonly fixes?: readonly Fix[];
  /** A lower severity than that of the rule, if this case is less certain. */
  readonly severity?: Severity;
  readonly related?: readonly Related[];
  /** Other places in the same text that the finding is about. */
  readonly alsoAt?: readonly ExplainedSpan[];
  /** Published advisory that the finding is about, for reports. */
  readonly advisory?: Advisory;
  /** True if the finding isn't reported in the patch files of a kustomization, which contain only parts of objects. */
  readonly skipsPatches?: true;
  /** Set if a kustomization with images or with labels for selectors might fix the problem. */
  readonly changedBy?: CommonChange;
  /** True if the fix is to check against another release. The client then offers to select one, if supported. */
  readonly offersReleases?: true;
  /** What the command line reports instead, because it can't open embedded text in an editor. */
  readonly onCommandLine?: readonly CommandLineFinding[];
}

/** A finding at the position of another one that the command line reports instead. */
export interface CommandLineFinding {
  readonly severity: Severity;
  readonly message: string;
  readonly advisory?: Advisory;
}

/** The data that a rule can use. */
export interface RuleContext {
  readonly manifest: Manifest;
  readonly release: Release;
  /** The user's severities by rule ID. Only for rules that summarize findings of other rules. */
  readonly severities: ReadonlyMap<string, SeveritySetting>;
  /** Text of the document. All spans are offsets in it. */
  readonly text: string;
  /** Syntax problems that the YAML parser reported. */
  readonly problems: readonly SyntaxProblem[];
  /** Returns the context that determines the allowed fields: release, provider, and runtime class. */
  readonly about: () => FieldContext;
  /** Returns the errors of validating this document against the schema of its kind. */
  readonly schemaErrors: () => readonly SchemaError[];
  /** Returns the Kubernetes versions to check for: that of the selected cluster, or those of the release. */
  readonly kubernetes: () => KubernetesRange;
  /** The other manifests of the same file with their positions. Only for rules that need `file`. */
  readonly siblings: readonly Sibling[];
  /**
   * The siblings before this manifest. A rule that uses only these doesn't need to run again when a later one changes.
   */
  readonly earlier: readonly Sibling[];
  readonly position: number;
  /** Undefined until the workspace is read. Rules that need it then report nothing. */
  readonly workspace: WorkspaceSnapshot | undefined;
  /**
   * The cluster that the user selected. Undefined if no cluster is selected, on the command line, and for rules that
   * use only the document.
   */
  readonly cluster: ValidationCluster | undefined;
  readonly uri: string;
}

/** Another manifest of the same file. */
export interface Sibling {
  readonly manifest: Manifest;
  /** Index of the document in the file, starting at 0. */
  readonly position: number;
}

/**
 * Additional inputs of a rule. Without a selected cluster, rules that need `cluster` don't run, but rules that need
 * `clusterIfSelected` do.
 */
type Need = 'file' | 'workspace' | 'cluster' | 'clusterIfSelected';

/** An example, used in the documentation and as a test of the rule. */
export interface Example {
  /** YAML with marks: `# ^^^ want` under the range that the rule must report. */
  readonly avoid: string;
  /**
   * The result of the fix, for which the rule must report nothing. Undefined if nothing in the file is wrong, so that
   * there is no fix.
   */
  readonly prefer?: string;
  /** The release to check against. Defaults to the latest. */
  readonly release?: string;
  /** The Kata version to check for. Defaults to that of the release. */
  readonly kataVersion?: string;
  /** Title of the fix that turns `avoid` into `prefer`. Defaults to the first fix of each finding. */
  readonly fix?: string;
  /** ID of the object that a kustomization creates from the example, if the example is an env file. */
  readonly envFileOf?: string;
  /** Name of the file, if the rule checks only files with certain names. */
  readonly fileName?: string;
  /** Language of the example, if it differs from that of the rule. */
  readonly language?: RuleLanguage;
  /** Other files of the workspace by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Env files that don't exist. */
  readonly missingFiles?: readonly string[];
  /** Known data about a cluster. Messages show the time of the data in the local time zone. */
  readonly cluster?: ClusterFacts;
}

/** Language of the files that a rule checks, and of its examples. */
export type RuleLanguage = 'yaml' | 'rego' | 'toml' | 'promql' | 'sh';

/** The description of a rule, with all data that is required to display it. */
export interface RuleInfo {
  /** ID such as `kataconfig-loglevel`. Users see it as `osc/kataconfig-loglevel`. */
  readonly id: string;
  readonly title: Message;
  readonly severity: Severity;
  /** The kinds that the rule checks. For other files, a description such as `Agent policy`. */
  readonly appliesTo: readonly (string | Message)[];
  /** Defaults to YAML. */
  readonly language?: RuleLanguage;
  /** Returns whether the rule applies to a release. By default, it applies to all releases. */
  readonly releases?: (release: Release) => boolean;
  /** The consequences of ignoring the finding, in Markdown. */
  readonly why: Message;
  /** Sources of the rule, as `repo@commit path` or a documentation section. */
  readonly source: readonly string[];
  /** Returns the examples. Only the documentation and tests use them, so that programs don't create them. */
  readonly examples: () => readonly [Example, ...Example[]];
  /**
   * True if the Red Hat YAML extension reports the same findings with the product's schema. If that extension is
   * active, the rule is skipped.
   */
  readonly coveredByYamlExtension?: boolean;
  /**
   * True if the Red Hat YAML extension reports the same findings in files for which `yaml.schemas` contains
   * `kubernetes`. In these files, the rule is skipped.
   */
  readonly coveredByKubernetesSchema?: boolean;
}

/** A rule that checks manifests. */
export interface ManifestRule extends RuleInfo {
  readonly language?: 'yaml';
  readonly needs?: readonly Need[];
  /** True if the rule reports missing content that a kustomization might add to the object. */
  readonly mayBeAdded?: boolean;
  /** True if the rule reports nothing in the patch files of a kustomization, which contain only parts of objects. */
  readonly skipsPatches?: boolean;
  /** `syntax`: the rule checks only documents with syntax errors, for which no other rule runs. */
  readonly reads?: 'syntax';
  check(context: RuleContext): Iterable<Finding>;
}

/** Returns the rule unchanged, so that TypeScript checks its type where it's defined. */
export function defineRule(rule: ManifestRule): ManifestRule {
  return rule;
}

/** Returns the rule ID that users see. */
export function toPublicRuleId(id: string): string {
  return `osc/${id}`;
}

/** Returns the internal rule ID for a name with or without `osc/`. */
export function toInternalRuleId(name: string): string {
  return name.startsWith('osc/') ? name.slice('osc/'.length) : name;
}
