/**
 * Handles CustomResourceDefinitions (CRDs): serves the type of each CRD while the CRD exists, and deletes the custom
 * resources of deleted CRDs.
 */
import { formatKubernetesTime } from '../time/clock.ts';
import type { KubeObject } from '../store/kubeObject.ts';
import type { ResourceType, Strategy } from '../store/resourceType.ts';
import { formatQualifiedName } from '../store/resourceName.ts';
import type { Store } from '../store/store.ts';
import {
  cleanupFinalizer,
  establishedStatus,
  schemaOfDefinition,
  terminatingStatus,
  typeOfDefinition,
} from './customResourceDefinitions.ts';
import type { Resources } from './resourceRegistry.ts';
import type { Schema } from './schema.ts';
import type { Validator } from './schemaValidator.ts';
import { compileSchema } from './schemaValidator.ts';

export class CustomResources {
  readonly #store: Store;
  readonly #resources: Resources;
  readonly #definitions: ResourceType;

  constructor(store: Store, resources: Resources) {
    this.#store = store;
    this.#resources = resources;
    this.#definitions = resources.need('apiextensions.k8s.io', 'customresourcedefinitions');
    store.watch(undefined, 0, ({ type, resource, object }) => {
      if (formatQualifiedName(resource) !== formatQualifiedName(this.#definitions)) {
        if (type === 'DELETED' && resource.custom) this.#instanceGone(resource);
      } else if (type === 'DELETED') this.#forget(object);
      else if (object.metadata.deletionTimestamp === undefined) this.#serve(object);
      else this.#terminate(object);
    });
  }

  /** Returns the schema that the CRD of a type defines. Types that are built in can have a CRD too. */
  schemaOf(type: ResourceType, version: string): Schema | undefined {
    const definition = this.#store.get(this.#definitions, undefined, formatQualifiedName(type));
    return definition === undefined ? undefined : schemaOfDefinition(definition, version);
  }

  isTerminating(type: ResourceType): boolean {
    return (
      this.#store.get(this.#definitions, undefined, formatQualifiedName(type))?.metadata.deletionTimestamp !== undefined
    );
  }

  #serve(definition: KubeObject): void {
    const type = typeOfDefinition(definition, strategyOf(definition));
    const builtIn = type === undefined ? undefined : this.#resources.builtIn(type);
    if (type !== undefined && builtIn === undefined) this.#resources.set(type);
    // The built-in type keeps its columns and subresources. The CRD determines the versions and the validation.
    else if (type !== undefined && builtIn?.custom === true)
      this.#resources.set({ ...builtIn, versions: type.versions, strategy: type.strategy });
    const now = formatKubernetesTime(this.#store.clock.now());
    this.#store.patchStatus(this.#definitions, undefined, definition.metadata.name, (current) =>
      establishedStatus(current, now),
    );
  }

  #terminate(definition: KubeObject): void {
    const type = typeOfDefinition(definition, {});
    const served = type === undefined ? undefined : this.#resources.named(type);
    if (served === undefined || this.#resources.builtIn(served) !== undefined)
      return this.#release(definition.metadata.name);
    for (const { metadata } of this.#store.list(served).items) {
      if (metadata.deletionTimestamp === undefined) this.#store.delete(served, metadata.namespace, metadata.name);
    }
    if (this.#store.count(served) === 0) return this.#release(definition.metadata.name);
    const now = formatKubernetesTime(this.#store.clock.now());
    const isMarked = JSON.stringify(definition['status'] ?? {}).includes('InstanceDeletionInProgress');
    if (!isMarked)
      this.#store.patchStatus(this.#definitions, undefined, definition.metadata.name, (current) =>
        terminatingStatus(current, now),
      );
  }

  #instanceGone(resource: ResourceType): void {
    if (this.isTerminating(resource) && this.#store.count(resource) === 0) this.#release(formatQualifiedName(resource));
  }

  #release(name: string): void {
    this.#store.modify(this.#definitions, undefined, name, (current) => ({
      ...current,
      metadata: {
        ...current.metadata,
        finalizers: (current.metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizer),
      },
    }));
  }

  #forget(definition: KubeObject): void {
    const type = typeOfDefinition(definition, {});
    if (type === undefined) return;
    const builtIn = this.#resources.builtIn(type);
    if (builtIn === undefined) this.#resources.remove(type);
    else this.#resources.set(builtIn);
  }
}

/** Validates objects against the schema of the stored version. The schema is compiled when the first object arrives. */
function strategyOf(definition: KubeObject): Strategy {
  const made: { validator?: Validator } = {};
  return {
    validate: (object) => {
      const version = object.apiVersion.slice(object.apiVersion.indexOf('/') + 1);
      if (made.validator === undefined) {
        const compiled = compileSchema(schemaOfDefinition(definition, version));
        made.validator = compiled.ok ? compiled.value : (): readonly [] => [];
      }
      return made.validator(object);
    },
  };
}
