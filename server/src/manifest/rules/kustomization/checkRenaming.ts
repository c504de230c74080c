/**
 * Checks the fields of a kustomization that change the names and namespaces of objects: `namePrefix`, `nameSuffix`, and
 * `namespace`. Each rule about names or namespaces uses this check for the kinds that it covers.
 */
import * as l10n from '@vscode/l10n';
import { operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { removeEntry } from '#server/engine/findings/edits.ts';
import type { Finding, RuleContext } from '#server/engine/findings/rule.ts';
import { longestLabel } from '#server/engine/text/longestLabel.ts';
import { isMisspelledNamespace } from '#server/engine/yaml/manifest.ts';
import { findMapEntry, findYamlNode } from '#server/engine/yaml/node.ts';
import { asKnownString, replaced } from '../shared/ownObjects.ts';
import { isForOperator, listBuiltObjects, listIncluding, type BuiltObject } from './builtObjects.ts';

/** Namespace of an upstream installation of peer pods, whose objects have the same names as those for the operator. */
const upstreamNamespace = 'confidential-containers-system';

/**
 * Reports the fields that prevent the operator from finding the objects.
 * @param isOwn returns whether the rule is about the kind of an object
 */
export function* checkRenaming(context: RuleContext, isOwn: (id: string) => boolean): Iterable<Finding> {
  const built = listBuiltObjects(context);
  // One finding for each field is sufficient.
  if (!isOwn(peerPodsConfigMapName) && built.some(({ id }) => id === peerPodsConfigMapName)) return;
  const objects = built.filter(({ id }) => isOwn(id));
  const namespace = asKnownString(findYamlNode(context.manifest.root, ['namespace']));
  const [named] = objects.filter(({ id }) => !withoutFixedName.has(id));
  if (named !== undefined && (namespace === undefined || isForOperator(namespace.text)))
    yield* renaming(context, named);
  const [object] = objects;
  if (object !== undefined) yield* moving(context, object);
}

/** Objects that can have any name. */
const withoutFixedName: ReadonlySet<string> = new Set(['KataConfig', 'PeerPodConfig', 'Subscription']);
const clusterWide: ReadonlySet<string> = new Set(['KataConfig']);

/**
 * Reports `namePrefix` and `nameSuffix`, because the operator finds the object only by its original name. Source:
 * kubernetes-sigs/kustomize@12f9e639 api/internal/builtins/PrefixTransformer.go, SuffixTransformer.go.
 */
function* renaming({ manifest, text }: RuleContext, { id }: BuiltObject): Iterable<Finding> {
  const { root } = manifest;
  for (const field of ['namePrefix', 'nameSuffix']) {
    const entry = findMapEntry(root, field);
    const value = asKnownString(entry?.value);
    if (entry === undefined || value === undefined || value.text === '' || root.type !== 'map') continue;
    const name = field === 'namePrefix' ? `${value.text}${id}` : `${id}${value.text}`;
    const edit = entry.borrowed ? undefined : removeEntry(text, root, entry);
    yield {
      start: value.start,
      end: value.end,
      message: l10n.t`${field} renames ${id} to ${sanitizeQuote(name, longestLabel)}. The operator reads only ${id}.`,
      fixes: edit === undefined ? [] : [{ title: l10n.t`Remove ${field}`, edits: [edit], sure: false }],
    };
  }
}

function* moving(context: RuleContext, { id }: BuiltObject): Iterable<Finding> {
  const { manifest } = context;
  const namespace = asKnownString(findYamlNode(manifest.root, ['namespace']));
  if (namespace === undefined || clusterWide.has(id)) return;
  if ([operatorNamespace, upstreamNamespace, ''].includes(namespace.text)) return;
  // The kustomization that includes this one determines the namespace.
  if (listIncluding(context).some((other) => other.namespace !== undefined)) return;
  const isMisspelled = isMisspelledNamespace(namespace.text);
  const written = sanitizeQuote(namespace.text, longestLabel);
  const message =
    id === 'Subscription'
      ? l10n.t`The operator runs only in ${operatorNamespace}, not in "${written}".`
      : l10n.t`The operator reads ${id} only in ${operatorNamespace}, not in "${written}".`;
  yield {
    ...replaced(manifest, namespace, operatorNamespace, message, isMisspelled),
    ...(isMisspelled ? {} : { severity: 'warning' as const }),
  };
}
