import * as l10n from '@vscode/l10n';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { listEarlierKataConfigs, maxComparedKataConfigs } from './earlierKataConfigs.ts';
import { createRelatedLocation } from '#server/engine/workspace/workspaceSnapshot.ts';
import { canonicalizeUri } from '#server/engine/workspace/fileUri.ts';
import { getUriFileName, folder } from '#server/engine/workspace/relatedObjects.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export default defineRule({
  id: 'kataconfig-singleton',
  title: () => l10n.t`Multiple KataConfig resources`,
  severity: 'error',
  appliesTo: ['KataConfig'],
  needs: ['file'],
  why: () =>
    l10n.t`A cluster can have only one KataConfig, regardless of its name. The operator webhook rejects the second one with "A KataConfig instance already exists, refusing to create a duplicate".

The severity depends on where the other KataConfig is. It's error if both are in the same file, and warning if they are in different files in the same folder, because \`oc apply -f\` applies both files. It's hint if they are in different folders, because folders are often for different clusters. Two files that contain a KataConfig with the same name define one object and aren't reported.

Remove one of them, or move it to a folder for another cluster.`,
  source: ['openshift/sandboxed-containers-operator@d0632e58 api/v1/kataconfig_webhook.go:62'],
  *check(context) {
    const [first, ...others] = listEarlierKataConfigs(context);
    if (first === undefined) yield* inOtherFiles(context);
    else if (others.length < maxComparedKataConfigs - 1) yield inSameFile(context, first.manifest.name);
  },
  examples: () => [
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: bare-metal
---
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
#     ^^^^^^^^^^ want
metadata:
  name: peer-pods
spec:
  enablePeerPods: true
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: bare-metal
`,
    },
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
#     ^^^^^^^^^^ want
metadata:
  name: second
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: first
`,
      files: {
        'first.yaml': 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: first\n',
      },
    },
  ],
});

function place(context: RuleContext): { start: number; end: number } {
  return (
    findYamlNode(context.manifest.root, ['kind']) ??
    findYamlNode(context.manifest.root, ['apiVersion']) ?? { start: 0, end: 0 }
  );
}

function inSameFile(context: RuleContext, name: string | undefined): Finding {
  const { start, end } = place(context);
  const message =
    name !== undefined && name === context.manifest.name
      ? l10n.t`This file contains KataConfig "${name}" twice, so oc create rejects the second, and oc apply keeps only the last. Remove one of them.`
      : l10n.t`The operator webhook rejects this KataConfig, because a cluster can have only one and this file creates another one first. Remove one of them.`;
  const remove = {
    title: l10n.t`Remove ${'KataConfig'}`,
    edits: [{ start: 0, end: context.text.length, text: '' }],
    sure: false,
  };
  return { start, end, message, fixes: [remove] };
}

function* inOtherFiles(context: RuleContext): Iterable<Finding> {
  const others =
    context.workspace
      ?.of('KataConfig')
      .filter((fact) => fact.uri !== context.uri && fact.object.name !== context.manifest.name) ?? [];
  const here = folder(canonicalizeUri(context.uri));
  const near = others.filter((fact) => folder(canonicalizeUri(fact.uri)) === here);
  const other = near[0] ?? others[0];
  if (other === undefined) return;
  const { start, end } = place(context);
  const file = getUriFileName(other.uri);
  const what = l10n.t`${file} contains another KataConfig, but a cluster can have only one.`;
  const consequence =
    near.length > 0
      ? l10n.t`If both files in this folder are applied, the operator webhook rejects the second KataConfig.`
      : l10n.t`Ignore this hint if the files are for different clusters.`;
  yield {
    start,
    end,
    severity: near.length > 0 ? 'warning' : 'hint',
    message: `${what}${getSentenceSeparator()}${consequence}`,
    related: [createRelatedLocation(other, other.object, l10n.t`KataConfig`)],
  };
}
