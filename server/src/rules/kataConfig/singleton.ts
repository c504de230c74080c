import { nodeAt } from '../../documents/node.ts';
import { earlierOnes, saidOf } from './earlier.ts';
import { relatedTo } from '../../workspace/facts.ts';
import { canonicalUri } from '../../workspace/fileUri.ts';
import { fileName, folder } from '../../workspace/neighbours.ts';
import { defineRule, type Finding, type RuleContext } from '../rule.ts';

export default defineRule({
  id: 'kataconfig-singleton',
  title: 'Only one KataConfig per cluster',
  severity: 'error',
  appliesTo: ['KataConfig'],
  needs: ['file'],
  why:
    'The operator counts KataConfigs, whatever they are called. Its webhook refuses the second with ' +
    '"A KataConfig instance already exists, refusing to create a duplicate". ' +
    'Two in one file is an error. Two in files of one folder is a warning, because `oc apply -f` on the folder sends both; ' +
    'in different folders, which are often meant for different clusters, it is only a hint. ' +
    'Two files with the same name are one object, and nothing is said.',
  source: ['openshift/sandboxed-containers-operator@d0632e58 api/v1/kataconfig_webhook.go:62'],
  *check(context) {
    const [first, ...others] = earlierOnes(context);
    if (first === undefined) yield* inOtherFiles(context);
    else if (others.length < saidOf - 1) yield inSameFile(context, first.manifest.name);
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
  return nodeAt(context.manifest.root, ['kind']) ?? nodeAt(context.manifest.root, ['apiVersion']) ?? { start: 0, end: 0 };
}

function inSameFile(context: RuleContext, name: string | undefined): Finding {
  const { start, end } = place(context);
  const first = name === undefined ? 'the first one above' : `"${name}" above`;
  const message =
    name !== undefined && name === context.manifest.name
      ? `This file holds the KataConfig "${name}" twice: oc create refuses the second, oc apply keeps only the last. Keep one of them.`
      : `Only one KataConfig may exist on a cluster: the operator's webhook refuses this one, because ${first} comes first. Keep one of them.`;
  const remove = { title: 'Remove this KataConfig', edits: [{ start: 0, end: context.text.length, text: '' }], sure: false };
  return { start, end, message, fixes: [remove] };
}

function* inOtherFiles(context: RuleContext): Iterable<Finding> {
  const others = context.workspace?.of('KataConfig').filter((fact) => fact.uri !== context.uri && fact.object.name !== context.manifest.name) ?? [];
  const here = folder(canonicalUri(context.uri));
  const near = others.filter((fact) => folder(canonicalUri(fact.uri)) === here);
  const other = near[0] ?? others[0];
  if (other === undefined) return;
  const { start, end } = place(context);
  const what = `${fileName(other.uri)} has another KataConfig${other.object.name === undefined ? '' : `, "${other.object.name}"`}`;
  yield {
    start,
    end,
    severity: near.length > 0 ? 'warning' : 'hint',
    message:
      near.length > 0
        ? `${what}. A cluster takes only one: of this folder, the operator's webhook refuses the second.`
        : `${what}. A cluster takes only one: right if the two files are for different clusters.`,
    related: [relatedTo(other, other.object, 'The other KataConfig')],
  };
}
