/** Determines the properties of a document that decide which fields it can have. */
import type { FieldContext, KindKnowledge } from '#core/kinds/field.ts';
import { findPodVmImageProvider } from '#core/peerPods/keys/podVmImageKeys.ts';
import { isDocumentedProvider, providerNamed } from '#core/peerPods/providers.ts';
import { splitList } from '#core/peerPods/parseGoValues.ts';
import type { Release } from '#core/product/releases.ts';
import type { WorkspaceSnapshot } from './workspaceSnapshot.ts';
import type { IndexedObject } from './indexedObject.ts';
import { escapeRegExp } from '../text/escapeRegExp.ts';
import type { Manifest } from '../yaml/manifestModel.ts';
import { getYamlString } from '../yaml/node.ts';

/** Returns the properties of a document for hovers and rules. */
export function createFieldContext(
  { kind, root }: Manifest,
  release: Release,
  workspace: WorkspaceSnapshot | undefined,
): FieldContext {
  return aboutBy(kind, (path) => getYamlString(root, path), release, workspace);
}

/**
 * Returns the same properties from the lines of a text. Also works while the user is typing and the text can't be
 * parsed.
 */
export function createFieldContextFromLines(
  kind: KindKnowledge,
  text: string,
  release: Release,
  workspace: WorkspaceSnapshot | undefined,
): FieldContext {
  if (kind.fieldsFor === undefined) return { release };
  const read = (path: readonly string[]) => {
    const match = new RegExp(
      `^[ \\t]${path.length === 1 ? '*' : '+'}["']?${escapeRegExp(path.at(-1) ?? '')}["']?:[ \\t]+(?:"([^"\\r\\n]*)"|'([^'\\r\\n]*)'|([^\\s#"'][^\\r\\n#]*))`,
      'm',
    ).exec(text);
    return match?.[1] ?? match?.[2] ?? match?.[3]?.trim();
  };
  return aboutBy(kind, read, release, workspace);
}

/** Returns the string at a path, if there is one. */
type Read = (path: readonly string[]) => string | undefined;

function aboutBy(
  kind: KindKnowledge,
  read: Read,
  release: Release,
  workspace: WorkspaceSnapshot | undefined,
): FieldContext {
  const provider = providerBy(kind, read, workspace);
  const runtimeClass = kind.podPath === undefined ? undefined : read([...kind.podPath, 'spec', 'runtimeClassName']);
  const apiVersion = kind.versions.length > 1 ? read(['apiVersion']) : undefined;
  const listed =
    kind.id === 'peer-pods-cm'
      ? listedTypes((key) => read(['data', key]), provider, release)
      : kind.podPath === undefined
        ? undefined
        : allowedTypes(release, workspace);
  return {
    release,
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(provider === undefined ? {} : { provider }),
    ...(runtimeClass === undefined ? {} : { runtimeClass }),
    ...(listed === undefined ? {} : { instanceTypes: listed }),
  };
}

/**
 * Returns the cloud provider of a document. For peer-pods-cm, reads CLOUD_PROVIDER. For other ConfigMaps, derives the
 * provider from the kind. For a Secret without CLOUD_PROVIDER, uses the ConfigMaps of the workspace if all of them
 * specify the same provider.
 */
function providerBy(kind: KindKnowledge, read: Read, workspace: WorkspaceSnapshot | undefined): string | undefined {
  const own = read(['data', 'CLOUD_PROVIDER']) ?? read(['stringData', 'CLOUD_PROVIDER']);
  if (kind.kind === 'ConfigMap')
    return kind.id === 'peer-pods-cm' ? (own === '' ? undefined : own) : findPodVmImageProvider(kind.id);
  if (kind.kind !== 'Secret') return undefined;
  if (own !== undefined && isDocumentedProvider(own)) return own;
  const said = new Set(
    (workspace?.of('peer-pods-cm') ?? []).map(({ object }) => object.values.get('CLOUD_PROVIDER')?.text),
  );
  const [only] = said;
  return said.size === 1 && only !== undefined && only !== '' ? only : undefined;
}

/** Returns the instance types that a ConfigMap allows, or undefined if they can't be determined. */
function listedTypes(
  values: (key: string) => string | undefined,
  provider: string | undefined,
  release: Release,
): readonly string[] | undefined {
  const keys = provider === undefined ? undefined : providerNamed(provider)?.instanceTypes;
  const listed = keys?.listKey === undefined ? undefined : values(keys.listKey);
  if (keys?.listKey === undefined || listed === undefined) return undefined;
  const items = splitList(listed, release, keys.listKey);
  return items.outcome === 'read' ? items.value.map(({ text }) => text) : undefined;
}

/**
 * Returns the instance types that all peer-pods-cm ConfigMaps of the workspace allow together, for completions in pods.
 */
function allowedTypes(release: Release, workspace: WorkspaceSnapshot | undefined): readonly string[] | undefined {
  const types = new Set((workspace?.of('peer-pods-cm') ?? []).flatMap((fact) => typesOfFact(fact, release) ?? []));
  return types.size === 0 ? undefined : [...types];
}

/** Returns the instance types that a ConfigMap in another file allows. */
export function typesOfFact({ object }: IndexedObject, release: Release): readonly string[] | undefined {
  const value = (key: string) => object.values.get(key)?.text;
  return listedTypes(value, value('CLOUD_PROVIDER'), release);
}
