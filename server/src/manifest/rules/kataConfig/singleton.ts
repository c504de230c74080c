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
  title: () => l10n.t`Only one KataConfig per cluster`,
  severity: 'error',
  appliesTo: ['KataConfig'],
  needs: ['file'],
  why: () =>
    l10n.t`The operator counts KataConfigs, whatever they are called. Its webhook refuses the second with "A KataConfig instance already exists, refusing to create a duplicate". Two in one file is an error. Two in files of one folder is a warning, because \`oc apply -f\` on the folder sends both; in different folders, which are often meant for different clusters, it is only a hint. Two files with the same name are one object, and nothing is said.`,
  source: ['openshift/sandboxed-containers-operator@d0632e58 api/v1/kataconfig_webhook.go:62'],
  *check(context) {
    const [first, ...others] = listEarlierKataConfigs(context);
    if (first === undefined) yield* inOtherFiles(context);
    else if (others.length < maxComparedKataConfigs - 1) yield inSameFile(context, first.manifest.name);
  },
  examples: [
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
      ? l10n.t`This file holds the KataConfig "${name}" twice: oc create refuses the second, oc apply keeps only the last. Keep one of them.`
      : name === undefined
        ? l10n.t`Only one KataConfig may exist on a cluster: the operator's webhook refuses this one, because the first one above comes first. Keep one of them.`
        : l10n.t`Only one KataConfig may exist on a cluster: the operator's webhook refuses this one, because "${name}" above comes first. Keep one of them.`;
  const remove = {
    title: l10n.t`Remove this KataConfig`,
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
  const what =
    other.object.name === undefined
      ? l10n.t`${file} has another KataConfig.`
      : l10n.t`${file} has another KataConfig, "${other.object.name}".`;
  const consequence =
    near.length > 0
      ? l10n.t`A cluster takes only one: of this folder, the operator's webhook refuses the second.`
      : l10n.t`A cluster takes only one: right if the two files are for different clusters.`;
  yield {
    start,
    end,
    severity: near.length > 0 ? 'warning' : 'hint',
    message: `${what}${getSentenceSeparator()}${consequence}`,
    related: [createRelatedLocation(other, other.object, l10n.t`The other KataConfig`)],
  };
}
