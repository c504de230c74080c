/** What a document says that decides which fields it may have. */
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

/** What is known of a document for hover and rules. */
export function createFieldContext(
  { kind, root }: Manifest,
  release: Release,
  workspace: WorkspaceSnapshot | undefined,
): FieldContext {
  return aboutBy(kind, (path) => getYamlString(root, path), release, workspace);
}

/** The same of a text that is being written: what its lines say, whether or not they can be parsed. */
export function createFieldContextFromLines(
  kind: KindKnowledge,
  text: string,
  release: Release,
  workspace: WorkspaceSnapshot | undefined,
): FieldContext {
  if (kind.fieldsFor === undefined) return { release };
  const read = (path: readonly string[]) => {
    const match = new RegExp(
      `^[ \\t]+["']?${escapeRegExp(path.at(-1) ?? '')}["']?:[ \\t]+(?:"([^"\\r\\n]*)"|'([^'\\r\\n]*)'|([^\\s#"'][^\\r\\n#]*))`,
      'm',
    ).exec(text);
    return match?.[1] ?? match?.[2] ?? match?.[3]?.trim();
  };
  return aboutBy(kind, read, release, workspace);
}

/** The string at a path, if there is one. */
type Read = (path: readonly string[]) => string | undefined;

function aboutBy(
  kind: KindKnowledge,
  read: Read,
  release: Release,
  workspace: WorkspaceSnapshot | undefined,
): FieldContext {
  const provider = providerBy(kind, read, workspace);
  const runtimeClass = kind.podPath === undefined ? undefined : read([...kind.podPath, 'spec', 'runtimeClassName']);
  const listed =
    kind.id === 'peer-pods-cm'
      ? listedTypes((key) => read(['data', key]), provider, release)
      : kind.podPath === undefined
        ? undefined
        : allowedTypes(release, workspace);
  return {
    release,
    ...(provider === undefined ? {} : { provider }),
    ...(runtimeClass === undefined ? {} : { runtimeClass }),
    ...(listed === undefined ? {} : { instanceTypes: listed }),
  };
}

/** CLOUD_PROVIDER as the document says it, or its name; for a Secret what the only ConfigMap of the workspace says. */
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

/** The instance types that a ConfigMap allows; undefined where it says nothing certain. */
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

/** The types that every peer-pods-cm of the workspace allows together: what to offer to a pod. */
function allowedTypes(release: Release, workspace: WorkspaceSnapshot | undefined): readonly string[] | undefined {
  const types = new Set((workspace?.of('peer-pods-cm') ?? []).flatMap((fact) => typesOfFact(fact, release) ?? []));
  return types.size === 0 ? undefined : [...types];
}

/** The instance types that the ConfigMap of another file allows. */
export function typesOfFact({ object }: IndexedObject, release: Release): readonly string[] | undefined {
  const value = (key: string) => object.values.get(key)?.text;
  return listedTypes(value, value('CLOUD_PROVIDER'), release);
}
