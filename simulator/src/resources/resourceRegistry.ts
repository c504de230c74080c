/** Which resources there are now: those of the data, and those that CustomResourceDefinitions made. */
import { formatQualifiedName, type ResourceName } from '../store/resourceName.ts';
import type { ResourceType } from '../store/resourceType.ts';
import { kubernetesTypes } from './kubernetesTypes.ts';
import { openShiftTypes } from './openShiftTypes.ts';

export class Resources {
  readonly #types = new Map<string, ResourceType>();
  readonly #builtIn: ReadonlySet<string>;
  /** Counts changes: whoever keeps what he made of the list knows when to make it again. */
  #revision = 0;

  constructor(types: readonly ResourceType[] = [...kubernetesTypes, ...openShiftTypes]) {
    for (const type of types) this.#types.set(formatQualifiedName(type), type);
    this.#builtIn = new Set(this.#types.keys());
  }

  get revision(): number {
    return this.#revision;
  }

  get all(): readonly ResourceType[] {
    return [...this.#types.values()];
  }

  /** Whatever its version. */
  named(name: ResourceName): ResourceType | undefined {
    return this.#types.get(formatQualifiedName(name));
  }

  /** The one that is served under this path. */
  find(group: string, version: string, plural: string): ResourceType | undefined {
    const type = this.#types.get(formatQualifiedName({ group, plural }));
    return type?.versions.includes(version) === true ? type : undefined;
  }

  /** By kind, as ownerReferences and manifests name it. */
  ofKind(apiVersion: string, kind: string): ResourceType | undefined {
    const slash = apiVersion.indexOf('/');
    const group = slash < 0 ? '' : apiVersion.slice(0, slash);
    const version = apiVersion.slice(slash + 1);
    return this.all.find((type) => type.kind === kind && type.group === group && type.versions.includes(version));
  }

  /** The type of this name, for programs that know that it is there. */
  need(group: string, plural: string): ResourceType {
    const found = this.named({ group, plural });
    if (found === undefined) throw new Error(`the simulator has no resource ${formatQualifiedName({ group, plural })}`);
    return found;
  }

  isBuiltIn(name: ResourceName): boolean {
    return this.#builtIn.has(formatQualifiedName(name));
  }

  set(type: ResourceType): void {
    this.#types.set(formatQualifiedName(type), type);
    this.#revision += 1;
  }

  remove(name: ResourceName): void {
    if (this.#types.delete(formatQualifiedName(name))) this.#revision += 1;
  }
}
