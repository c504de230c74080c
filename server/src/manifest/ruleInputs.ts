/**
 * Tracks what rules read in addition to the document. If those inputs are unchanged, the findings are unchanged too.
 */
import type { Release } from '#core/product/releases.ts';
import type { ValidationCluster } from '../engine/cluster/knownCluster.ts';
import type { WorkspaceSnapshot } from '../engine/workspace/workspaceSnapshot.ts';
import type { IndexedObject } from '../engine/workspace/indexedObject.ts';
import type { Sibling } from '../engine/findings/rule.ts';

/** Inputs that the rules can use while the documents of a file are checked. */
export class RuleInputs {
  readonly release: Release;
  readonly workspace: WorkspaceSnapshot | undefined;
  readonly cluster: ValidationCluster | undefined;
  /** Objects in the file. */
  readonly siblings: readonly Sibling[];
  #compared: readonly Sibling[] | undefined;
  #common = 0;

  constructor(
    { release, workspace, cluster }: Pick<RuleInputs, 'release' | 'workspace' | 'cluster'>,
    siblings: readonly Sibling[],
  ) {
    this.release = release;
    this.workspace = workspace;
    this.cluster = cluster;
    this.siblings = siblings;
  }

  /**
   * Returns how many objects at the start of this list are still the same in the file. Most callers pass the same list,
   * so the last comparison is cached.
   */
  commonWith(other: readonly Sibling[]): number {
    if (other === this.siblings) return other.length;
    if (other === this.#compared) return this.#common;
    let common = 0;
    while (common < other.length && this.siblings[common]?.manifest === other[common]?.manifest) common += 1;
    this.#compared = other;
    this.#common = common;
    return common;
  }
}

/** The parts of the workspace that are recorded. */
const notedParts = [
  'mentionsPeerPodsConfigMap',
  'envFiles',
  'envProviders',
  'overlays',
  'crds',
  'kataConfigs',
  'whole',
] as const;
type NotedPart = (typeof notedParts)[number];
type Mutable<Of> = { -readonly [Key in keyof Of]: Of[Key] };

/**
 * A workspace that records what rules read. It's a class, because an object with getters of its own would take several
 * times as long to create.
 */
class NotingWorkspace implements WorkspaceSnapshot {
  readonly of: WorkspaceSnapshot['of'];
  // Not recorded, because only rules for PromQL and policies read them. Their findings aren't cached with the object.
  readonly records: WorkspaceSnapshot['records'];
  readonly policies: WorkspaceSnapshot['policies'];
  // Not recorded, because it doesn't change.
  readonly missingEnvFiles: WorkspaceSnapshot['missingEnvFiles'];
  readonly #facts: WorkspaceSnapshot;
  readonly #tracker: RuleInputTracker;

  constructor(facts: WorkspaceSnapshot, tracker: RuleInputTracker) {
    this.#facts = facts;
    this.#tracker = tracker;
    this.records = facts.records;
    this.policies = facts.policies;
    this.missingEnvFiles = facts.missingEnvFiles;
    this.of = (id) => {
      const list = facts.of(id);
      tracker.readList(id, list);
      return list;
    };
  }

  get mentionsPeerPodsConfigMap(): boolean {
    return this.#tracker.readPart('mentionsPeerPodsConfigMap', this.#facts.mentionsPeerPodsConfigMap);
  }

  get envFiles(): WorkspaceSnapshot['envFiles'] {
    return this.#tracker.readPart('envFiles', this.#facts.envFiles);
  }

  get envProviders(): WorkspaceSnapshot['envProviders'] {
    return this.#tracker.readPart('envProviders', this.#facts.envProviders);
  }

  get overlays(): WorkspaceSnapshot['overlays'] {
    return this.#tracker.readPart('overlays', this.#facts.overlays);
  }

  get crds(): WorkspaceSnapshot['crds'] {
    return this.#tracker.readPart('crds', this.#facts.crds);
  }

  get kataConfigs(): WorkspaceSnapshot['kataConfigs'] {
    return this.#tracker.readPart('kataConfigs', this.#facts.kataConfigs);
  }

