/** The data that rules use to check an object, and records what they read. */
import type { FieldContext } from '#core/kinds/field.ts';
import { kubernetesRange, type KubernetesRange } from '#core/kubernetes/kubernetesVersions.ts';
import type { Release } from '#core/product/releases.ts';
import type { ValidationCluster } from '../engine/cluster/knownCluster.ts';
import type { RuleContext, Sibling } from '../engine/findings/rule.ts';
import { createFieldContext } from '../engine/workspace/fieldContext.ts';
import type { WorkspaceSnapshot } from '../engine/workspace/workspaceSnapshot.ts';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import { validate, type SchemaError } from '../engine/yaml/validateSchema.ts';
import type { YamlDocument } from '../engine/yaml/yamlDocument.ts';
import type { ManifestEnvironment } from './manifestEnvironment.ts';
import type { RuleInputTracker } from './ruleInputs.ts';

/** What rules can read in addition to the document. */
interface Around {
  /** Objects in the file. */
  readonly siblings: readonly Sibling[];
  /** Index of the object among them. */
  readonly position: number;
  /** Records what the rules read. */
  readonly reads: RuleInputTracker;
}

/**
 * Returns the context of the rules that check an object.
 * @param around undefined for rules that use only the document. Their findings are cached with it, so these rules must
 *   not see other inputs
 */
export function createRuleContext(
  manifest: Manifest,
  document: YamlDocument,
  uri: string,
  environment: ManifestEnvironment,
  around?: Around,
): RuleContext {
  return new DocumentContext(manifest, document, uri, environment, around);
}

/** A class, because an object with getters of its own would take several times as long to create. */
class DocumentContext implements RuleContext {
  readonly manifest: Manifest;
  readonly release: Release;
  readonly severities: RuleContext['severities'];
  readonly text: string;
  readonly problems: RuleContext['problems'];
  readonly workspace: WorkspaceSnapshot | undefined;
  readonly cluster: ValidationCluster | undefined;
  readonly uri: string;
  readonly about: () => FieldContext;
  readonly schemaErrors: () => readonly SchemaError[];
  readonly kubernetes: () => KubernetesRange;
  readonly #around: Around | undefined;
  #errors: readonly SchemaError[] | undefined;
  #about: FieldContext | undefined;

  constructor(
    manifest: Manifest,
    document: YamlDocument,
    uri: string,
    { release, severities, workspace, cluster }: ManifestEnvironment,
    around: Around | undefined,
  ) {
    this.manifest = manifest;
    this.release = release;
    this.severities = severities;
    this.text = document.text;
    this.problems = document.parsed.problems;
    this.workspace = workspace === undefined ? undefined : around?.reads.noting(workspace);
    this.cluster = cluster === undefined ? undefined : around?.reads.notingCluster(cluster);
    this.uri = uri;
    this.#around = around;
    // Rules take these functions out of the context.
    this.about = () => (this.#about ??= createFieldContext(manifest, release, this.workspace));
    this.schemaErrors = () => (this.#errors ??= validate(manifest.kind.id, manifest.root));
    this.kubernetes = () => kubernetesRange(release.id, cluster);
  }

  get siblings(): readonly Sibling[] {
    if (this.#around === undefined) return [];
    this.#around.reads.readSiblings(this.#around.siblings);
    return this.#around.siblings;
  }

  get earlier(): readonly Sibling[] {
    if (this.#around === undefined) return [];
    this.#around.reads.readEarlier(this.#around.siblings);
    return this.#around.siblings.slice(0, this.#around.position);
  }

  get position(): number {
    if (this.#around === undefined) return 0;
    this.#around.reads.readSiblings(this.#around.siblings);
    return this.#around.position;
  }
}
