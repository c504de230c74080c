/** Follows the names in claims and warm pools to the runtime class of the template. */
import { isOldSandboxVersion } from '#core/kubernetes/agentSandboxKinds.ts';
import type { RuleContext } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, getYamlString, type ScalarNode } from '#server/engine/yaml/node.ts';
import { getRuntimeClassName } from '#server/engine/yaml/objects/podNode.ts';

/** A name of another object in a claim or a warm pool. */
export interface SandboxReference {
  readonly kind: 'SandboxTemplate' | 'SandboxWarmPool';
  readonly node: ScalarNode;
}

/** Returns the reference to the template of a warm pool, or to the pool or template of a claim. */
export function findSandboxReference({ kind, root }: Manifest): SandboxReference | undefined {
  const isPool =
    kind.id === 'SandboxClaim' && !isOldSandboxVersion(getYamlString(root, ['apiVersion'])) ? 'warmPoolRef' : undefined;
  const node = findYamlNode(root, ['spec', isPool ?? 'sandboxTemplateRef', 'name']);
  if (node?.type !== 'scalar' || node.unknown || typeof node.value !== 'string' || node.text === '') return undefined;
  return { kind: isPool === undefined ? 'SandboxTemplate' : 'SandboxWarmPool', node };
}

/** An object with a name, in the same file or in another file. */
interface Found {
  readonly namespace: string | undefined;
  /** The runtime class of a template, or the name of the template of a pool. */
  readonly refersTo: string | undefined;
}

/** Returns the templates or pools with a name, in the namespace of the object or without a namespace. */
export function findSandboxObjects(
  context: RuleContext,
  kind: SandboxReference['kind'],
  name: string,
): readonly Found[] {
  const isTemplate = kind === 'SandboxTemplate';
  const near = context.siblings.flatMap(({ manifest }): Found[] =>
    manifest.kind.id === kind && manifest.name === name
      ? [
          {
            namespace: getYamlString(manifest.root, ['metadata', 'namespace']),
            refersTo: isTemplate ? getRuntimeClassName(manifest) : findSandboxReference(manifest)?.node.text,
          },
        ]
      : [],
  );
  const far = (context.workspace?.of(kind) ?? []).flatMap(({ object }): Found[] =>
    object.name === name
      ? [{ namespace: object.namespace, refersTo: object.values.get(isTemplate ? 'runtimeClassName' : 'name')?.text }]
      : [],
  );
  const own = getYamlString(context.manifest.root, ['metadata', 'namespace']);
  return [...near, ...far].filter(({ namespace }) => namespace === undefined || own === undefined || namespace === own);
}

/** Returns the runtime class of a claim or a warm pool, if all files agree on it. */
export function findSandboxClass(context: RuleContext): string | undefined {
  const reference = findSandboxReference(context.manifest);
  if (reference === undefined) return undefined;
  const templates =
    reference.kind === 'SandboxTemplate'
      ? [reference.node.text]
      : findSandboxObjects(context, 'SandboxWarmPool', reference.node.text).map(({ refersTo }) => refersTo);
  const classes = new Set(
    templates.flatMap((name) =>
      name === undefined
        ? [undefined]
        : findSandboxObjects(context, 'SandboxTemplate', name).map(({ refersTo }) => refersTo),
    ),
  );
  return classes.size === 1 ? [...classes][0] : undefined;
}
