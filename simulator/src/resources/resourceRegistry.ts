/** Keeps the list of available resource types: the built-in ones and those created by CustomResourceDefinitions. */
import { formatQualifiedName, type ResourceName } from '../store/resourceName.ts';
import type { ResourceType } from '../store/resourceType.ts';
import { kubernetesTypes } from './kubernetesTypes.ts';
import { openShiftTypes } from './openShiftTypes.ts';

export class Resources {
  readonly #types = new Map<string, ResourceType>();
  readonly #builtIn: ReadonlyMap<string, ResourceType>;
  /**
   * Number of changes to the list. Callers that cache values derived from the list compare it to detect outdated
   * values.
   */
  #revision = 0;

  constructor(types: readonly ResourceType[] = [...kubernetesTypes, ...openShiftTypes]) {
    for (const type of types) this.#types.set(formatQualifiedName(type), type);
    this.#builtIn = new Map(this.#types);
  }

  get revision(): number {
    return this.#revision;
  }

  get all(): readonly ResourceType[] {
    return [...this.#types.values()];
  }

  /** Finds a type by name, regardless of its version. */
  named(name: ResourceName): ResourceType | undefined {
    return this.#types.get(formatQualifiedName(name));
  }

  /** Finds the type with the given plural name if it's served in the given group and version. */
  find(group: string, version: string, plural: string): ResourceType | undefined {
    const type = this.#types.get(formatQualifiedName({ group, plural }));
    return type?.versions.includes(version) === true ? type : undefined;
  }

  /** Finds a type by kind, as ownerReferences and manifests specify it. */
  ofKind(apiVersion: string, kind: string): ResourceType | undefined {
    const slash = apiVersion.indexOf('/');
    const group = slash < 0 ? '' : apiVersion.slice(0, slash);
    const version = apiVersion.slice(slash + 1);
    return this.all.find((type) => type.kind === kind && type.group === group && type.versions.includes(version));
  }

  /**
   * Returns the type with the given name. Use it for types that always exist.
   * @throws if the type doesn't exist
   */
  need(group: string, plural: string): ResourceType {
    const found = this.named({ group, plural });
    if (found === undefined)
      throw new Error(`the simulator doesn't support the resource ${formatQualifiedName({ group, plural })}`);
    return found;
  }

  /** Returns the type as it is without a CustomResourceDefinition. Returns undefined if it isn't built in. */
  builtIn(name: ResourceName): ResourceType | undefined {
    return this.#builtIn.get(formatQualifiedName(name));
  }

  set(type: ResourceType): void {
    this.#types.set(formatQualifiedName(type), type);
    this.#revision += 1;
  }

  remove(name: ResourceName): void {
    if (this.#types.delete(formatQualifiedName(name))) this.#revision += 1;
  }
}
