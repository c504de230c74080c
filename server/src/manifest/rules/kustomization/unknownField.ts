import * as l10n from '@vscode/l10n';
import { kustomizationKind } from '#core/kinds/kustomization.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule, type Finding, type Fix } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { longestLabel } from '#server/engine/text/longestLabel.ts';
import type { YamlNode } from '#server/engine/yaml/node.ts';
import { concernsOperator, listGenerators } from './builtObjects.ts';
import { featureGateGenerator, kustomization } from './exampleKustomizations.ts';

/** Fields of a kustomization, including those that kustomize still reads but doesn't recommend. */
const fields = [
  'apiVersion',
  'kind',
  'metadata',
  'openapi',
  'namePrefix',
  'nameSuffix',
  'namespace',
  'commonLabels',
  'labels',
  'commonAnnotations',
  'patchesStrategicMerge',
  'patchesJson6902',
  'patches',
  'images',
  'imageTags',
  'replacements',
  'replicas',
  'vars',
  'sortOptions',
  'resources',
  'components',
  'crds',
  'bases',
  'configMapGenerator',
  'secretGenerator',
  'helmGlobals',
  'helmCharts',
  'helmChartInflationGenerator',
  'generatorOptions',
  'configurations',
  'generators',
  'transformers',
  'validators',
  'buildMetadata',
];
const configMapFields = ['namespace', 'name', 'behavior', 'files', 'literals', 'envs', 'env', 'options'];
const secretFields = [...configMapFields, 'type'];

export default defineRule({
  id: 'kustomize-unknown-field',
  title: () => l10n.t`Unknown field in a kustomization`,
  severity: 'error',
  appliesTo: [kustomizationKind.id],
  needs: ['file'],
  why: () =>
    l10n.t`A kustomization for OSC has a field that kustomize doesn't know. kustomize rejects the file and builds nothing. It ignores the case of field names.

Correct the name of the field.`,
  source: ['kubernetes-sigs/kustomize@12f9e639 api/types/kustomization.go:340-349 (Unmarshal)'],
  *check(context) {
    const generators = listGenerators(context).flatMap(({ kind, node }) => [
      ...unknown(node, kind.kind === 'Secret' ? secretFields : configMapFields),
    ]);
    const findings = [...unknown(context.manifest.root, fields), ...generators];
    if (findings.length > 0 && concernsOperator(context)) yield* findings;
  },
  examples: () => [
    {
      avoid: kustomization('resource:', '# <-------- want', '  - kataconfig.yaml'),
      prefer: kustomization('resources:', '  - kataconfig.yaml'),
      files: {
        'kataconfig.yaml':
          'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\n',
      },
    },
    {
      avoid: featureGateGenerator('    literal:', '#   ^^^^^^^ want', '      - confidential=true'),
      prefer: featureGateGenerator('    literals:', '      - confidential=true'),
    },
  ],
});

function* unknown(node: YamlNode, known: readonly string[]): Iterable<Finding> {
  if (node.type !== 'map') return;
  const written = new Set(node.entries.map(({ key }) => key.text.toLowerCase()));
  for (const { key, borrowed } of node.entries) {
    if (key.unknown || borrowed || known.some((name) => name.toLowerCase() === key.text.toLowerCase())) continue;
    const nearest = findNearestName(key.text, known);
    const isFree = nearest !== undefined && !written.has(nearest.name.toLowerCase());
    const fix: readonly Fix[] =
      nearest === undefined || !isFree || key.anchored === true
        ? []
        : [{ title: l10n.t`Rename to ${nearest.name}`, edits: [replaceNode(key, nearest.name)], sure: nearest.sure }];
    const name = sanitizeQuote(key.text, longestLabel);
    yield {
      start: key.start,
      end: key.end,
      message:
        nearest === undefined
          ? l10n.t`kustomize rejects the unknown field "${name}".`
          : l10n.t`kustomize rejects the unknown field "${name}". Did you mean ${nearest.name}?`,
      fixes: fix,
    };
  }
}
