/** Converts objects to their representations: complete, metadata only, or as table rows. */
import type { JsonObject, KubeObject } from '#simulator/store/kubeObject.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import type { ResourceType } from '#simulator/store/resourceType.ts';
import { formatApiVersion } from '#simulator/store/resourceType.ts';

/** The representation that a client accepts. */
export type ResponseShape = 'object' | 'partial' | 'table';

/** Parses the Accept header. Returns undefined if no supported representation is accepted. */
export function parseAcceptHeader(accept: string | undefined): ResponseShape | undefined {
  if (accept === undefined || accept.trim() === '') return 'object';
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range
      .trim()
      .split(';')
      .map((part) => part.trim());
    if (!['application/json', '*/*', 'application/*', 'application/yaml'].includes(type)) continue;
    const as = parameters.find((parameter) => parameter.startsWith('as='))?.slice(3);
    if (as === undefined) return 'object';
    if (
      !parameters.includes('g=meta.k8s.io') ||
      !parameters.some((parameter) => parameter === 'v=v1' || parameter === 'v=v1beta1')
    )
      continue;
    if (as === 'Table') return 'table';
    if (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') return 'partial';
  }
  return undefined;
}

/** Returns the type of the objects in the store. */
export function storedType(resource: ResourceType): ResourceName {
  return resource.storedAs?.name ?? resource;
}

/** Returns an object in the requested API version. */
export function convertToVersion(object: KubeObject, resource: ResourceType, version: string): KubeObject {
  if (resource.storedAs !== undefined) return resource.storedAs.convert(object);
  const apiVersion = formatApiVersion({ group: resource.group, version });
  return object.apiVersion === apiVersion ? object : { ...object, apiVersion };
}

export function partial(object: KubeObject): JsonObject {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata };
}

/**
 * Returns a table.
 * @param include the part of each object in its row: none, its metadata, or the whole object
 */
export function table(
  resource: ResourceType,
  items: readonly KubeObject[],
  metadata: JsonObject,
  options: { readonly now: number; readonly include: string; readonly withColumns: boolean },
): JsonObject {
  const { now, include, withColumns } = options;
  const columnDefinitions = withColumns
    ? resource.columns.map(({ name, type, format = '', description = '', priority = 0 }) => ({
        name,
        type: type === 'date' && !resource.custom ? 'string' : type,
        format,
        description,
        priority,
      }))
    : null;
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions,
    rows: items.map((object) => ({
      cells: resource.columns.map(({ cell }) => cell(object, now)),
      ...(include === 'None' ? {} : { object: include === 'Object' ? object : partial(object) }),
    })),
  };
}
