import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { findMapEntry, type ScalarNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { isVariable } from '../shared/invalidName.ts';
import { describeNearest } from './describeNearest.ts';
import { withCheckedObjects } from './objects/describeCheckedObjects.ts';
import { isCheckedObject } from './objects/checkedObject.ts';
import { findTextProblem } from '#core/kubernetes/textFormats.ts';
import { findString, findText, listContainers, listMaps } from './objects/podParts.ts';

const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'];

/** Returns the ports of a probe that are names. */
function listNamedPorts(probe: YamlNode | undefined): readonly ScalarNode[] {
  if (probe === undefined) return [];
  return [findString(probe, ['httpGet', 'port']), findString(probe, ['tcpSocket', 'port'])].filter(
    (port) => port !== undefined,
  );
}

const withProbe = (port: string, mark = ''): string => `${createExamplePod('  runtimeClassName: kata')}      ports:
        - name: http
          containerPort: 8080
      readinessProbe:
        httpGet:
          port: ${port}
${mark}`;

export default defineRule({
  id: 'kubernetes-probe-port',
  title: () => l10n.t`Unknown port in a probe`,
  severity: 'warning',
  appliesTo: workloadIds,
  skipsPatches: true,
  why: () =>
    withCheckedObjects(
      l10n.t`A probe refers to a port by a name that no port of the container has. The API server accepts the object, but the probe fails (\`port "htpp" not found\`), and the container restarts or never becomes ready.

The rule reports nothing for a patch, which contains only a part of an object.

Use the name of a port, or the port number.`,
    ),
  source: ['kubernetes/kubernetes@7fc9c57d pkg/probe/util.go (ResolveContainerPort)'],
  mayBeAdded: true,
  *check({ manifest }) {
    if (!isCheckedObject(manifest)) return;
    for (const { map } of listContainers(manifest) ?? []) {
      const named = probes.flatMap((probe) => listNamedPorts(findMapEntry(map, probe)?.value));
      const ports = named.length === 0 ? undefined : listMaps(map, 'ports');
      if (ports === undefined) continue;
      const names = ports.map((port) => findText(port, 'name')?.text ?? '');
      for (const node of named) {
        if (names.includes(node.text) || isVariable(node.text)) continue;
        // Another rule reports a text that no port can have as its name.
        if (findTextProblem('core.v1.HTTPGetAction', 'port', node.text) !== undefined) continue;
        const problem = l10n.t`The container has no port "${sanitizeQuote(node.text, 40)}", so the probe fails.`;
        yield describeNearest(node, problem, names);
      }
    }
  },
  examples: () => [{ avoid: withProbe('htpp', '#               ^^^^ want\n'), prefer: withProbe('http') }],
});
