import * as l10n from '@vscode/l10n';
import { kindIds } from '#core/kinds/index.ts';
import { dataObjects } from '#core/kinds/dataObjects.ts';
import { customResourceId } from '#server/engine/workspace/crds/crdFields.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { misplacedClasses } from '#server/engine/yaml/objects/podNode.ts';
import { findMisspelledTargets } from '../operator/operatorGroupTargets.ts';
import { podSpecFields } from '../pods/specAtTop.ts';
import { describeUnknownFields, listUnknownFields, type UnknownField } from '../shared/unknownFields.ts';
import { configMap, operatorGroupWith, subscriptionWith } from '../shared/exampleObjects.ts';

/** Kinds with their own rules for unknown fields. */
const kindsWithOwnRule = new Set(['KataConfig', 'PeerPodConfig']);
/** Kinds with a separate rule for top-level fields. */
const withData = new Set(dataObjects.map(({ id }) => id));

export default defineRule({
  id: 'unknown-field',
  title: () => l10n.t`Unknown field`,
  severity: 'error',
  appliesTo: [...kindIds.filter((id) => !kindsWithOwnRule.has(id)), customResourceId],
  why: () =>
    l10n.t`The object contains a field that its kind doesn't have, for example because of a typo or wrong indentation. With strict validation, \`oc\` rejects the object (\`unknown field "metdata"\`). Without strict validation, the API server silently drops the field, and the default applies. Server-side apply rejects the object in any case.

The rule checks the top level and the \`metadata\` of each object. In installation objects, it also checks the nested mappings for which it knows all fields. The rule \`kubernetes-unknown-field\` checks the other fields of a workload.

Correct the field name, or move the field to the right place.`,
  source: [
    'kubernetes/kubernetes#105916',
    'kubernetes/kubernetes@521b605f staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go (ObjectMeta)',
    'operator-framework/api@3048ccdc crds',
    'openshift/cluster-nfd-operator@0e25cc10 config/crd/bases/nfd.openshift.io_nodefeaturediscoveries.yaml',
  ],
  *check(context) {
    const { manifest } = context;
    const fields = listUnknownFields(manifest).filter((field) => !hasOwnRule(manifest, field));
    yield* describeUnknownFields(context, fields);
  },
  examples: () => [
    {
      avoid: configMap('osc-feature-gates', 'confidential: "true"')
        .replace('  namespace:', '  namepace:')
        .replace('-operator\n', '-operator\n# ^^^^^^^^ want\n'),
      prefer: configMap('osc-feature-gates', 'confidential: "true"'),
    },
    {
      avoid: subscriptionWith('chanel: stable', '# ^^^^^^ want').replace('  channel: stable\n', ''),
      prefer: subscriptionWith('chanel: stable').replace('  channel: stable\n', '').replace('chanel', 'channel'),
    },
    {
      avoid: operatorGroupWith(`
  targetNamespaces: [openshift-sandboxed-containers-operator]
  upgradestrategy: Default
# ^^^^^^^^^^^^^^^ want`),
      prefer: operatorGroupWith(`
  targetNamespaces: [openshift-sandboxed-containers-operator]
  upgradeStrategy: Default`),
    },
    {
      avoid: `
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: kata-small
handler: kata
overhead:
  memory: 350Mi
# ^^^^^^ want
  cpu: 250m
`,
      prefer: `
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: kata-small
handler: kata
overhead:
  podFixed:
    memory: 350Mi
    cpu: 250m
`,
    },
    {
      avoid: `
apiVersion: v1
kind: Pod
metadata:
  name: web
  annotation:
# ^^^^^^^^^^ want
    io.katacontainers.config.hypervisor.default_vcpus: "2"
sepc:
# <---- want
  runtimeClassName: kata
  containers:
    - name: web
      image: quay.io/example/web
`,
      prefer: `
apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations:
    io.katacontainers.config.hypervisor.default_vcpus: "2"
spec:
  runtimeClassName: kata
  containers:
    - name: web
      image: quay.io/example/web
`,
    },
  ],
});

/** Returns whether another rule reports the field, usually with a better fix. */
function hasOwnRule(manifest: Manifest, { entry, level, near }: UnknownField): boolean {
  const { text } = entry.key;
  if (withData.has(manifest.kind.id) && level.path.length === 0) return true;
  if (manifest.kind.podPath !== undefined && level.path.at(-1) !== 'metadata')
    return near?.sure !== true && podSpecFields.has(text);
  if (misplacedClasses(manifest).some((place) => place.entry === entry)) return true;
  return manifest.kind.id === 'OperatorGroup' && findMisspelledTargets(manifest) === entry;
}
