/** Finds commands that the kubelet runs in the containers of a pod: exec probes and lifecycle hooks. */
import * as l10n from '@vscode/l10n';
import type { Manifest } from '../yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, type YamlNode, type ScalarNode, type PathSegment } from '../yaml/node.ts';

/** A command that the kubelet runs. */
export interface ExecCommand {
  /** Description such as `livenessProbe of web`. */
  readonly what: string;
  /** The `exec` key. */
  readonly node: ScalarNode;
}

const places: readonly (readonly PathSegment[])[] = [
  ['startupProbe'],
  ['livenessProbe'],
  ['readinessProbe'],
  ['lifecycle', 'postStart'],
  ['lifecycle', 'preStop'],
];
/** Maximum number of containers to examine. */
const maxContainers = 50;

/** Returns the exec commands of a pod or pod template. */
export function* execCommands({ kind, root }: Manifest): Generator<ExecCommand> {
  if (kind.podPath === undefined) return;
  for (const field of ['containers', 'initContainers']) {
    const list = findYamlNode(root, [...kind.podPath, 'spec', field]);
    if (list?.type !== 'seq') continue;
    for (const container of list.items.slice(0, maxContainers)) {
      for (const place of places) {
        const entry = findMapEntry(findYamlNode(container, place), 'exec');
        if (entry?.value.type === 'map')
          yield { what: whatOf(String(place.at(-1)), findYamlNode(container, ['name'])), node: entry.key };
      }
    }
  }
}

function whatOf(place: string, name: YamlNode | undefined): string {
  if (name?.type !== 'scalar' || name.unknown) return l10n.t`${place} of a container`;
  const container = name.text.slice(0, 60);
  return l10n.t`${place} of ${container}`;
}

/** Returns a short hash of a text for comparisons. The hash isn't cryptographic. */
export function fingerprint(text: string): string {
  let one = 0xdeadbeef ^ text.length;
  let other = 0x41c6ce57 ^ text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2_654_435_761);
    other = Math.imul(other ^ code, 1_597_334_677);
  }
  return `${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}.${text.length}`;
}
