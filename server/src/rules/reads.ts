/** What rules looked at besides the document: as long as that is the same, so is what they found. */
import type { Release } from '../../../core/releases.ts';
import type { ObjectFact, WorkspaceFacts } from '../workspace/facts.ts';
import type { Sibling } from './rule.ts';

/** What there is around a document. */
export interface Around {
  readonly release: Release;
  readonly workspace: WorkspaceFacts | undefined;
  /** The objects of the file. */
  readonly siblings: readonly Sibling[];
  readonly position: number;
}

/** Notes what is looked at, and nothing else: what was not is not kept in memory. */
export class Reads {
  readonly #release: Release;
  readonly #hasWorkspace: boolean;
  readonly #lists = new Map<string, readonly ObjectFact[]>();
  readonly #position: number;
  #siblings: readonly Sibling[] | undefined;
  #earlier: readonly Sibling[] | undefined;
  #mentions: boolean | undefined;
  #envFiles: WorkspaceFacts['envFiles'] | undefined;
  #envProviders: WorkspaceFacts['envProviders'] | undefined;

  constructor({ release, workspace, position }: Around) {
    this.#release = release;
    this.#hasWorkspace = workspace !== undefined;
    this.#position = position;
  }

  /** A rule looked at the other objects of the file, or at its own place among them. */
  readSiblings(siblings: readonly Sibling[]): void {
    this.#siblings = siblings;
  }

  /** A rule looked at those before it alone. */
  readEarlier(siblings: readonly Sibling[]): void {
    this.#earlier = siblings;
  }

  /** The workspace as rules are given it. */
  noting(facts: WorkspaceFacts): WorkspaceFacts {
    const noteMentions = (value: boolean) => (this.#mentions = value);
    const noteEnvFiles = (value: WorkspaceFacts['envFiles']) => (this.#envFiles = value);
    const noteEnvProviders = (value: WorkspaceFacts['envProviders']) => (this.#envProviders = value);
    return {
      of: (id) => {
        const list = facts.of(id);
        this.#lists.set(id, list);
        return list;
      },
      get mentionsPeerPodsConfigMap() {
        return noteMentions(facts.mentionsPeerPodsConfigMap);
      },
      get envFiles() {
        return noteEnvFiles(facts.envFiles);
      },
      get envProviders() {
        return noteEnvProviders(facts.envProviders);
      },
    };
  }

  /** Would rules see the same now? Lists of the workspace are the same objects as long as nothing in them changed. */
  stillHold({ release, workspace, siblings, position }: Around): boolean {
    if (release !== this.#release || (workspace !== undefined) !== this.#hasWorkspace) return false;
    if (this.#mentions !== undefined && workspace?.mentionsPeerPodsConfigMap !== this.#mentions) return false;
    if (this.#envFiles !== undefined && workspace?.envFiles !== this.#envFiles) return false;
    if (this.#envProviders !== undefined && workspace?.envProviders !== this.#envProviders) return false;
    for (const [id, list] of this.#lists) if (workspace?.of(id) !== list) return false;
    if (this.#earlier !== undefined && (position !== this.#position || !sameSiblings(siblings, this.#earlier, position))) return false;
    return this.#siblings === undefined || (position === this.#position && sameSiblings(siblings, this.#siblings));
  }
}

/** @param until only so many are compared */
function sameSiblings(one: readonly Sibling[], other: readonly Sibling[], until?: number): boolean {
  if (one === other) return true;
  if (until === undefined && one.length !== other.length) return false;
  for (let index = 0; index < (until ?? one.length); index += 1) if (one[index]?.manifest !== other[index]?.manifest) return false;
  return true;
}
