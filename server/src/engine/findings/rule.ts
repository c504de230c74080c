/**
 * The shape of a rule. One rule is one file: what it looks for, why, where that is known from, how to mend it, and
 * examples.
 */
import type { FieldContext } from '#core/kinds/field.ts';
import type { Release } from '#core/product/releases.ts';
import type { Severity, SeveritySetting } from '#core/common/severity.ts';
import type { ValidationCluster } from '../cluster/knownCluster.ts';
import type { Manifest } from '../yaml/manifestModel.ts';
import type { SyntaxProblem } from '../yaml/parse/parse.ts';
import type { ClusterFacts } from '#server/protocol/clusterFacts.ts';
import type { SchemaError } from '../yaml/validateSchema.ts';
import type { Span } from '../text/span.ts';
import type { WorkspaceSnapshot } from '../workspace/workspaceSnapshot.ts';
import type { Related } from './related.ts';
import type { Message } from '#core/text/message.ts';

/** Text to put in place of a span. */
export interface Edit extends Span {
  readonly text: string;
}

/** A way to mend a finding. */
export interface Fix {
  /** What it does, as the user reads it: `Rename to logLevel`. */
  readonly title: string;
  readonly edits: readonly Edit[];
  /** There is no other reasonable mend, so "fix all" and `--fix` may apply it unasked. */
  readonly sure: boolean;
}

/** What a rule found. */
export interface Finding extends Span {
  /** What will happen, and what to do: one or two sentences. */
  readonly message: string;
  readonly fixes?: readonly Fix[];
  /** Less than the rule's own severity, where this case is less certain. */
  readonly severity?: Severity;
  readonly related?: readonly Related[];
  /** What mends it is another release to check for: where the client can ask for one, that is offered. */
  readonly offersReleases?: true;
}

/** What a rule may look at. */
export interface RuleContext {
  readonly manifest: Manifest;
  readonly release: Release;
  /** The user's severities by rule id. Only for rules that tell of what other rules found. */
  readonly severities: ReadonlyMap<string, SeveritySetting>;
  /** The document's own text; all spans are offsets in it. */
  readonly text: string;
  /** What the YAML reader could not make sense of. */
  readonly problems: readonly SyntaxProblem[];
  /** What decides which fields the document may have: release, provider, runtime class. */
  readonly about: () => FieldContext;
  /** What the schema of the kind says of this document. */
  readonly schemaErrors: () => readonly SchemaError[];
  /** The other manifests of the same file, with their place in it. Only for rules that need `file`. */
  readonly siblings: readonly Sibling[];
  /**
   * Those of them that come before this one: whoever asks for these alone need not look again when a later one changes.
   */
  readonly earlier: readonly Sibling[];
  readonly position: number;
  /** Undefined while the workspace is not known: then rules that need it stay silent. */
  readonly workspace: WorkspaceSnapshot | undefined;
  /**
   * The cluster that the user chose; undefined where there is none, on the command line, and for rules that look at
   * nothing but the document.
   */
  readonly cluster: ValidationCluster | undefined;
  readonly uri: string;
}

/** A manifest of the same file. */
export interface Sibling {
  readonly manifest: Manifest;
  /** Which document of the file it is, from 0. */
  readonly position: number;
}

/** What a rule must know besides the document. */
type Need = 'file' | 'workspace' | 'cluster';

/** An example: both the documentation and the test of the rule. */
export interface Example {
  /** YAML with marks: `# ^^^ want` under what the rule must find. */
  readonly avoid: string;
  /** What mending it gives, and what the rule is silent on. */
  readonly prefer: string;
  /** For which release; the newest when left out. */
  readonly release?: string;
  /** Which of the offered fixes turns `avoid` into `prefer`, by its title; by default the first of each finding. */
  readonly fix?: string;
  /** It is an env file, from which a kustomization makes the object of this id. */
  readonly envFileOf?: string;
  /** Other files of the workspace, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** What is known of a cluster. Its time is read in the time zone of the reader. */
  readonly cluster?: ClusterFacts;
}

/** In what language a rule's examples are: what it looks at. */
export type RuleLanguage = 'yaml' | 'rego' | 'toml' | 'promql';

/** One thing that can be wrong, known well enough to say so: all that those must know who show it. */
export interface RuleInfo {
  /** `kataconfig-loglevel`; users see it as `osc/kataconfig-loglevel`. */
  readonly id: string;
  readonly title: Message;
  readonly severity: Severity;
  /** The kinds that it looks at; of others, what it looks at in words: `Agent policy`. */
  readonly appliesTo: readonly (string | Message)[];
  /** YAML when left out. */
  readonly language?: RuleLanguage;
  /** The releases that it is true for; all when left out. */
  readonly releases?: (release: Release) => boolean;
  /** What happens to whoever ignores it. Markdown. */
  readonly why: Message;
  /** Where that is known from: `repo@commit path`, or a section of a document. */
  readonly source: readonly string[];
  readonly examples: readonly [Example, ...Example[]];
  /**
   * The Red Hat YAML extension, once it has our schema, says the same: where it is active, this rule leaves it to it.
   */
  readonly saidByYamlExtension?: boolean;
}

/** A rule that looks at manifests. */
export interface ManifestRule extends RuleInfo {
  readonly language?: 'yaml';
  readonly needs?: readonly Need[];
  /** It speaks of what is not there, and a kustomization that changes the object may add it. */
  readonly mayBeAdded?: boolean;
  /** `syntax`: it looks at documents that cannot be read, where no other rule runs. */
  readonly reads?: 'syntax';
  check(context: RuleContext): Iterable<Finding>;
}

/** Checks the shape of a rule where it is written. */
export function defineRule(rule: ManifestRule): ManifestRule {
  return rule;
}

/** The name under which users meet a rule. */
export function toPublicRuleId(id: string): string {
  return `osc/${id}`;
}

/** The rule's own id from what a user wrote, with or without `osc/`. */
export function toInternalRuleId(name: string): string {
  return name.startsWith('osc/') ? name.slice('osc/'.length) : name;
}
