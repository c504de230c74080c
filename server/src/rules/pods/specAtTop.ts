import { runtimeClassNamed } from '../../../../core/runtimeClasses.ts';
import type { Manifest } from '../../documents/manifest.ts';
import { entryOf, type Entry, type MapNode } from '../../documents/node.ts';
import { eol, lineEnd, lineStart } from '../edits.ts';
import { defineRule, type Edit, type RuleContext } from '../rule.ts';
import { fixes, podAnnotations } from './pod.ts';
import { runtimeClassFault } from './runtimeClassFault.ts';

/** Fields of a pod's spec that are moved with its containers. */
const ofSpec: ReadonlySet<string> = new Set([
  'containers',
  'initContainers',
  'runtimeClassName',
  'volumes',
  'restartPolicy',
  'nodeSelector',
  'serviceAccountName',
  'securityContext',
  'tolerations',
  'imagePullSecrets',
]);

export default defineRule({
  id: 'pod-spec-at-top',
  title: 'Containers of a pod at the top level',
  severity: 'error',
  appliesTo: ['Pod'],
  why:
    'The containers of a pod stand below `spec`. At the top level the API server does not know them and refuses the pod (`unknown field "containers"`, or `spec.containers: Required value`). ' +
    'Lines that lost their indentation, or a `spec:` that was not copied, are how it happens.',
  source: ['Kubernetes API, Pod v1 core'],
  *check({ manifest, text }) {
    const { root } = manifest;
    const containers = entryOf(root, 'containers');
    if (containers?.value.type !== 'seq' || containers.borrowed || !isForKata(manifest)) return;
    const spec = entryOf(root, 'spec');
    if (spec !== undefined && entryOf(spec.value, 'containers') !== undefined) return;
    yield {
      start: containers.key.start,
      end: containers.key.end,
      message: `containers stands at the top level of the Pod, and belongs below spec: the API server refuses the pod. ${spec === undefined ? 'Put spec: above it, and indent it.' : 'Indent it.'}`,
      fixes: fixes('Move below spec', indented({ manifest, text }, containers, spec), true),
    };
  },
  examples: [
    {
      avoid: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: kata
containers:
# <---------- want
  - name: web
    image: quay.io/example/web
`,
      prefer: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: kata
  containers:
    - name: web
      image: quay.io/example/web
`,
    },
    {
      avoid: `
apiVersion: v1
kind: Pod
metadata:
  name: web
runtimeClassName: kata
containers:
# <---------- want
- name: web
  image: quay.io/example/web
`,
      prefer: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: kata
  containers:
  - name: web
    image: quay.io/example/web
`,
    },
  ],
});

/** It says a runtime class of OSC, wherever, or has an annotation of kata. */
function isForKata(manifest: Manifest): boolean {
  const places = [manifest.root, entryOf(manifest.root, 'spec')?.value];
  const named = places.some((place) => {
    const value = entryOf(place, 'runtimeClassName')?.value;
    return (
      value?.type === 'scalar' &&
      typeof value.value === 'string' &&
      (runtimeClassNamed(value.value) !== undefined || runtimeClassFault(value.value)?.slip === true)
    );
  });
  return named || podAnnotations(manifest).some(({ name }) => name.startsWith('io.katacontainers.'));
}

/** The lines of the containers, and of what else belongs to a spec right beside them, moved in: below the spec before them, or below a new one. */
function indented({ manifest, text }: Pick<RuleContext, 'manifest' | 'text'>, containers: Entry, spec: Entry | undefined): Edit | undefined {
  const { root } = manifest;
  const at = root.entries.indexOf(containers);
  let [first, last] = [at, at];
  while (isMovable(root.entries[first - 1], spec)) first -= 1;
  while (isMovable(root.entries[last + 1], spec)) last += 1;
  const begin = root.entries[first];
  if (begin === undefined || root.flow || root.anchored === true || root.entries.slice(first, last + 1).some(({ borrowed }) => borrowed)) return undefined;
  // All that is of a spec must be moved, and the spec must be what stands before it.
  const others = root.entries.filter((entry, index) => (index < first || index > last) && isMovable(entry, spec));
  if (others.length > 0 || (spec !== undefined && root.entries[first - 1] !== spec)) return undefined;
  const deeper = spec === undefined ? '  ' : indentBelow(text, spec, root);
  const start = lineStart(text, begin.key.start);
  const outer = text.slice(start, begin.key.start);
  if (deeper === undefined || !/^ *$/.test(outer)) return undefined;
  const end = lineEnd(text, Math.max(...root.entries.slice(first, last + 1).flatMap(({ key, value }) => [key.end, value.end - 1])));
  const lines = text.slice(start, end).replace(/(^|\r\n|\n|\r)(?=[^\r\n])/g, (newline) => newline + deeper);
  return {
    start: spec === undefined ? start : begin.key.start,
    end,
    text: spec === undefined ? `${outer}spec:${eol(text)}${lines}` : lines.slice(outer.length),
  };
}

function isMovable(entry: Entry | undefined, spec: Entry | undefined): boolean {
  return entry !== undefined && ofSpec.has(entry.key.text) && entryOf(spec?.value, entry.key.text) === undefined;
}

/** How much deeper than the top level the spec has its keys; undefined where it has none, or has them otherwise. */
function indentBelow(text: string, { value }: Entry, root: MapNode): string | undefined {
  // `spec:` alone.
  if (value.type === 'scalar' && value.start === value.end) return '  ';
  const first = value.type === 'map' && !value.flow && !value.borrowed && value.anchored !== true ? value.entries[0] : undefined;
  const outer = root.entries[0];
  if (first === undefined || outer === undefined) return undefined;
  const column = (at: number) => at - lineStart(text, at);
  const blanks = text.slice(lineStart(text, first.key.start), first.key.start);
  const deeper = column(first.key.start) - column(outer.key.start);
  return /^ *$/.test(blanks) && deeper > 0 ? ' '.repeat(deeper) : undefined;
}