  get whole(): boolean {
    return this.#tracker.readPart('whole', this.#facts.whole);
  }
}

/** Records which inputs rules read. Inputs that weren't read aren't kept in memory. */
export class RuleInputTracker {
  readonly #release: Release;
  readonly #hasWorkspace: boolean;
  readonly #hasCluster: boolean;
  #cluster: Map<keyof ValidationCluster, unknown> | undefined;
  #lists: Map<string, readonly IndexedObject[]> | undefined;
  readonly #position: number;
  #siblings: readonly Sibling[] | undefined;
  #earlier: readonly Sibling[] | undefined;
  #parts: Partial<Pick<Mutable<WorkspaceSnapshot>, NotedPart>> | undefined;

  constructor({ release, workspace, cluster }: RuleInputs, position: number) {
    this.#release = release;
    this.#hasWorkspace = workspace !== undefined;
    this.#hasCluster = cluster !== undefined;
    this.#position = position;
  }

  /** Records that a rule read the other objects of the file, or its own position among them. */
  readSiblings(siblings: readonly Sibling[]): void {
    this.#siblings = siblings;
  }

  /** Records that a rule read only the objects before its own. */
  readEarlier(siblings: readonly Sibling[]): void {
    this.#earlier = siblings;
  }

  /** Returns a workspace for rules that records what they read. */
  noting(facts: WorkspaceSnapshot): WorkspaceSnapshot {
    return new NotingWorkspace(facts, this);
  }

  /** Records that a rule read the objects of a kind. */
  readList(id: string, list: readonly IndexedObject[]): void {
    (this.#lists ??= new Map()).set(id, list);
  }

  /** Records that a rule read a part of the workspace. */
  readPart<Part extends NotedPart>(part: Part, value: WorkspaceSnapshot[Part]): WorkspaceSnapshot[Part] {
    (this.#parts ??= {})[part] = value;
    return value;
  }

  /** Returns a cluster for rules that records what they read. */
  notingCluster(cluster: ValidationCluster): ValidationCluster {
    const note = <Part extends keyof ValidationCluster>(part: Part): ValidationCluster[Part] => {
      (this.#cluster ??= new Map()).set(part, cluster[part]);
      return cluster[part];
    };
    return {
      get name() {
        return note('name');
      },
      get asOf() {
        return note('asOf');
      },
      get said() {
        return note('said');
      },
      get release() {
        return note('release');
      },
      get unknownRelease() {
        return note('unknownRelease');
      },
      get openShift() {
        return note('openShift');
      },
      get kubernetes() {
        return note('kubernetes');
      },
      get runtimeClasses() {
        return note('runtimeClasses');
      },
      get allowedInstanceTypes() {
        return note('allowedInstanceTypes');
      },
      get nodes() {
        return note('nodes');
      },
      get kataConfigs() {
        return note('kataConfigs');
      },
      get converged() {
        return note('converged');
      },
      get kataNodes() {
        return note('kataNodes');
      },
    };
  }

  /**
   * Returns whether the recorded inputs are unchanged. Lists of the workspace and parts of the cluster are the same
   * objects as long as nothing in them has changed.
   */
  stillHold(around: RuleInputs, position: number): boolean {
    const { release, workspace, cluster, siblings } = around;
    if (
      release !== this.#release ||
      (workspace !== undefined) !== this.#hasWorkspace ||
      (cluster !== undefined) !== this.#hasCluster
    )
      return false;
    for (const [part, value] of this.#cluster ?? []) if (cluster?.[part] !== value) return false;
    if (this.#parts !== undefined)
      for (const part of notedParts)
        if (this.#parts[part] !== undefined && workspace?.[part] !== this.#parts[part]) return false;
    for (const [id, list] of this.#lists ?? []) if (workspace?.of(id) !== list) return false;
    if (this.#earlier !== undefined && (position !== this.#position || around.commonWith(this.#earlier) < position))
      return false;
    if (this.#siblings === undefined) return true;
    return (
      position === this.#position &&
      siblings.length === this.#siblings.length &&
      around.commonWith(this.#siblings) === siblings.length
    );
  }
}
