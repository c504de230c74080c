/**
 * Stores the objects of a must-gather that only the Clusters view shows: workloads that use Kata, and related objects
 * of other components. Notes in which file the events of each namespace are.
 */
import { objectMarkKey, type EvidenceLine } from '#core/diagnosis/evidence/evidenceLine.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { MustGatherData } from '#core/diagnosis/evidence/mustGatherData.ts';
import { readKataWorkload, kataWorkloadKinds, type KataWorkload } from '#core/cluster/objects/kataWorkload.ts';
import { readRelatedResource, relatedKinds, type RelatedResource } from '#core/status/relatedResources.ts';
import { knownRuntimeClasses } from '#core/product/runtimeClasses.ts';
import type { MustGatherBudget } from '../limits/budget.ts';
import { keptLimits } from '../limits/limits.ts';
import { readYamlObjects } from '../objects/readObjects.ts';
import { markLines } from './evidenceLines.ts';
import { kept } from './retainedValues.ts';
import type { CleanTexts } from './textRedactor.ts';

/** The kind of the objects in a file. Files of a kind can contain other objects, which aren't stored. */
type TreeKind =
  | { readonly kind: 'workload'; readonly of: (typeof kataWorkloadKinds)[number] }
  | { readonly kind: 'related'; readonly of: (typeof relatedKinds)[number] };

const kataClasses: ReadonlySet<string> = new Set(knownRuntimeClasses.map(({ name }) => name));

const objectPath = /(?:^|\/)(?:cluster-scoped-resources|namespaces\/([^/]+))\/([^/]+)\/([^/]+?)(?:\/[^/]+)?\.yaml$/;
const eventsPath = /(?:^|\/)namespaces\/([^/]+)\/core\/events\.yaml$/;

/** Returns the kinds of the objects in a file that the Clusters view shows. */
export function listTreeKinds(path: string): readonly TreeKind[] {
  const [, namespace, folder = '', plural = ''] = objectPath.exec(path) ?? [];
  const group = folder === 'core' ? '' : folder;
  const isOfFile = (kind: { readonly group: string; readonly plural: string }): boolean =>
    kind.group === group && kind.plural === plural;
  if (plural === '') return [];
  return [
    ...(namespace === undefined ? [] : kataWorkloadKinds.filter(isOfFile)).map(
      (of) => ({ kind: 'workload', of }) as const,
    ),
    ...relatedKinds
      .filter((kind) => isOfFile(kind) && kind.isNamespaced === (namespace !== undefined))
      .filter((kind) => kind.namespace === undefined || kind.namespace === namespace)
      .map((of) => ({ kind: 'related', of }) as const),
  ];
}

export class TreeObjects {
  readonly #budget: MustGatherBudget;
  readonly #texts: CleanTexts;
  readonly #workloads: KataWorkload[] = [];
  readonly #related: RelatedResource[] = [];
  readonly #eventFiles = new Map<string, string>();

  constructor(budget: MustGatherBudget, texts: CleanTexts) {
    this.#budget = budget;
    this.#texts = texts;
  }

  /** Notes the file with the events of a namespace. */
  noteEvents(path: string): void {
    const namespace = eventsPath.exec(path)?.[1];
    if (namespace === undefined || this.#eventFiles.size >= keptLimits.eventFiles) return;
    this.#eventFiles.set(namespace, kept(path, this.#budget, this.#texts));
  }

  /**
   * Stores the objects of a file. A file that isn't valid YAML contains none.
   * @param marks receives the first line of each stored object
   */
  take(path: string, text: string, marks: Map<string, readonly EvidenceLine[]>): void {
    const kinds = listTreeKinds(path);
    // Most workloads don't use Kata.
    if (!kinds.some(({ kind }) => kind === 'related' || /^[ \t]{0,200}runtimeClassName: /m.test(text))) return;
    const lines = text.split(/\r?\n/);
    readYamlObjects(text, this.#budget, ({ raw, from, to }) => {
      for (const shown of kinds) {
        const object = this.#read(shown, raw);
        const [line] = object === undefined ? [] : markLines(path, lines, from, to, this.#texts);
        if (object !== undefined && line !== undefined) marks.set(objectMarkKey({ ...shown.of, ...object }), [line]);
      }
    });
  }

  /** Stores an object if it's of this kind. Returns undefined for other objects. */
  #read(shown: TreeKind, raw: unknown): ClusterObject | undefined {
    const [budget, texts] = [this.#budget, this.#texts];
    if (shown.kind === 'workload') {
      const workload = readKataWorkload(shown.of, raw, kataClasses);
      if (workload === undefined || this.#workloads.length >= keptLimits.workloads) return undefined;
      this.#workloads.push(kept(workload, budget, texts));
      return workload;
    }
    const related = readRelatedResource(shown.of, raw);
    if (related === undefined || this.#related.length >= keptLimits.related) return undefined;
    this.#related.push(kept(related, budget, texts));
    return related;
  }

  /** Returns what is stored. */
  result(): Pick<MustGatherData, 'workloads' | 'related' | 'eventFiles'> {
    return {
      ...(this.#workloads.length === 0 ? {} : { workloads: this.#workloads }),
      ...(this.#related.length === 0 ? {} : { related: this.#related }),
      ...(this.#eventFiles.size === 0 ? {} : { eventFiles: this.#eventFiles }),
    };
  }
}
