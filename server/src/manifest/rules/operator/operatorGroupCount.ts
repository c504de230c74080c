import * as l10n from '@vscode/l10n';
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import { document112 } from '#core/product/sources.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { canonicalizeUri } from '#server/engine/workspace/fileUri.ts';
import type { IndexedObject } from '#server/engine/workspace/indexedObject.ts';
import { folder, getUriFileName, inFolderTree } from '#server/engine/workspace/relatedObjects.ts';
import { createRelatedLocation, type WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { getYamlString } from '#server/engine/yaml/node.ts';
import { appendDocument } from '../shared/appendDocument.ts';
import { operatorGroupWith, subscriptionWith } from '../shared/exampleObjects.ts';
import { getHeaderSpan } from '../shared/ownObjects.ts';

const targets = `  targetNamespaces:\n    - ${operatorNamespace}`;
const secondGroup = operatorGroupWith(targets).replace('sandboxed-containers-operator-group', 'second');
const namespaceText = `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${operatorNamespace}\n`;

export default defineRule({
  id: 'operatorgroup-count',
  title: () => l10n.t`No OperatorGroup, or more than one`,
  severity: 'warning',
  appliesTo: ['OperatorGroup', 'Subscription'],
  needs: ['file'],
  mayBeAdded: true,
  why: () =>
    l10n.t`The operator namespace must contain exactly one OperatorGroup. If there's no OperatorGroup, or more than one, OLM installs nothing and reports no error.

The severity is error if one file or one kustomization contains two OperatorGroups, and warning if they are in different files in the same folder. Two files that contain an OperatorGroup with the same name define one object and aren't reported. A missing OperatorGroup is a warning if the folder contains the namespace and the Subscription, and information if it contains only the Subscription. The rule reports a missing OperatorGroup only if it can read the whole folder and no kustomization includes the Subscription.

Keep only the OperatorGroup that targets the operator namespace, or add one.`,
  source: [document112('2.2'), 'operator-framework/api@3048ccdc pkg/operators/v1/operatorgroup_types.go'],
  *check(context) {
    const { workspace, manifest } = context;
    if (manifest.kind.id === 'OperatorGroup') yield* findDuplicate(context);
    else if (workspace !== undefined) yield* findMissing(context, workspace);
  },
  examples: () => [
    {
      avoid: `${operatorGroupWith(targets).trimEnd()}\n---${secondGroup.replace(
        'kind: OperatorGroup',
        'kind: OperatorGroup\n#     ^^^^^^^^^^^^^ want',
      )}`,
      prefer: operatorGroupWith(targets),
    },
    {
      avoid: operatorGroupWith(targets).replace('kind: OperatorGroup', 'kind: OperatorGroup\n#     ^^^^^^^^^^^^^ want'),
      prefer: secondGroup,
      files: { 'second.yaml': secondGroup.trimStart() },
    },
    {
      avoid: subscriptionWith().replace('kind: Subscription', 'kind: Subscription\n#     ^^^^^^^^^^^^ want'),
      prefer: `${subscriptionWith().trimEnd()}\n---${operatorGroupWith(targets)}`,
      files: { 'namespace.yaml': namespaceText },
    },
  ],
});

function isInOperatorNamespace({ root }: Manifest): boolean {
  return getYamlString(root, ['metadata', 'namespace']) === operatorNamespace;
}

/** Returns whether two OperatorGroups are different objects. The API server generates a name for one without a name. */
function isOther(name: string | undefined, other: string | undefined): boolean {
  return name === undefined || name !== other;
}

function* findDuplicate(context: RuleContext): Iterable<Finding> {
  const { manifest, uri, workspace } = context;
  if (!isInOperatorNamespace(manifest)) return;
  const advice = l10n.t`OLM installs nothing, and reports no error, until you remove one of them.`;
  const earlier = context.earlier.find(
    ({ manifest: other }) =>
      other.kind.id === 'OperatorGroup' && isInOperatorNamespace(other) && isOther(other.name, manifest.name),
  );
  if (earlier !== undefined) {
    yield {
      ...getHeaderSpan(manifest),
      severity: 'error',
      message: `${l10n.t`This file contains two OperatorGroups for ${operatorNamespace}.`}${getSentenceSeparator()}${advice}`,
    };
    return;
  }
  if (workspace === undefined) return;
  const others = workspace
    .of('OperatorGroup')
    .filter(
      (fact) =>
        canonicalizeUri(fact.uri) !== canonicalizeUri(uri) &&
        fact.object.namespace === operatorNamespace &&
        isOther(fact.object.name, manifest.name),
    );
  const joined = others.find((fact) => isInSameKustomization(fact, uri, workspace));
  const other = joined ?? others.find((fact) => folder(canonicalizeUri(fact.uri)) === folder(canonicalizeUri(uri)));
  if (other === undefined) return;
  const file = sanitizeQuote(getUriFileName(other.uri), 40);
  yield {
    ...getHeaderSpan(manifest),
    severity: joined === undefined ? 'warning' : 'error',
    message: `${l10n.t`${file} contains another OperatorGroup for ${operatorNamespace}.`}${getSentenceSeparator()}${advice}`,
    related: [createRelatedLocation(other, other.object, 'OperatorGroup')],
  };
}

function isInSameKustomization(fact: IndexedObject, uri: string, { overlays }: WorkspaceSnapshot): boolean {
  const including = new Set(overlays.including(fact.uri).map((one) => one.uri));
  return overlays.including(uri).some((one) => including.has(one.uri));
}

function* findMissing(context: RuleContext, workspace: WorkspaceSnapshot): Iterable<Finding> {
  const { manifest, uri, text } = context;
  if (
    !isInOperatorNamespace(manifest) ||
    getYamlString(manifest.root, ['spec', 'name']) !== documentedSubscription.package ||
    !workspace.whole ||
    // A kustomization can include an OperatorGroup without a namespace, which isn't known to be for this operator.
    workspace.overlays.including(uri).length > 0 ||
    workspace.of('OperatorGroup').some(({ object }) => (object.namespace ?? operatorNamespace) === operatorNamespace)
  )
    return;
  const hasNamespace = inFolderTree(uri, workspace.of('Namespace')).some(
    ({ object }) => object.name === operatorNamespace,
  );
  yield {
    ...getHeaderSpan(manifest),
    ...(hasNamespace ? {} : { severity: 'info' as const }),
    message: l10n.t`OLM requires an OperatorGroup for ${operatorNamespace}, but no file contains one. Without it, OLM installs nothing and reports no error, so add one unless the cluster already has it.`,
    fixes: [
      {
        title: l10n.t`Add an OperatorGroup to this file`,
        edits: [appendDocument(text, manifest.root.end, operatorGroupWith(targets).trim().split('\n'))],
        sure: false,
      },
    ],
  };
}
